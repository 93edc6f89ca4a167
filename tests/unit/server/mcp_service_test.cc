// MCP's methods on both wires, over HTTP requests without sockets.
#include <catch2/catch.hpp>

#include "tests/unit/server/served_deployment.h"
#include "tools/server/mcp/http_endpoint.h"

namespace querygate::server::mcp {
namespace {

using server::testing::HeaderOf;
using server::testing::IdentityOf;
using server::testing::KeptLog;
using server::testing::MakeRequest;
using server::testing::ServedDeployment;

constexpr const char* kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

class Endpoint {
 public:
  explicit Endpoint(std::size_t limit = 40, int many = 0) {
    deployment_.WriteMany(many);
    gateway_ = std::make_shared<const Gateway>(deployment_.Open());
    service_ = std::make_unique<Service>(log, ServiceSettings{"test", limit});
  }

  HttpResponse Send(HttpRequest request, const std::string& role = "clerk", const std::string& group = {}) {
    CallScene scene{gateway_, IdentityOf(role), request.arrived, stop.get_token()};
    return HttpEndpoint(*service_).Answer(request, group, scene);
  }
  HttpResponse Legacy(const std::string& method, const std::string& params = {}, const std::string& role = "clerk",
                      const std::string& group = {}) {
    return Send(MakeRequest("POST", "/mcp",
                            R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + params + "}}"),
                role, group);
  }
  HttpResponse Modern(const std::string& method, const std::string& params = {}, const std::string& name = {}) {
    HttpRequest request = MakeRequest("POST", "/mcp",
                                      R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":{)" + kMeta +
                                          (params.empty() ? "" : "," + params) + "}}");
    request.headers.push_back({"mcp-protocol-version", "2026-07-28"});
    request.headers.push_back({"mcp-method", method});
    if (!name.empty()) request.headers.push_back({"mcp-name", name});
    return Send(std::move(request));
  }
  HttpResponse Call(const std::string& tool, const std::string& arguments, const std::string& role = "clerk") {
    return Legacy("tools/call", R"("name":")" + tool + R"(","arguments":)" + arguments, role);
  }

  KeptLog log;
  std::stop_source stop;

