// The command line, HTTP and MCP accept and refuse the same calls for the same reasons, and deliver the same bytes.
#include <optional>
#include <sstream>

#include <catch2/catch.hpp>

#include "engine/load/json_reader.h"
#include "tests/cases.h"
#include "tests/unit/server/served_deployment.h"
#include "tools/querygate/cli.h"
#include "tools/server/front_door.h"
#include "tools/server/mcp/json_access.h"
#include "tools/server/report_words.h"

namespace querygate::server::testing {
namespace {

struct Ending {
  std::string body;
  int code = 0;  // exit code or status
};

class Doors {
 public:
  Doors() : gateway_(deployment_.Open()), door_(gateway_, authenticator_, log_, Settings()) {
    for (const char* role : {"clerk", "toyshop", "everything"}) {
      deployment_.Write(std::string(role) + ".json", *IdentityOf(role).claims_json);
    }
  }

  Ending CommandLine(const std::string& report, const std::string& role, const std::string& arguments) {
    return Run({"run", report, "--args", "-"}, role, arguments);
  }
  Ending Words(const std::string& report, const std::string& role, const std::vector<std::string>& words) {
    std::vector<std::string> command{"run", report};
    command.insert(command.end(), words.begin(), words.end());
    return Run(std::move(command), role, {});
  }
  Ending Post(const std::string& report, const std::string& role, const std::string& arguments) {
    return Http(MakeRequest("POST", ReportPath(report), arguments), role);
  }
  Ending Get(const std::string& report, const std::string& role, const std::vector<std::string>& words) {
    std::string query;
    for (const std::string& word : words) query += (query.empty() ? "?" : "&") + word;
    return Http(MakeRequest("GET", ReportPath(report) + query), role);
  }
  // The body in the structured content, or in the first line of an error's text; code -1 for a protocol error.
  Ending Mcp(const std::string& report, const std::string& role, const std::string& arguments, bool modern) {
    const std::string tool = ToolName(report);
    const std::string meta =
        R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},)";
    HttpRequest request =
        MakeRequest("POST", "/mcp",
                    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)" + (modern ? meta : "") +
                        R"("name":")" + tool + R"(","arguments":)" + arguments + "}}");
    if (modern) {
      request.headers.push_back({"mcp-protocol-version", "2026-07-28"});
      request.headers.push_back({"mcp-method", "tools/call"});
      request.headers.push_back({"mcp-name", tool});
    }
    const Ending ending = Http(std::move(request), role);
    const auto json = ReadJson(ending.body);
    REQUIRE(json.value);
    const JsonValue* result = mcp::FindJson(*json.value, "result");
    if (result == nullptr) return {ending.body, -1};
    const std::string text = *mcp::FindString(mcp::FindJson(*result, "content")->items.front(), "text");
    const bool is_error = mcp::FindJson(*result, "isError")->boolean;
    CHECK(is_error == (mcp::FindJson(*result, "structuredContent") == nullptr));
    return {text.substr(0, text.find('\n')), is_error ? 1 : 0};
  }

 private:
  static FrontDoorSettings Settings() {
    FrontDoorSettings settings;
    settings.addresses.hosts = LoopbackHosts();
    return settings;
  }
  Ending Run(std::vector<std::string> command, const std::string& role, const std::string& input) {
    for (const std::string& word : {std::string("--config"), deployment_.config(), std::string("--as"),
                                    deployment_.path(role + ".json"), std::string("--format"), std::string("json")}) {
      command.push_back(word);
    }
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    const int code = cli::Main(command, {in, out, err}, {});
    std::string body = out.str();
    if (!body.empty() && body.back() == '\n') body.pop_back();
    return {std::move(body), code};
  }
  Ending Http(HttpRequest request, const std::string& role) {
    request.headers.push_back({"authorization", "Bearer " + role});
    REQUIRE_FALSE(door_.AnswerAtOnce(request));
    HttpResponse response = door_.Answer(request, {});
    return {std::move(response.body), response.status};
  }

  ServedDeployment deployment_;
  ServedGateway gateway_;
  RoleAuthenticator authenticator_;
  KeptLog log_;
  FrontDoor door_;
};

struct Case {
  const char* report;
  const char* role;
  std::string arguments;                          // JSON
  std::optional<std::vector<std::string>> words;  // the same call in words, where words can say it
  const char* reason;                             // "": delivered
  int exit;
  int status;
};

