// Whatever a caller sends as proof, an issuer publishes, or somebody put into a file of tokens or of the audit log.
#include <string>

#include "engine/audit/chain.h"
#include "engine/identity/base64url.h"
#include "engine/identity/compact_token.h"
#include "engine/identity/http_reply.h"
#include "engine/identity/key_set.h"
#include "engine/identity/token_table.h"
#include "engine/load/web_address.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querygate;
  using namespace querygate::fuzz;
  const std::string_view text = AsText(data, size);

  if (const auto bytes = DecodeBase64Url(text)) Require(EncodeBase64Url(*bytes) == text, "base64url has one spelling");
  // As it stands, and as the middle of a token whose other parts are good.
  for (const std::string& token : {std::string(text), "eyJhbGciOiJFUzI1NiJ9." + EncodeBase64Url(text) + ".AA",
                                   EncodeBase64Url(text) + ".e30.AA"}) {
    const auto read = ReadCompactToken(token);
    if (read) {
      Require(token.size() <= kMaxTokenBytes, "a token has a bound");
      Require(token.starts_with(read->signing_input), "what is signed is what was sent");
      Require(read->claims.kind == JsonValue::Kind::kObject, "claims are an object");
    } else {
      Require(!read.error().detail.empty(), "a refused token says why");
    }
  }
  if (const auto keys = KeySet::Parse(text)) {
    Require(keys->size() > 0, "a set holds keys");
  } else {
    Require(!keys.error().empty(), "a refused set says why");
  }
  if (const auto table = TokenTable::Parse(text)) Require(table->Find(text) == nullptr, "a file is no token");
  for (const bool ended : {false, true}) {
    const HttpReply reply = ReadHttpReply(text, ended, 1000);
    Require(reply.body.size() <= 1000, "a body has a bound");
    Require(!ended || reply.state != HttpReply::State::kIncomplete, "nothing follows the end");
  }
  if (const auto address = ParseWebAddress(text)) Require(!address->host.empty(), "an address has a host");

  ChainReader chain;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    if (end == std::string_view::npos) {
      chain.TakeEnd(text.substr(start));
      break;
    }
    if (!chain.Take(text.substr(start, end - start))) break;
    start = end + 1;
  }
  Require(chain.fault().empty() || chain.line_number() > 0, "a broken line has a number");
  return 0;
}
