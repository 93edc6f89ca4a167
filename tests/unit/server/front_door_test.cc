// HTTP without sockets: from a request to a response, through the same door as served ones.
#include "tools/server/front_door.h"

#include <catch2/catch.hpp>

#include "engine/load/json_reader.h"
#include "engine/render/reasons.h"
#include "tests/unit/server/served_deployment.h"
#include "tools/server/mcp/json_access.h"

namespace querygate::server::testing {
namespace {

std::string Rejected(const std::string& reason) { return R"({"status":"rejected","reason":")" + reason + "\"}"; }

class Door {
 public:
  explicit Door(FrontDoorSettings settings = Settings())
      : gateway_(deployment.Open()), door_(gateway_, authenticator_, log, std::move(settings)) {}

  static FrontDoorSettings Settings() {
    FrontDoorSettings settings;
    settings.addresses.hosts = LoopbackHosts();
    settings.version = "test";
    return settings;
  }

  HttpResponse Send(HttpRequest request, const std::string& role = {}) {
    if (!role.empty()) request.headers.push_back({"authorization", "Bearer " + role});
    if (auto at_once = door_.AnswerAtOnce(request)) return *at_once;
    return door_.Answer(request, {});
  }
  HttpResponse Get(const std::string& target, const std::string& role = {}) {
    return Send(MakeRequest("GET", target), role);
  }
  HttpResponse Post(const std::string& target, const std::string& body, const std::string& role = {}) {
    return Send(MakeRequest("POST", target, body), role);
  }
  FrontDoor& front_door() { return door_; }

  ServedDeployment deployment;
  KeptLog log;