std::vector<Case> Cases() {
  using Words = std::vector<std::string>;
  const char* list = "items/list";
  const char* one = "items/by_id";
  const char* kinds = "items/of_kinds";
  const auto none = std::nullopt;
  return {
      {list, "clerk", R"({"kind":"tool"})", Words{"kind=tool"}, "", 0, 200},
      {list, "clerk", R"({"kind":"tool","limit":1})", Words{"kind=tool", "limit=1"}, "", 0, 200},
      {list, "clerk", R"({"kind":"tool","limit":20})", Words{"kind=tool", "limit=20"}, "", 0, 200},
      {list, "clerk", R"({"kind":"tool","least":"1.75"})", Words{"kind=tool", "least=1.75"}, "", 0, 200},
      {list, "clerk", R"({"kind":"tool","least":2})", Words{"kind=tool", "least=2"}, "", 0, 200},
      {list, "clerk", R"({"kind":"tool","since":"2026-01-03","in_stock":true})",
       Words{"kind=tool", "since=2026-01-03", "in_stock=true"}, "", 0, 200},
      {list, "clerk", R"({"limit":1,"kind":"tool"})", Words{"limit=1", "kind=tool"}, "", 0, 200},
      {list, "clerk", "{}", Words{}, "missing_kind", 3, 422},
      {list, "clerk", R"({"kind":"lost"})", Words{"kind=lost"}, "invalid_kind", 3, 422},
      {list, "clerk", R"({"kind":"Tool"})", Words{"kind=Tool"}, "invalid_kind", 3, 422},
      {list, "clerk", R"({"kind":""})", Words{"kind="}, "invalid_kind", 3, 422},
      {list, "clerk", R"({"kind":null})", none, "invalid_kind", 3, 422},
      {list, "clerk", R"({"kind":["tool"]})", none, "invalid_kind", 3, 422},
      {list, "clerk", R"({"kind":{"a":1}})", none, "invalid_kind", 3, 422},
      {list, "clerk", R"({"kind":5})", Words{"kind=5"}, "invalid_kind", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":0})", Words{"kind=tool", "limit=0"}, "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":21})", Words{"kind=tool", "limit=21"}, "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":-1})", Words{"kind=tool", "limit=-1"}, "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":"5"})", none, "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":5.0})", Words{"kind=tool", "limit=5.0"}, "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":1e1})", Words{"kind=tool", "limit=1e1"}, "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":true})", Words{"kind=tool", "limit=true"}, "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","limit":9223372036854775808})", Words{"kind=tool", "limit=9223372036854775808"},
       "invalid_limit", 3, 422},
      {list, "clerk", R"({"kind":"tool","least":"-0.01"})", Words{"kind=tool", "least=-0.01"}, "invalid_least", 3, 422},
      {list, "clerk", R"({"kind":"tool","least":"1.755"})", Words{"kind=tool", "least=1.755"}, "invalid_least", 3, 422},
      {list, "clerk", R"({"kind":"tool","least":"99.01"})", Words{"kind=tool", "least=99.01"}, "invalid_least", 3, 422},
      {list, "clerk", R"({"kind":"tool","since":"2026-02-30"})", Words{"kind=tool", "since=2026-02-30"},
       "invalid_since", 3, 422},
      {list, "clerk", R"({"kind":"tool","in_stock":1})", Words{"kind=tool", "in_stock=1"}, "invalid_in_stock", 3, 422},
      {list, "clerk", R"({"kind":"tool","in_stock":"yes"})", Words{"kind=tool", "in_stock=yes"}, "invalid_in_stock", 3,
       422},
      {list, "clerk", R"({"kind":"tool","limits":1})", Words{"kind=tool", "limits=1"}, "unknown_argument", 3, 422},
      {list, "clerk", R"({"kind":"tool","owner":"bob"})", Words{"kind=tool", "owner=bob"}, "unknown_argument", 3, 422},
      {list, "clerk", R"({"kind":"bad"})", Words{"kind=bad"}, "invalid_stock_type", 4, 409},
      {list, "toyshop", R"({"kind":"toy"})", Words{"kind=toy"}, "", 0, 200},
      {list, "toyshop", R"({"kind":"tool"})", Words{"kind=tool"}, "not_permitted", 3, 403},
      {list, "toyshop", R"({"kind":"lost"})", Words{"kind=lost"}, "invalid_kind", 3, 422},
      {one, "clerk", R"({"item_id":1})", Words{"item_id=1"}, "", 0, 200},
      {one, "clerk", R"({"item_id":999})", Words{"item_id=999"}, "not_found", 4, 404},
      {kinds, "clerk", R"({"kinds":["tool","toy"]})", none, "", 0, 200},
      {kinds, "clerk", R"({"kinds":["a","b","c","d"]})", none, "invalid_kinds", 3, 422},
      {kinds, "clerk", R"({"kinds":[]})", none, "invalid_kinds", 3, 422},
      {kinds, "clerk", R"({"kinds":["A"]})", none, "invalid_kinds", 3, 422},
      {"items/slow", "clerk", "{}", Words{}, "budget_exceeded", 6, 503},
      {"mine/names", "clerk", "{}", Words{}, "", 0, 200},
      {"old/item", "clerk", R"({"item_id":1})", Words{"item_id=1"}, "report_retired", 3, 410},
  };
}

