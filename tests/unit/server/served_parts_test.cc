// What a deployment says about callers, limits and the log, from a request to its answer.
#include "tools/server/served_parts.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include "engine/identity/bearer_token.h"
#include "tests/unit/server/served_deployment.h"
#include "tools/server/front_door.h"
#include "tools/server/report_call.h"

namespace querygate::server::testing {
namespace {

constexpr const char* kTrace = "0af7651916cd43dd8448eb211c80319c";

std::string ReadAll(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::size_t Count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The deployment with two callers by token, a log, and limits that a test sets.
class Served {
 public:
  explicit Served(const std::string& limits = "", const std::string& sources = "{ shop: { path: shop.sqlite } }") {
    std::ofstream(deployment_.path("tokens.jsonl"))
        << Line("clerk", clerk_, R"({"roles":["clerk"],"owner":"ann"})") << Line("toys", toys_, R"({"roles":["toyshop"]})");
    ::chmod(deployment_.path("tokens.jsonl").c_str(), 0600);
    deployment_.Write("querygate.yaml",
                      "apiVersion: querygate/v1\nkind: Gateway\nsources: " + sources +
                          "\nidentity: { tokens: tokens.jsonl }\naudit: { file: audit.jsonl, key: audit.key }\n" +
                          limits);
    gateway_.emplace(deployment_.Open());
    auto parts = ServedParts::Open(*gateway_, "test", std::make_shared<const SystemClock>());
    if (!parts) FAIL(parts.error());
    parts_ = *std::move(parts);
    FrontDoorSettings settings;
    settings.addresses.hosts = LoopbackHosts();
    settings.version = "test";
    settings.keeping = &parts_->keeping();
    settings.metrics = &parts_->metrics();
    door_ = std::make_unique<FrontDoor>(*gateway_, parts_->authenticator(), log_, std::move(settings));
  }

  HttpResponse Get(const std::string& target, const std::string& token = {}) {
    HttpRequest request = MakeRequest("GET", target);
    if (!token.empty()) request.headers.push_back({"authorization", "Bearer " + token});
    request.headers.push_back({"traceparent", std::string("00-") + kTrace + "-b7ad6b7169203331-01"});
    if (auto at_once = door_->AnswerAtOnce(request)) return *at_once;
    return door_->Answer(request, {});
  }
  std::string audit() const { return ReadAll(deployment_.path("audit.jsonl")); }
  std::string path(const std::string& file) const { return deployment_.path(file); }
  const std::string& clerk() const { return clerk_; }
  const std::string& toys() const { return toys_; }

 private:
  static std::string Line(const std::string& name, const std::string& token, const std::string& claims) {
    return "{\"name\":\"" + name + "\",\"hash\":\"" + ToText(HashBearerToken(token)) + "\",\"claims\":" + claims + "}\n";
  }

  ServedDeployment deployment_;
  const std::string clerk_ = MakeBearerToken(), toys_ = MakeBearerToken();
  KeptLog log_;
  std::optional<ServedGateway> gateway_;
  std::unique_ptr<ServedParts> parts_;
  std::unique_ptr<FrontDoor> door_;
};

}  // namespace

TEST_CASE("a caller is who its token says, with the roles and the scope of its claims") {
  Served served;
  CHECK(served.Get("/v1/reports/mine/names", served.clerk()).body ==
        R"({"status":"ok","complete":true,"rows":[{"name":"lamp"}]})");
  CHECK(served.Get("/v1/reports/items/list?kind=toy", served.toys()).status == 200);
  CHECK(served.Get("/v1/reports/items/list?kind=tool", served.toys()).status == 403);  // narrowed
  CHECK(served.Get("/v1/reports/mine/names", served.toys()).status == 404);
  CHECK(served.Get("/v1/reports/items/by_id?item_id=1").status == 200);  // anonymous: visitor
  CHECK(served.Get("/v1/reports/mine/names").status == 404);
  const HttpResponse refused = served.Get("/v1/reports/items/by_id?item_id=1", MakeBearerToken());
  CHECK(refused.status == 401);
  CHECK(refused.body == R"({"status":"rejected","reason":"unauthenticated"})");
  CHECK(HeaderOf(refused, "WWW-Authenticate").starts_with("Bearer"));
}

TEST_CASE("every call is a line of the log before it is answered, and no secret is in it") {
  Served served;
  served.Get("/v1/reports/mine/names", served.clerk());
  served.Get("/v1/reports/items/list?kind=tool&limit=0", served.clerk());
  served.Get("/v1/reports/items/slow", served.clerk());
  served.Get("/v1/reports/no/such", served.clerk());  // no call
  CHECK(served.Get("/reports/mine/names?%24run=1", served.clerk()).status == 200);
  const std::string log = served.audit();
  CHECK(Count(log, "\"event\":\"call\"") == 4);
  CHECK(Count(log, "\"caller\":\"token:clerk\"") == 4);
  CHECK(Count(log, std::string("\"trace\":\"") + kTrace + "\"") == 4);
  CHECK(Count(log, "\"outcome\":\"ok\"") == 2);
  CHECK(Count(log, "\"reason\":\"invalid_limit\"") == 1);
  CHECK(Count(log, "\"reason\":\"budget_exceeded\"") == 1);
  CHECK(log.find(served.clerk()) == std::string::npos);
  CHECK(log.find("lamp") == std::string::npos);
}

TEST_CASE("a call that cannot be logged is not answered") {
  Served served;
  CHECK(served.Get("/v1/reports/mine/names", served.clerk()).status == 200);
  // Somebody moves the file away: lines would go where nobody looks for them.
  std::filesystem::rename(served.path("audit.jsonl"), served.path("elsewhere"));
  std::ofstream(served.path("audit.jsonl")) << "another";
  const HttpResponse refused = served.Get("/v1/reports/mine/names", served.clerk());
  CHECK(refused.status == 503);
  CHECK(refused.body == R"({"status":"failed","reason":"query_unavailable"})");
  CHECK(served.Get("/metrics").body.find("audit_failures") != std::string::npos);
}

TEST_CASE("a call that its operator has to make possible is logged like any other") {
  Served served("", "{}");
  const HttpResponse failed = served.Get("/v1/reports/mine/names", served.clerk());
  CHECK(failed.status == 503);
  CHECK(failed.body == R"({"status":"failed","reason":"query_unavailable"})");
  const std::string log = served.audit();
  CHECK(Count(log, "\"event\":\"call\"") == 1);
  CHECK(Count(log, "\"report\":\"mine/names\"") == 1);
  CHECK(Count(log, "\"outcome\":\"failed\",\"reason\":\"query_unavailable\"") == 1);
  CHECK(served.Get("/metrics").body.find("outcome=\"failed\",reason=\"query_unavailable\"} 1") != std::string::npos);
}

TEST_CASE("a caller over its limit is told when to come back, and the others are not") {
  Served served("rate_limits: { caller: { calls: 2, per: 1h } }\n");
  for (int call = 0; call < 2; ++call) CHECK(served.Get("/v1/reports/mine/names", served.clerk()).status == 200);
  const HttpResponse limited = served.Get("/v1/reports/mine/names", served.clerk());
  CHECK(limited.status == 429);
  CHECK(limited.body == R"({"status":"rejected","reason":"rate_limited"})");
  const int wait = std::stoi(HeaderOf(limited, "Retry-After"));
  CHECK(wait > 1000);
  CHECK(wait <= 3600);
  CHECK(served.Get("/v1/reports/items/list?kind=toy", served.toys()).status == 200);
  CHECK(Count(served.audit(), "\"event\":\"call\"") == 3);
}

TEST_CASE("counts are served where the deployment says so, under the names of its own reports") {
  Served served;
  served.Get("/v1/reports/mine/names", served.clerk());
  served.Get("/v1/reports/no/such", served.clerk());
  const HttpResponse counts = served.Get("/metrics");
  CHECK(counts.status == 200);
  CHECK(counts.content_type.starts_with("text/plain"));
  CHECK(counts.body.find("querygate_calls_total{report=\"mine/names\",outcome=\"ok\"") != std::string::npos);
  CHECK(counts.body.find("no/such") == std::string::npos);
  CHECK(counts.body.find("querygate_calls_running 0") != std::string::npos);
}

TEST_CASE("only a well-formed trace is one") {
  const std::string good = std::string("00-") + kTrace + "-b7ad6b7169203331-01";
  CHECK(TraceIdOf(good) == kTrace);
  CHECK(TraceIdOf("cc" + good.substr(2) + "-what-comes-later") == kTrace);
  for (const std::string& bad :
       {std::string(), good.substr(0, 54), good + "-more", "ff" + good.substr(2), "00-" + std::string(32, '0') + good.substr(35),
        "00-" + std::string(32, 'G') + good.substr(35), "00_" + good.substr(3), good + "\""}) {
    INFO(bad);
    CHECK(TraceIdOf(bad).empty());
  }
  CHECK(TraceIdOf(std::nullopt).empty());
}

}  // namespace querygate::server::testing
