// What a locked-in worker makes of databases that are replaced, logged and missing.
#include <filesystem>
#include <memory>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "tests/documents/scenario.h"
#include "tests/isolation/isolated_gateway.h"

namespace querygate {
namespace {

using scenario::Folder;
using testing::Hear;
using testing::MakeUnits;
using testing::OpenIsolated;
using testing::UnitsRequest;
using testing::WorkerProcesses;

class Writer {
 public:
  explicit Writer(const std::string& path) {
    sqlite3* raw = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &raw) == SQLITE_OK);
    connection_.reset(raw);
  }
  void Run(const char* sql) {
    INFO(sql << ": " << sqlite3_errmsg(connection_.get()));
    REQUIRE(sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  }

 private:
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close(connection); }
  };
  std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace

TEST_CASE("a replaced file is answered from, by the same worker") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  const std::string before = MakeUnits(path, 7);
  const std::string after = MakeUnits(folder / "next.sqlite", 8);
  const Gateway gateway = OpenIsolated({{"logistics", path}});
  CHECK(Hear(gateway.Run(UnitsRequest())).text == before);
  std::filesystem::rename(folder / "next.sqlite", path);
  CHECK(Hear(gateway.Run(UnitsRequest())).text == after);
  CHECK(gateway.Load().workers->started == 1);
}

TEST_CASE("a missing database is a failure, and found once it is there") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  const Gateway gateway = OpenIsolated({{"logistics", path}});
  const auto heard = Hear(gateway.Run(UnitsRequest()));
  CHECK(heard.reason == "query_unavailable");
  CHECK_FALSE(std::filesystem::exists(path));
  const std::string body = MakeUnits(path, 7);
  CHECK(Hear(gateway.Run(UnitsRequest())).text == body);
}

TEST_CASE("a link to a database elsewhere is not followed") {
  const Folder folder, elsewhere;
  MakeUnits(elsewhere / "units.sqlite", 7);
  std::filesystem::create_symlink(elsewhere / "units.sqlite", folder / "link.sqlite");
  const Gateway gateway = OpenIsolated({{"logistics", folder / "link.sqlite"}});
  CHECK(Hear(gateway.Run(UnitsRequest())).reason == "query_unavailable");
}

TEST_CASE("a writer's rows are seen as soon as they are committed, in every journal mode") {
  for (const char* mode : {"delete", "truncate", "persist", "wal"}) {
    INFO(mode);
    const Folder folder;
    const std::string path = folder / "units.sqlite";
    MakeUnits(path, 7);
    Writer writer(path);
    writer.Run(("PRAGMA journal_mode=" + std::string(mode)).c_str());
    writer.Run("UPDATE parcels SET units = 8");
    const Gateway gateway = OpenIsolated({{"logistics", path}});
    for (int units = 9; units < 40; ++units) {
      writer.Run(("UPDATE parcels SET units = " + std::to_string(units)).c_str());
      const auto heard = Hear(gateway.Run(UnitsRequest()));
      INFO(heard.reason << heard.cause);
      CHECK(heard.text.find("\"units_decimal\":\"" + std::to_string(units) + "\"") != std::string::npos);
    }
    CHECK(gateway.Load().workers->started == 1);
  }
}

TEST_CASE("a log without its index is a failure that the operator can name") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  MakeUnits(path, 7);
  Writer(path).Run("PRAGMA journal_mode=WAL");  // and gone: neither -wal nor -shm is left
  REQUIRE_FALSE(std::filesystem::exists(path + "-shm"));
  const Gateway gateway = OpenIsolated({{"logistics", path}});
  const auto heard = Hear(gateway.Run(UnitsRequest()));
  CHECK(heard.reason == "query_unavailable");
  INFO(heard.cause);
  CHECK(heard.cause.find("-shm") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(path + "-shm"));
  CHECK_FALSE(std::filesystem::exists(path + "-wal"));
  // The same worker answers once somebody who may has opened the database.
  Writer owner(path);
  owner.Run("UPDATE parcels SET units = 9");
  CHECK(Hear(gateway.Run(UnitsRequest())).reason == "ok");
}

TEST_CASE("a worker knows one database only") {
  const Folder folder, other;
  const std::string path = folder / "units.sqlite";
  MakeUnits(path, 7);
  scenario::MakeSource(other / "ticketing.sqlite", "ticketing", true);
  const Gateway gateway = OpenIsolated({{"logistics", path}, {"ticketing", other / "ticketing.sqlite"}});
  CHECK(Hear(gateway.Run(UnitsRequest())).reason == "ok");
  CallRequest second = UnitsRequest();
  second.report = "parcels/units_by_zone";
  CHECK(Hear(gateway.Run(second)).reason == "ok");
  CHECK(WorkerProcesses().size() == 1);
}

}  // namespace querygate