 private:
  ServedDeployment deployment_;
  std::shared_ptr<const Gateway> gateway_;
  std::unique_ptr<Service> service_;
};

std::string Protocol(int code) { return R"("error":{"code":)" + std::to_string(code) + ","; }

TEST_CASE("a handshake agrees on the revision asked for, else on the newest") {
  Endpoint endpoint;
  for (const auto& [asked, agreed] : std::vector<std::pair<const char*, const char*>>{{"2025-06-18", "2025-06-18"},
                                                                                      {"2025-11-25", "2025-11-25"},
                                                                                      {"2024-11-05", "2025-11-25"},
                                                                                      {"2026-07-28", "2025-11-25"},
                                                                                      {"x", "2025-11-25"}}) {
    CAPTURE(asked);
    const HttpResponse response = endpoint.Legacy("initialize", R"("protocolVersion":")" + std::string(asked) + "\"");
    CHECK(response.status == 200);
    CHECK_THAT(response.body, Catch::Contains(R"("protocolVersion":")" + std::string(agreed) + "\""));
    CHECK_THAT(response.body, Catch::Contains("no evidence that there is no data"));
    CHECK(HeaderOf(response, "Mcp-Session-Id").empty());
  }
  CHECK_THAT(endpoint.Legacy("initialize").body, Catch::Contains(Protocol(kInvalidParams)));
  CHECK(endpoint.Legacy("ping").body == R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_CASE("the modern wire is without state and says so in every result") {
  Endpoint endpoint;
  const HttpResponse discover = endpoint.Modern("server/discover");
  CHECK(discover.status == 200);
  CHECK_THAT(discover.body, Catch::Contains(R"("supportedVersions":["2026-07-28","2025-11-25","2025-06-18"])") &&
                                Catch::Contains(R"("resultType":"complete")") && Catch::Contains(R"("ttlMs":)") &&
                                Catch::Contains(R"("io.modelcontextprotocol/serverInfo":{"name":"querygate")"));
  CHECK_THAT(endpoint.Modern("tools/list").body, Catch::Contains(R"("cacheScope":"private")"));
  for (const char* method :
       {"initialize", "ping", "logging/setLevel", "resources/subscribe", "subscriptions/listen", "x"}) {
    CAPTURE(method);
    const HttpResponse response = endpoint.Modern(method);
    CHECK(response.status == 404);
    CHECK_THAT(response.body, Catch::Contains(Protocol(kMethodNotFound)));
  }
}

TEST_CASE("the legacy wire has nothing of the modern one") {
  Endpoint endpoint;
  for (const std::string& body :
       {endpoint.Legacy("tools/list").body, endpoint.Call("items_by_id", R"({"item_id":1})").body}) {
    CHECK_THAT(body, !Catch::Contains("resultType") && !Catch::Contains("ttlMs") && !Catch::Contains("cacheScope"));
  }
  const HttpResponse unknown = endpoint.Legacy("server/discover");
  CHECK(unknown.status == 200);
  CHECK_THAT(unknown.body, Catch::Contains(Protocol(kMethodNotFound)));
  HttpRequest request = MakeRequest("POST", "/mcp", R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  request.headers.push_back({"mcp-protocol-version", "2025-03-26"});
  CHECK(endpoint.Send(request).status == 400);
  request.headers.back().value = "2025-06-18";
  CHECK(endpoint.Send(request).status == 200);
}

TEST_CASE("one POST, one message, one answer") {
  Endpoint endpoint;
  for (const char* method : {"GET", "DELETE", "PUT", "OPTIONS"}) {
    CAPTURE(method);
    const HttpResponse response = endpoint.Send(MakeRequest(method, "/mcp"));
    CHECK(response.status == 405);
    CHECK(HeaderOf(response, "Allow") == "POST");
  }
  HttpRequest notification = MakeRequest("POST", "/mcp", R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  CHECK(endpoint.Send(notification).status == 202);
  CHECK(endpoint.Send(notification).body.empty());
  HttpRequest text = MakeRequest("POST", "/mcp", "{}");
  text.headers[1].value = "text/plain";
  CHECK(endpoint.Send(text).status == 415);
  HttpRequest events = MakeRequest("POST", "/mcp", R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  events.headers.push_back({"accept", "text/event-stream"});
  CHECK(endpoint.Send(events).status == 406);
  events.headers.back().value = "application/json, text/event-stream";
  CHECK(endpoint.Send(events).status == 200);
  CHECK_THAT(endpoint.Legacy("tools/list", R"("cursor":"x")").body, Catch::Contains(Protocol(kInvalidParams)));
}

TEST_CASE("a tool tells every bound and what it does not do") {
  Endpoint endpoint;
  const std::string tools = endpoint.Legacy("tools/list").body;
  CHECK_THAT(
      tools,
      Catch::Contains(
          R"("name":"items_list","title":"Items","description":"Items of the shop, by what the caller chooses.",)"
          R"("inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{)"
          R"("kind":{"description":"Kind of item.","type":"string","enum":["tool","toy","bad"]},)"
          R"("least":{"description":"Least price. From 0.00 to 99.00.","type":"string","pattern":"^-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,2})?$"},)"
          R"("since":{"description":"Made on this day or later.","type":"string","format":"date","default":"2026-01-01"},)"
          R"("limit":{"description":"How many.","type":"integer","minimum":1,"maximum":20,"default":10},)"
          R"("in_stock":{"description":"Only what is there.","type":"boolean","default":false}},)"
          R"("required":["kind"],"additionalProperties":false})"));
  CHECK_THAT(
      tools,
      Catch::Contains(
          R"("kinds":{"description":"Kinds of items.","type":"array","minItems":1,"maxItems":3,"items":{"type":"string","pattern":"^(?:[a-z]{1,8})$"}})"));
  CHECK_THAT(
      tools,
      Catch::Contains(
          R"("annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false})"));
  CHECK_THAT(tools, Catch::Contains(R"("rows":{"type":"array","maxItems":20,)"));
  CHECK_THAT(tools, !Catch::Contains("old_item") && !Catch::Contains("items_sketch"));
}

TEST_CASE("a result is text and structure, and both are the judged body") {
  Endpoint endpoint;
  CHECK(
      endpoint.Call("items_by_id", R"({"item_id":1})").body ==
      R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"status\":\"ok\",\"complete\":true,\"item\":{\"kind\":\"tool\"}}"}],)"
      R"("structuredContent":{"status":"ok","complete":true,"item":{"kind":"tool"}},"isError":false}})");
}

