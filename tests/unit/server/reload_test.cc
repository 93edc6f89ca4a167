#include "tools/server/reload.h"

#include <filesystem>

#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "engine/audit/auditor.h"
#include "engine/load/catalog.h"
#include "tests/unit/server/served_deployment.h"
#include "tools/server/folder_image.h"
#include "tools/server/front_door.h"
#include "tools/server/upkeep.h"

namespace querygate::server {
namespace {

using testing::KeptLog;
using testing::MakeRequest;
using testing::RoleAuthenticator;
using testing::ServedDeployment;
using namespace std::chrono_literals;

std::string TextOf(const std::string& path) {
  auto text = ReadFile(path, 1 << 20);
  REQUIRE(text);
  return *text;
}

void Replace(const ServedDeployment& deployment, const std::string& file, const std::string& from,
             const std::string& to) {
  std::string text = TextOf(deployment.path(file));
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  deployment.Write(file, text.replace(at, from.size(), to));
}

void Execute(const ServedDeployment& deployment, const char* sql) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(deployment.path("shop.sqlite").c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

Gateway OpenSettled(const ServedDeployment& deployment) {
  Gateway gateway = deployment.Open();
  CHECK(gateway.Settle().empty());
  return gateway;
}

class Site {
 public:
  Site()
      : image(ImageOfFolders(std::vector<std::string>{deployment.path("reports"), deployment.path("policies")})),
        gateway(OpenSettled(deployment)),
        reloader(gateway, metrics, log),
        door_(gateway, authenticator_, log, Settings()) {}

  HttpResponse Get(const std::string& target, const std::string& role = "clerk") {
    HttpRequest request = MakeRequest("GET", target);
    request.headers.push_back({"authorization", "Bearer " + role});
    return door_.Answer(request, {});
  }

  ServedDeployment deployment;
  KeptLog log;
  Metrics metrics{"test"};
  const std::string image;
  ServedGateway gateway;
  Reloader reloader;

 private:
  static FrontDoorSettings Settings() {
    FrontDoorSettings settings;
    settings.addresses.hosts = LoopbackHosts();
    return settings;
  }
  RoleAuthenticator authenticator_;
  FrontDoor door_;
};

constexpr const char* kItem = "/v1/reports/items/by_id?item_id=1";

TEST_CASE("declarations change for callers when they are reloaded, and not before") {
  Site site;
  const std::string before = site.Get(kItem).body;
  Replace(site.deployment, "reports/items/by_id.yaml", "SELECT kind FROM", "SELECT 'x' AS kind FROM");
  std::filesystem::remove(site.deployment.path("reports/items/of_kinds.yaml"));
  CHECK(site.Get(kItem).body == before);
  CHECK(site.Get("/v1/reports/items/of_kinds?kinds=tool").status == 405);  // lists are not for addresses: it is known

  CHECK(site.reloader.Reload());
  CHECK(site.Get(kItem).body.find(R"("kind":"x")") != std::string::npos);
  CHECK(site.Get("/v1/reports/items/of_kinds?kinds=tool").status == 404);
  CHECK_THAT(site.log.text, Catch::Contains("told reloaded: 6 reports; 1 changed: items/by_id; 1 removed: items/of_kinds"));
  CHECK_THAT(site.metrics.Render(), Catch::Contains("reloads"));
}

TEST_CASE("a set that is not whole is refused, and the one before is served on") {
  const auto [file, text] = GENERATE(table<const char*, const char*>({
      {"reports/items/list.yaml", "nothing: [\n"},
      {"reports/items/new.yaml", "apiVersion: querygate/v1\nkind: Report\n"},
      {"policies/access.yaml", "apiVersion: querygate/v1\nkind: Access\nroles: { clerk: 7 }\n"},
      {"policies/sources/shop.yaml", "apiVersion: querygate/v1\nkind: Source\nbackend: none\n"},
      {"policies/limits/default.yaml", "apiVersion: querygate/v1\nkind: Limits\nvm_steps: -1\n"},
  }));
  INFO(file);
  Site site;
  const std::string before = site.Get(kItem).body;
  // A good change beside the broken one is not taken over either.
  Replace(site.deployment, "reports/items/by_id.yaml", "SELECT kind FROM", "SELECT 'x' AS kind FROM");
  site.deployment.Write(file, text);
  CHECK_FALSE(site.reloader.Reload());
  CHECK(site.Get(kItem).body == before);
  CHECK(site.Get("/v1/reports/items/new").status == 404);
  CHECK_THAT(site.log.text, Catch::Contains("told reload_refused: ") && Catch::Contains(file));
}

TEST_CASE("a call keeps the policy it began with") {
  Site site;
  const auto begun = site.gateway.Current();
  Replace(site.deployment, "policies/access.yaml", "'items/*', ", "");
  CHECK(site.reloader.Reload());
  CHECK(site.Get(kItem).status == 404);

  CallScene scene{begun, testing::IdentityOf("clerk"), std::chrono::steady_clock::now(), {}, nullptr, {}};
  Arguments arguments;
  Argument item;
  item.kind = Argument::Kind::kWord;
  item.text = "1";
  arguments.emplace_back("item_id", item);
  const auto answer = RunCall(scene, MakeCall(scene, "items/by_id", arguments, {}));
  REQUIRE(answer);
  CHECK(std::holds_alternative<Delivery>(answer->answer.body));
}

TEST_CASE("a database that has drifted keeps its reports from being answered, and no others") {
  Site site;
  site.reloader.TellUnfit({});
  CHECK(site.log.text.empty());
  Execute(site.deployment, "ALTER TABLE owned RENAME COLUMN name TO called");
  site.reloader.TellUnfit({});
  CHECK_THAT(site.log.text, Catch::Contains("failed mine/names schema_drift: ") && !Catch::Contains("items/"));
  CHECK_THAT(site.metrics.Render(), Catch::Contains("reports_unfit 1\n"));
  const HttpResponse drifted = site.Get("/v1/reports/mine/names");
  CHECK(drifted.status == 503);
  CHECK_THAT(drifted.body, Catch::Contains("schema_drift"));
  CHECK(site.Get(kItem).status == 200);

  Execute(site.deployment, "ALTER TABLE owned RENAME COLUMN called TO name");
  site.reloader.TellUnfit({});
  CHECK_THAT(site.metrics.Render(), Catch::Contains("reports_unfit 0\n"));
  CHECK(site.Get("/v1/reports/mine/names").status == 200);
}

TEST_CASE("a statement that its own schema refuses is not called drift") {
  Site site;
  Replace(site.deployment, "reports/mine/names.yaml", "SELECT name FROM owned", "SELECT owner AS name FROM owned");
  CHECK(site.reloader.Reload());
  site.reloader.TellUnfit({});
  CHECK_THAT(site.log.text, Catch::Contains("failed mine/names query_unavailable: "));
}

TEST_CASE("folders look the same until a file of theirs is changed, added, removed or replaced") {
  const ServedDeployment deployment;
  const std::vector<std::string> folders{deployment.path("reports"), deployment.path("policies")};
  auto differs = [&, before = ImageOfFolders(folders)]() mutable {
    const std::string now = ImageOfFolders(folders);
    const bool different = now != before;
    before = now;
    return different;
  };
  CHECK_FALSE(differs());
  deployment.Write("reports/items/by_id.yaml", TextOf(deployment.path("reports/items/by_id.yaml")));
  CHECK(differs());
  deployment.Write("reports/new/report.yaml", "");
  CHECK(differs());
  std::filesystem::rename(deployment.path("reports/new/report.yaml"), deployment.path("reports/new/other.yaml"));
  CHECK(differs());
  std::filesystem::remove(deployment.path("policies/access.yaml"));
  CHECK(differs());
  CHECK_FALSE(differs());
}

template <typename Condition>
bool Await(const Condition& condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

TEST_CASE("signals and changed files are answered by the upkeep of a server") {
  SignalQueue signals(UpkeepSignals());
  Site site;
  AuditDeclaration declared;
  declared.file.value = "audit.jsonl";
  declared.key.value = "audit.key";
  auto audit = Auditor::Open(declared, site.deployment.path(""), std::make_shared<const SystemClock>());
  REQUIRE(audit);
  const auto reloads = [&] {
    const std::string text = site.metrics.Render();
    constexpr std::string_view kCount = "\nquerygate_reloads_total ";
    const std::size_t at = text.find(kCount);
    return at == std::string::npos ? 0 : std::stoi(text.substr(at + kCount.size()));
  };

  SECTION("a changed file, once it stands still") {
    UpkeepSettings settings{site.gateway.Current()->Folders(), site.image, 20ms, nullptr};
    const Upkeep upkeep(std::move(settings), signals, site.reloader, site.log);
    Replace(site.deployment, "reports/items/by_id.yaml", "SELECT kind FROM", "SELECT 'x' AS kind FROM");
    CHECK(Await([&] { return reloads() == 1; }));
    CHECK(site.Get(kItem).body.find(R"("kind":"x")") != std::string::npos);
    std::this_thread::sleep_for(200ms);
    CHECK(reloads() == 1);
  }
  SECTION("only the signal, where folders are not watched") {
    UpkeepSettings settings{site.gateway.Current()->Folders(), site.image, std::nullopt, nullptr};
    const Upkeep upkeep(std::move(settings), signals, site.reloader, site.log);
    Replace(site.deployment, "reports/items/by_id.yaml", "SELECT kind FROM", "SELECT 'x' AS kind FROM");
    std::this_thread::sleep_for(200ms);
    CHECK(reloads() == 0);
    ::kill(::getpid(), SIGHUP);
    CHECK(Await([&] { return reloads() == 1; }));
  }
  SECTION("the audit log goes on in a new file") {
    UpkeepSettings settings{{}, {}, std::nullopt, &(*audit)->log()};
    const Upkeep upkeep(std::move(settings), signals, site.reloader, site.log);
    ::kill(::getpid(), SIGUSR1);
    CHECK(Await([&] { return std::filesystem::exists(site.deployment.path("audit.jsonl.000000000001")); }));
    CHECK(std::filesystem::exists(site.deployment.path("audit.jsonl")));
  }
}

}  // namespace
}  // namespace querygate::server