 private:
  ServedGateway gateway_;
  RoleAuthenticator authenticator_;
  FrontDoor door_;
};

TEST_CASE("health is told to anybody, and readiness ends with the draining") {
  Door door;
  HttpRequest probe = MakeRequest("GET", "/readyz");
  probe.headers = {{"host", "10.0.0.7:8080"}};
  CHECK(door.Send(probe).status == 200);
  door.front_door().Drain();
  CHECK(door.Send(probe).status == 503);
  probe.target = "/healthz";
  CHECK(door.Send(probe).body == R"({"status":"ok"})");
  probe.method = "POST";
  CHECK(door.Send(probe).status == 405);
}

TEST_CASE("requests that decide something twice are refused before anybody is asked who sends them") {
  Door door;
  for (const char* name : {"host", "origin", "authorization", "content-type", "mcp-method"}) {
    CAPTURE(name);
    HttpRequest request = MakeRequest("POST", "/mcp", "{}");
    request.headers.push_back({name, "a"});
    request.headers.push_back({name, "a"});
    const HttpResponse response = door.Send(request);
    CHECK(response.status == 400);
    CHECK(response.body == Rejected("malformed_request"));
  }
  HttpRequest nameless = MakeRequest("GET", "/v1/reports");
  nameless.headers.clear();
  CHECK(door.Send(nameless).status == 400);
  HttpRequest elsewhere = MakeRequest("GET", "/v1/reports");
  elsewhere.headers = {{"host", "evil.example"}};
  CHECK(door.Send(elsewhere, "wrong").body == Rejected("host_not_allowed"));
  CHECK(door.log.text.empty());
}

TEST_CASE("pages of a listed site may call and read, and nobody else is told so") {
  FrontDoorSettings settings = Door::Settings();
  settings.addresses.origins = {"https://app.example"};
  Door door(settings);
  const auto send = [&](const char* method, const char* origin) {
    HttpRequest request = MakeRequest(method, "/v1/reports");
    request.headers.push_back({"origin", origin});
    if (std::string_view(method) == "OPTIONS") request.headers.push_back({"access-control-request-method", "POST"});
    return door.Send(request);
  };
  const HttpResponse preflight = send("OPTIONS", "https://app.example");
  CHECK(preflight.status == 204);
  CHECK(HeaderOf(preflight, "Access-Control-Allow-Origin") == "https://app.example");
  CHECK_THAT(HeaderOf(preflight, "Access-Control-Allow-Headers"), Catch::Contains("Authorization"));
  const HttpResponse list = send("GET", "https://app.example");
  CHECK(list.status == 200);
  CHECK(HeaderOf(list, "Access-Control-Allow-Origin") == "https://app.example");
  for (const HttpResponse& other : {send("OPTIONS", "https://evil.example"), send("GET", "https://evil.example"),
                                    send("GET", "http://localhost:8080"), door.Get("/v1/reports")}) {
    CHECK(HeaderOf(other, "Access-Control-Allow-Origin").empty());
  }
  CHECK(send("OPTIONS", "https://evil.example").status == 403);
  CHECK(send("OPTIONS", "http://localhost:8080").status == 405);
}

TEST_CASE("who asks: challenges, and keys that cannot be had") {
  Door door;
  const HttpResponse wrong = door.Get("/v1/reports", "wrong");
  CHECK(wrong.status == 401);
  CHECK(wrong.body == Rejected("unauthenticated"));
  CHECK(HeaderOf(wrong, "WWW-Authenticate") == R"(Bearer error="invalid_token")");
  const HttpResponse elsewhere = door.Get("/v1/reports", "elsewhere");
  CHECK(elsewhere.status == 403);
  CHECK(HeaderOf(elsewhere, "WWW-Authenticate") == R"(Bearer error="insufficient_scope")");
  CHECK(door.Get("/v1/reports", "no-keys").status == 503);
  CHECK(door.log.text ==
        "refused unauthenticated: a wrong token\nrefused not_permitted: a token for another server\n"
        "failed  query_unavailable: the keys cannot be had\n");
  CHECK(door.Get("/.well-known/oauth-protected-resource").status == 200);
  CHECK(door.Get("/.well-known/oauth-protected-resource/mcp").body == R"({"resource":"http://localhost/mcp"})");
  CHECK(door.Get("/.well-known/oauth-protected-resource/other").status == 404);
}

TEST_CASE("a caller is listed what its roles reach and nothing else") {
  Door door;
  const std::string visitor = door.Get("/v1/reports").body;
  CHECK_THAT(visitor, Catch::Contains(R"("report":"items/by_id")"));
  CHECK_THAT(visitor, !Catch::Contains("items/list") && !Catch::Contains("mine/"));
  const std::string clerk = door.Get("/v1/reports", "clerk").body;
  CHECK_THAT(clerk, Catch::Contains("items/list") && Catch::Contains("mine/names"));
  CHECK_THAT(clerk, !Catch::Contains("sketch") && !Catch::Contains("old/item"));  // a draft, a retired one
  const std::string document = door.Get("/openapi.json").body;
  CHECK_THAT(document, Catch::Contains("/v1/reports/items/by_id") && !Catch::Contains("items/list"));
  CHECK(door.Get("/v1/reports", "nobody").body == R"({"reports":[]})");
}

TEST_CASE("a report out of reach is answered like one that does not exist") {
  Door door;
  for (const char* role : {"", "nobody", "toyshop"}) {
    CAPTURE(role);
    const HttpResponse missing = door.Post("/v1/reports/items/none", "{}", role);
    CHECK(missing.status == 404);
    CHECK(missing.body == Rejected("unknown_report"));
    for (const char* id : {"items/slow", "items/sketch", "mine/names", "old/item"}) {
      CAPTURE(id);
      // The same for arguments that would be right and wrong, whichever way it is asked.
      for (const char* body : {"{}", R"({"item_id":1})", "not JSON"}) {
        const HttpResponse hidden = door.Post(std::string("/v1/reports/") + id, body, role);
        CHECK(hidden.status == missing.status);
        CHECK(hidden.body == missing.body);
      }
      CHECK(door.Get(std::string("/v1/reports/") + id + "?x=1", role).body == missing.body);
    }
  }
  for (const char* id : {"../access", "items/../items/by_id", "items/by_id.yaml", "ITEMS/BY_ID", "items//by_id",
                         "items/by_id/", "%2e%2e/x"}) {
    CAPTURE(id);
    CHECK(door.Get(std::string("/v1/reports/") + id, "everything").body == Rejected("unknown_report"));
  }
  CHECK(door.Post("/v1/reports/old/item", "{}", "clerk").status == 410);
}

TEST_CASE("results by form, with tags") {
  Door door;
  const HttpResponse json = door.Get("/v1/reports/items/list?kind=tool", "clerk");
  CHECK(json.status == 200);
  CHECK(
      json.body ==
      R"({"status":"ok","complete":true,"rows":[{"item_id":1,"stock":3,"made":"2026-01-02"},{"item_id":2,"stock":4,"made":"2026-01-03"}]})");
  HttpRequest csv = MakeRequest("GET", "/v1/reports/items/list?kind=tool");
  csv.headers.push_back({"accept", "text/csv"});
  CHECK(door.Send(csv, "clerk").body == "item_id,stock,made\n1,3,2026-01-02\n2,4,2026-01-03\n");
  const HttpResponse lines = door.Get("/v1/reports/items/list?kind=tool&$format=jsonl", "clerk");
  CHECK(lines.content_type == "application/x-ndjson");
  CHECK(lines.body.starts_with(R"({"item_id":1,)"));

  const std::string tag = HeaderOf(json, "ETag");
  CHECK(tag != HeaderOf(lines, "ETag"));
  HttpRequest again = MakeRequest("GET", "/v1/reports/items/list?kind=tool");
  again.headers.push_back({"if-none-match", tag});
  const HttpResponse unchanged = door.Send(again, "clerk");
  CHECK(unchanged.status == 304);
  CHECK(unchanged.body.empty());
  CHECK(HeaderOf(unchanged, "ETag") == tag);
  HttpRequest post = MakeRequest("POST", "/v1/reports/items/list", R"({"kind":"tool"})");
  CHECK(HeaderOf(door.Send(post, "clerk"), "ETag") == tag);
  post.headers.push_back({"if-none-match", tag});
  CHECK(door.Send(post, "clerk").status == 412);
  again.target = "/v1/reports/items/list?kind=toy";
  CHECK(door.Send(again, "clerk").status == 200);
  HttpRequest head = MakeRequest("HEAD", "/v1/reports/items/list?kind=tool");
  CHECK(HeaderOf(door.Send(head, "clerk"), "ETag") == tag);
}

TEST_CASE("a cut answer says so, and a form that cannot refuses it") {
  Door door;
  const HttpResponse cut = door.Get("/v1/reports/items/list?kind=tool&limit=1", "clerk");
  CHECK_THAT(cut.body, Catch::StartsWith(R"({"status":"ok","complete":false,"truncated":["rows"])"));
  CHECK(HeaderOf(cut, "Querygate-Complete") == "false");
  CHECK(door.Get("/v1/reports/items/list?kind=tool&limit=1&$format=csv", "clerk").body ==
        Rejected("incomplete_result"));
  const HttpResponse allowed =
      door.Get("/v1/reports/items/list?kind=tool&limit=1&$format=csv&$allow_partial=true", "clerk");
  CHECK(allowed.body == "item_id,stock,made\n1,3,2026-01-02\n");
  CHECK(HeaderOf(allowed, "Querygate-Complete") == "false");
}

TEST_CASE("methods, types and paths that are not served") {
  Door door;
  const HttpResponse put = door.Send(MakeRequest("PUT", "/v1/reports/items/by_id", "{}"));
  CHECK(put.status == 405);
  CHECK(HeaderOf(put, "Allow") == "GET, HEAD, POST");
  CHECK(door.Post("/v1/reports", "{}").status == 405);
  CHECK(door.Get("/v1/reports/items/of_kinds?kinds=tool", "clerk").status == 405);  // a list is sent by POST
  HttpRequest form = MakeRequest("POST", "/v1/reports/items/by_id", "item_id=1");
  form.headers[1].value = "application/x-www-form-urlencoded";
  CHECK(door.Send(form).body == Rejected("unsupported_media_type"));
  HttpRequest charset = MakeRequest("POST", "/v1/reports/items/by_id", R"({"item_id":1})");
  charset.headers[1].value = "Application/JSON; charset=utf-8";
  CHECK(door.Send(charset).status == 200);
  CHECK(door.Post("/v1/reports/items/by_id?item_id=1", "{}").body == Rejected("invalid_arguments"));
  HttpRequest html = MakeRequest("GET", "/v1/reports/items/by_id?item_id=1");
  html.headers.push_back({"accept", "text/html"});
  CHECK(door.Send(html).status == 406);
  for (const char* path : {"/assets/pages.css", "/reports", "/v1", "/v1/reportsx", "/mcpx", "/mcp/A", "/mcp/a/b", "/mcp/", "/openapi.yaml"}) {
    CAPTURE(path);
    CHECK(door.Get(path).body == Rejected("unknown_path"));
  }
}

TEST_CASE("a failure keeps its cause from the caller and tells the operator") {
  Door door;
  const HttpResponse failed = door.Post("/v1/reports/items/slow", "{}", "clerk");
  CHECK(failed.status == 503);
  CHECK(failed.body == R"({"status":"failed","reason":"budget_exceeded"})");
  CHECK_THAT(door.log.text, Catch::StartsWith("failed items/slow budget_exceeded: "));
}

TEST_CASE("the statuses that are sent are those that the table of reasons tells") {
  const auto told = [](std::string_view reason) { return std::string(FindReason(reason)->http); };
  using Kind = RejectionKind;
  const auto sent = [](Kind kind) { return std::to_string(StatusOf(Rejection{kind, {}, {}})); };
  CHECK(told("unknown_argument") == sent(Kind::kInvalidRequest));
  CHECK(told("not_permitted") == sent(Kind::kNotPermitted));
  CHECK(told("report_retired") == sent(Kind::kRetired));
  CHECK(told("source_limit") == sent(Kind::kInvalidData));
  CHECK(told("not_found") == sent(Kind::kNotFound));
  for (const char* reason : {"query_unavailable", "query_failed", "deadline_exceeded", "budget_exceeded",
                             "lock_timeout", "schema_drift", "overloaded"}) {
    CAPTURE(reason);
    CHECK(told(reason) == std::to_string(StatusOf(Failure{reason, {}})));
  }
}

TEST_CASE("the OpenAPI document has the schemas that agents get") {
  Door door;
  const std::string document = door.Get("/openapi.json", "clerk").body;
  const auto json = ReadJson(document);
  REQUIRE(json.value);
  const JsonValue* paths = mcp::FindJson(*json.value, "paths");
  REQUIRE(paths != nullptr);
  CHECK(paths->members.size() == 5);
  const JsonValue* list = mcp::FindJson(*paths, "/v1/reports/items/of_kinds");
  REQUIRE(list != nullptr);
  CHECK(mcp::FindJson(*list, "get") == nullptr);
  const std::string tools = door.Post("/mcp", R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", "clerk").body;
  std::size_t compared = 0;
  for (std::size_t at = tools.find("\"inputSchema\":"); at != std::string::npos;
       at = tools.find("\"inputSchema\":", at + 1)) {
    const std::size_t start = at + std::string_view("\"inputSchema\":").size();
    const std::string schema = tools.substr(start, tools.find(",\"outputSchema\":", at) - start);
    CAPTURE(schema);
    CHECK(document.find(R"("application/json":{"schema":)" + schema) != std::string::npos);
    ++compared;
  }
  CHECK(compared == 5);
}

}  // namespace
}  // namespace querygate::server::testing