TEST_CASE("mistakes are results that tell what is allowed") {
  Endpoint endpoint;
  struct Case {
    const char* tool;
    const char* arguments;
    const char* role;
    std::vector<const char*> says;
  };
  for (const Case& one : std::vector<Case>{
           {"items_list",
            R"({"kind":"tol"})",
            "clerk",
            {R"({\"status\":\"rejected\",\"reason\":\"invalid_kind\"}\n)", "kind takes: one of tool, toy, bad"}},
           {"items_list", R"({"kind":"tool","limit":21})", "clerk", {"limit takes: integer from 1 to 20"}},
           {"items_list",
            R"({"kind":"tool","limits":2})",
            "clerk",
            {"unknown_argument", "did you mean limit?", "the report takes: kind, least, since, limit, in_stock"}},
           {"items_list", R"({})", "clerk", {"missing_kind", "kind takes: "}},
           {"items_list", R"({"kind":"tool"})", "toyshop", {"not_permitted", "No argument changes who is asking."}},
           {"items_list",
            R"({"kind":"bad"})",
            "clerk",
            {"invalid_stock_type", "Nothing of the result is shown", "This does not say that there is no data."}},
           {"items_by_id", R"({"item_id":99})", "clerk", {"not_found", "no such row"}},
           {"items_slow",
            R"({})",
            "clerk",
            {R"(\"status\":\"failed\",\"reason\":\"budget_exceeded\")", "no evidence that there is no data",
             "not repeated"}},
           {"old_item", R"({"item_id":1})", "clerk", {"report_retired", "it was replaced by items/by_id"}},
       }) {
    CAPTURE(one.tool, one.arguments);
    const HttpResponse response = endpoint.Call(one.tool, one.arguments, one.role);
    CHECK(response.status == 200);
    for (const char* words : one.says) CHECK_THAT(response.body, Catch::Contains(words));
    CHECK_THAT(response.body, Catch::Contains(R"("isError":true)") && !Catch::Contains("structuredContent"));
    CHECK_THAT(response.body, !Catch::Contains("pending") && !Catch::Contains("SELECT") && !Catch::Contains("tol\""));
  }
}

TEST_CASE("a client that has gone ends its call on the modern wire, and says nothing on the legacy one") {
  Endpoint endpoint;
  endpoint.stop.request_stop();
  CHECK_THAT(endpoint.Call("items_slow", "{}").body, Catch::Contains("budget_exceeded"));
  CHECK_THAT(endpoint.Modern("tools/call", R"("name":"items_slow")", "items_slow").body,
             Catch::Contains("deadline_exceeded"));
}

TEST_CASE("what is no call of a tool of this caller is a protocol error") {
  Endpoint endpoint;
  const std::vector<std::string> bodies{
      endpoint.Call("items_none", "{}").body,
      endpoint.Call("items/by_id", "{}").body,
      endpoint.Call("items_sketch", "{}").body,
      endpoint.Call("mine_names", "{}", "toyshop").body,
      endpoint.Call("old_item", "{}", "toyshop").body,
      endpoint.Call("find_report", R"({"query":"x"})").body,
      endpoint.Call("items_by_id", "[1]").body,
      endpoint.Call("items_by_id", "null").body,
      endpoint.Legacy("tools/call").body,
      endpoint.Legacy("tools/call", R"("name":7)").body,
  };
  for (const std::string& body : bodies) {
    CAPTURE(body);
    CHECK_THAT(body, Catch::Contains(Protocol(kInvalidParams)) && !Catch::Contains("\"result\""));
  }
  // The same words whether there is no such report or only none for this caller.
  CHECK(bodies[0] == bodies[3]);
  CHECK(bodies[0] == bodies[4]);
  CHECK_THAT(endpoint.Legacy("tools/call", R"("name":"items_by_id")").body, Catch::Contains("missing_item_id"));
}

