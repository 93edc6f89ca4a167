// Messages of MCP before any report is concerned: what is one, which wire it is on, what the modern wire demands.
#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/server/served_deployment.h"
#include "tools/server/mcp/error.h"
#include "tools/server/mcp/message.h"
#include "tools/server/mcp/modern_headers.h"
#include "tools/server/mcp/revision.h"

namespace querygate::server::mcp {
namespace {

using server::testing::MakeRequest;

constexpr const char* kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

std::string Call(const std::string& params) {
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + params + "}}";
}

TEST_CASE("ids keep their type and spelling") {
  for (const char* id : {"1", "0", "-7", "9007199254740993", R"("1")", R"("a\"b")", R"("")"}) {
    CAPTURE(id);
    const auto message = ParseMessage(std::string(R"({"jsonrpc":"2.0","method":"ping","id":)") + id + "}");
    REQUIRE(message);
    CHECK(message->id == id);
    CHECK_FALSE(message->IsNotification());
  }
  CHECK(ParseMessage(R"({"jsonrpc":"2.0","method":"x"})")->IsNotification());
}

TEST_CASE("what is no message is told which kind of none it is") {
  struct Case {
    const char* why;
    std::string bytes;
    int code;
    const char* id = "";
  };
  std::string deep = R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"a":)";
  deep += std::string(20'000, '[') + std::string(20'000, ']') + "}}";
  querygate::testing::CaseCount count("malformed messages");
  for (const Case& one : std::vector<Case>{
           {"empty", "", kParseError},
           {"not JSON", "{", kParseError},
           {"something follows", "{} {}", kParseError},
           {"a key twice", R"({"jsonrpc":"2.0","id":1,"method":"x","method":"y"})", kParseError},
           {"a key twice in arguments", Call(R"("name":"a","arguments":{"x":1,"x":2})"), kParseError},
           {"the same key escaped", Call(R"("name":"a","arguments":{"x":1,"\u0078":2})"), kParseError},
           {"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"\xFF\",\"method\":\"x\"}", kParseError},
           {"too deep", deep, kParseError},
           {"too long", "\"" + std::string(2 << 20, 'x') + "\"", kParseError},
           {"a batch", R"([{"jsonrpc":"2.0","id":1,"method":"x"}])", kInvalidRequest},
           {"a string", R"("x")", kInvalidRequest},
           {"another version", R"({"jsonrpc":"1.0","id":1,"method":"x"})", kInvalidRequest, "1"},
           {"no version", R"({"id":1,"method":"x"})", kInvalidRequest, "1"},
           {"a response", R"({"jsonrpc":"2.0","id":"r","result":{}})", kInvalidRequest, "\"r\""},
           {"a null id", R"({"jsonrpc":"2.0","id":null,"method":"x"})", kInvalidRequest},
           {"a fraction as id", R"({"jsonrpc":"2.0","id":1.5,"method":"x"})", kInvalidRequest},
           {"a power as id", R"({"jsonrpc":"2.0","id":1e2,"method":"x"})", kInvalidRequest},
           {"a long id", R"({"jsonrpc":"2.0","id":")" + std::string(300, 'x') + R"(","method":"x"})", kInvalidRequest},
           {"params are a list", R"({"jsonrpc":"2.0","id":1,"method":"x","params":[]})", kInvalidRequest, "1"},
           {"params are null", R"({"jsonrpc":"2.0","id":1,"method":"x","params":null})", kInvalidRequest, "1"},
       }) {
    CAPTURE(one.why);
    const auto message = ParseMessage(one.bytes);
    REQUIRE_FALSE(message);
    CHECK(count.Add(message.error().error.code == one.code && message.error().id == one.id));
    CHECK(message.error().error.http_status == 400);
  }
}

TEST_CASE("errors without an id have none, and data where there is any") {
  CHECK(ErrorMessage({}, {kParseError, "x", {}, 400}) == R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}})");
  CHECK(ErrorMessage("\"a\"", UnsupportedRevision("1999-01-01")) ==
        R"({"jsonrpc":"2.0","id":"a","error":{"code":-32022,"message":"this revision of the protocol is not served",)"
        R"("data":{"supported":["2026-07-28","2025-11-25","2025-06-18"],"requested":"1999-01-01"}}})");
}