std::string ReasonOf(const std::string& body) {
  const auto json = ReadJson(body);
  if (!json.value) return "no JSON";
  const std::string* reason = mcp::FindString(*json.value, "reason");
  return reason == nullptr ? "" : *reason;
}

TEST_CASE("three doors, one judgement") {
  Doors doors;
  querygate::testing::CaseCount count("calls at three doors");
  for (const Case& one : Cases()) {
    CAPTURE(one.report, one.role, one.arguments);
    const Ending line = doors.CommandLine(one.report, one.role, one.arguments);
    const Ending post = doors.Post(one.report, one.role, one.arguments);
    CHECK(count.Add(ReasonOf(line.body) == one.reason && line.code == one.exit && post.body == line.body &&
                    post.code == one.status));
    const int mcp_code = *one.reason == '\0' ? 0 : 1;
    for (const bool modern : {false, true}) {
      const Ending mcp = doors.Mcp(one.report, one.role, one.arguments, modern);
      CHECK(count.Add(mcp.body == line.body && mcp.code == mcp_code));
    }
    if (!one.words) continue;
    const Ending words = doors.Words(one.report, one.role, *one.words);
    CHECK(count.Add(words.body == line.body && words.code == one.exit));
    const Ending get = doors.Get(one.report, one.role, *one.words);
    CHECK(count.Add(get.body == line.body && get.code == one.status));
  }
}

// The one difference: on the command line and over HTTP the arguments are a document of their own; in MCP they are part
// of the message, and a message that is not strict JSON is none.
TEST_CASE("arguments that are not strict JSON are refused at every door") {
  Doors doors;
  querygate::testing::CaseCount count("broken arguments at three doors");
  for (const std::string& arguments : std::vector<std::string>{
           R"({"kind":"tool","kind":"tool"})", R"({"kind":"tool","\u006bind":"toy"})", R"({"kind":"tool",})",
           R"({"kind":"tool"} {})", R"({kind:"tool"})", "{\"kind\":\"\xFF\"}", R"({"kind":"\ud800"})",
           R"({"kind":NaN})", R"({"limit":01,"kind":"tool"})", R"({"kind":)" + std::string(20'000, '[')}) {
    CAPTURE(arguments.substr(0, 60));
    const Ending line = doors.CommandLine("items/list", "clerk", arguments);
    const Ending post = doors.Post("items/list", "clerk", arguments);
    const Ending mcp = doors.Mcp("items/list", "clerk", arguments, false);
    CHECK(count.Add(ReasonOf(line.body) == "invalid_arguments" && line.code == 3));
    CHECK(count.Add(post.body == line.body && post.code == 422));
    CHECK(count.Add(mcp.code == -1 && mcp.body.find("-32700") != std::string::npos));
  }
  for (const char* arguments : {"[]", "\"kind\"", "7", "null"}) {
    CAPTURE(arguments);
    CHECK(count.Add(ReasonOf(doors.CommandLine("items/list", "clerk", arguments).body) == "invalid_arguments"));
    CHECK(count.Add(doors.Post("items/list", "clerk", arguments).code == 422));
    const Ending mcp = doors.Mcp("items/list", "clerk", arguments, false);
    CHECK(count.Add(mcp.code == -1 && mcp.body.find("-32602") != std::string::npos));
  }
}

TEST_CASE("what is not served is not there at any door but the host's") {
  Doors doors;
  for (const char* report : {"items/none", "items/sketch"}) {
    CAPTURE(report);
    CHECK(doors.Post(report, "everything", R"({"item_id":1})").code == 404);
    CHECK(doors.Mcp(report, "everything", R"({"item_id":1})", true).code == -1);
  }
  CHECK(doors.CommandLine("items/none", "everything", "{}").code == 2);
  CHECK(doors.CommandLine("items/sketch", "everything", R"({"item_id":1})").code == 0);
  // A role that does not reach a report: the host is told why, over a server it does not exist.
  CHECK(ReasonOf(doors.CommandLine("items/slow", "toyshop", "{}").body) == "not_permitted");
  CHECK(doors.Post("items/slow", "toyshop", "{}").code == 404);
  CHECK(doors.Mcp("items/slow", "toyshop", "{}", false).code == -1);
}

}  // namespace
}  // namespace querygate::server::testing
