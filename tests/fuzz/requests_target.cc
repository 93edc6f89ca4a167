// Whatever a client of the server sends, once the transport has found the end of it: messages, targets, headers.
#include <string>

#include "engine/load/json_reader.h"
#include "tests/fuzz/fuzz_target.h"
#include "tools/server/address_check.h"
#include "tools/server/api/call_options.h"
#include "tools/server/api/entity_tag.h"
#include "tools/server/mcp/message.h"
#include "tools/server/mcp/modern_headers.h"
#include "tools/server/mcp/revision.h"
#include "tools/server/request_target.h"

namespace {

using namespace querygate;
using namespace querygate::fuzz;
using namespace querygate::server;

void RequireLine(const std::string& message) {
  Require(ReadJson(message).value.has_value(), "what is answered is strict JSON");
  Require(message.find('\n') == std::string::npos, "what is answered is one line");
}

void TryMessage(std::string_view text) {
  const auto message = mcp::ParseMessage(text);
  if (!message) return RequireLine(mcp::ErrorMessage(message.error().id, message.error().error));
  if (!message->IsNotification()) RequireLine(mcp::ResultMessage(message->id, "{}"));
  HttpRequest request;
  request.headers = {{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", message->method}};
  if (mcp::EraOf(*message, std::nullopt) != mcp::Era::kModern) return;
  for (const HttpRequest* headers :
       {static_cast<const HttpRequest*>(nullptr), static_cast<const HttpRequest*>(&request)}) {
    if (const auto error = mcp::CheckModern(*message, headers)) RequireLine(mcp::ErrorMessage(message->id, *error));
  }
}

// The first line as a target, the second as a Host, the third as an Accept or an entity tag.
void TryHeaders(std::string_view text) {
  const std::size_t first = text.find('\n');
  const std::string_view rest = first == std::string_view::npos ? std::string_view() : text.substr(first + 1);
  const std::size_t second = rest.find('\n');
  const std::string_view third = second == std::string_view::npos ? std::string_view() : rest.substr(second + 1);
  HttpRequest request;
  request.headers = {{"host", std::string(rest.substr(0, second))}, {"accept", std::string(third)}};
  AddressRules rules;
  rules.hosts = LoopbackHosts();
  CheckAddress(request, rules);
  api::NamesTag(third, "\"tag\"");
  const auto target = ParseTarget(text.substr(0, first));
  if (!target) return;
  Require(target->path.front() == '/', "a path begins with a slash");
  for (const auto& [name, argument] : api::ReadQueryArguments(*target)) {
    Require(name != "$format" && name != "$part", "options are no arguments");
  }
  const auto form = api::ReadForm(request, *target);
  Require(form ? form->presentation.format != nullptr : form.error().status >= 400, "a form, or why there is none");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = AsText(data, size);
  TryMessage(text);
  TryHeaders(text);
  return 0;
}