TEST_CASE("a group's endpoint has that group's reports") {
  Endpoint endpoint;
  CHECK(HttpEndpoint::GroupOfPath("/mcp") == "");
  CHECK(HttpEndpoint::GroupOfPath("/mcp/items") == "items");
  CHECK_FALSE(HttpEndpoint::GroupOfPath("/mcp/"));
  const std::string tools = endpoint.Legacy("tools/list", {}, "clerk", "mine").body;
  CHECK_THAT(tools, Catch::Contains("mine_names") && !Catch::Contains("items_"));
  const auto call = [&](const std::string& tool) {
    return endpoint.Legacy("tools/call", R"("name":")" + tool + R"(","arguments":{})", "clerk", "mine").body;
  };
  CHECK_THAT(call("mine_names"), Catch::Contains(R"({"name":"lamp"})") && !Catch::Contains("rug"));
  CHECK_THAT(call("items_by_id"), Catch::Contains(Protocol(kInvalidParams)));
  CHECK(endpoint.Legacy("tools/list", {}, "clerk", "nothing").status == 404);
  CHECK(endpoint.Legacy("tools/list", {}, "toyshop", "mine").body ==
        endpoint.Legacy("tools/list", {}, "clerk", "nothing").body);
}

TEST_CASE("more reports than the limit are found and run by two tools") {
  Endpoint endpoint(5, 12);
  const auto call = [&](const std::string& tool, const std::string& arguments) {
    return endpoint.Call(tool, arguments, "everything").body;
  };
  const std::string tools = endpoint.Legacy("tools/list", {}, "everything").body;
  CHECK_THAT(tools,
             Catch::Contains("find_report") && Catch::Contains("run_report") && Catch::Contains("among 17 reports"));
  CHECK_THAT(tools, !Catch::Contains("items_list"));
  // Another caller's five are within the limit.
  CHECK_THAT(endpoint.Legacy("tools/list").body, Catch::Contains("items_list") && !Catch::Contains("find_report"));

  const std::string found = call("find_report", R"({"query":"own names","limit":1})");
  CHECK_THAT(found,
             Catch::Contains(R"("structuredContent":{"matches":)") && Catch::Contains(R"("report":"mine/names")"));
  CHECK_THAT(call("find_report", R"({"query":"zebra"})"), Catch::Contains(R"("matches":0,"total":17,"reports":[])"));
  CHECK_THAT(call("find_report", R"({"query":"x","limit":21})"), Catch::Contains("limit takes: integer from 1 to 20"));
  CHECK_THAT(call("find_report", R"({})"), Catch::Contains("query takes: text of 1 to 200 characters"));
  CHECK_THAT(call("find_report", R"({"query":"x","more":1})"), Catch::Contains("find_report takes: query, limit"));

  CHECK_THAT(call("run_report", R"({"report":"plenty/report_7","arguments":{"item_id":1}})"),
             Catch::Contains(R"("structuredContent":{"status":"ok")"));
  CHECK_THAT(call("run_report", R"({"report":"items/list","arguments":{"kind":"x"}})"),
             Catch::Contains("kind takes: one of"));
  CHECK_THAT(call("run_report", R"({"report":"items/none"})"), Catch::Contains("unknown_report"));
  for (const char* wrong : {R"({})", R"({"report":7})", R"({"report":"items/list","arguments":[]})",
                            R"({"report":"items/list","argument":{}})"}) {
    CAPTURE(wrong);
    CHECK_THAT(call("run_report", wrong), Catch::Contains("run_report takes: report, a name; arguments, an object"));
  }
  // Whoever kept the name of a tool may use it.
  CHECK_THAT(call("items_by_id", R"({"item_id":1})"), Catch::Contains(R"("isError":false)"));
}

}  // namespace
}  // namespace querygate::server::mcp