TEST_CASE("the wire is told by the body, else by the header") {
  const auto era = [](const std::string& params, std::optional<std::string_view> header) {
    return EraOf(*ParseMessage(Call(params)), header);
  };
  CHECK(era("", std::nullopt) == Era::kLegacy);
  CHECK(era("", "2025-11-25") == Era::kLegacy);
  CHECK(era("", "2026-07-28") == Era::kModern);
  CHECK(era("", "2099-01-01") == Era::kModern);
  CHECK(era("", "nonsense") == Era::kLegacy);
  CHECK(era(kMeta, std::nullopt) == Era::kModern);
  CHECK(era(kMeta, "2025-11-25") == Era::kModern);
  CHECK(era(R"("_meta":{"progressToken":1})", std::nullopt) == Era::kLegacy);
  CHECK(era(R"("_meta":{"io.modelcontextprotocol/protocolVersion":7})", std::nullopt) == Era::kModern);
}

TEST_CASE("the modern wire mirrors in headers what the body says") {
  struct Case {
    const char* why;
    std::string params;
    std::vector<HttpHeader> headers;
    int code;  // 0: right
  };
  const std::string good = std::string(R"("name":"a_b",)") + kMeta;
  const HttpHeader version{"mcp-protocol-version", "2026-07-28"};
  const HttpHeader method{"mcp-method", "tools/call"};
  const HttpHeader name{"mcp-name", "a_b"};
  const std::string unserved =
      R"("name":"a_b","_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}})";
  querygate::testing::CaseCount count("mirrored headers");
  for (
      const Case& one : std::vector<Case>{
          {"all there", good, {version, method, name}, 0},
          {"in base64", good, {version, method, {"mcp-name", "=?base64?YV9i?="}}, 0},
          {"bad base64", good, {version, method, {"mcp-name", "=?base64?YV9?="}}, kHeaderMismatch},
          {"empty base64", good, {version, method, {"mcp-name", "=?base64?="}}, kHeaderMismatch},
          {"no version", good, {method, name}, kHeaderMismatch},
          {"another version", good, {{"mcp-protocol-version", "2025-11-25"}, method, name}, kHeaderMismatch},
          {"no method", good, {version, name}, kHeaderMismatch},
          {"another case of method", good, {version, {"mcp-method", "Tools/Call"}, name}, kHeaderMismatch},
          {"no name", good, {version, method}, kHeaderMismatch},
          {"another name", good, {version, method, {"mcp-name", "a_c"}}, kHeaderMismatch},
          {"two names", good, {version, method, name, {"mcp-name", "a_c"}}, kHeaderMismatch},
          {"not served, told alike",
           unserved,
           {{"mcp-protocol-version", "2099-01-01"}, method, name},
           kUnsupportedVersion},
          {"no _meta", R"("name":"a_b")", {version, method, name}, kInvalidParams},
          {"no capabilities",
           R"("name":"a_b","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})",
           {version, method, name},
           kInvalidParams},
          {"capabilities are a list",
           R"("name":"a_b","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]})",
           {version, method, name},
           kInvalidParams},
          {"a number as version",
           R"("name":"a_b","_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}})",
           {version, method, name},
           kInvalidParams},
      }) {
    CAPTURE(one.why);
    HttpRequest request = MakeRequest("POST", "/mcp");
    for (const HttpHeader& header : one.headers) request.headers.push_back(header);
    const auto error = CheckModern(*ParseMessage(Call(one.params)), &request);
    CHECK(count.Add((error ? error->code : 0) == one.code));
    if (error) CHECK(error->http_status == 400);
  }
  // Without headers, as on standard input, the body alone counts.
  CHECK_FALSE(CheckModern(*ParseMessage(Call(good)), nullptr));
  CHECK(CheckModern(*ParseMessage(Call(unserved)), nullptr)->code == kUnsupportedVersion);
}

}  // namespace
}  // namespace querygate::server::mcp
