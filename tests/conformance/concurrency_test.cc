// Many callers at once, and writers between the queries of one call: nobody sees another's rows, and every
// part of an answer shows one state of the data. Meant to be run under a thread sanitizer too.
#include <array>
#include <atomic>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "tests/conformance/report_builder.h"
#include "tests/conformance/sqlite_kit.h"

namespace querygate::testing {
namespace {

constexpr const char* kShelves =
    "CREATE TABLE shelves(shelf_id TEXT PRIMARY KEY, region TEXT, site INTEGER, aisle INTEGER, stock INTEGER);"
    "CREATE INDEX shelves_by_place ON shelves(region, site, aisle);";
constexpr int kSites = 4;
constexpr int kAisles = 3;
constexpr std::array<const char*, 3> kRegions = {"north", "south", "north "};

std::string ShelfName(const std::string& region, int site, int aisle) {
  return region + "/" + std::to_string(site) + "/" + std::to_string(aisle);
}

std::string ShelfRows() {
  std::string sql = "BEGIN;";
  for (const char* region : kRegions) {
    for (int site = 0; site < kSites; ++site) {
      for (int aisle = 0; aisle < kAisles; ++aisle) {
        for (const char* side : {"a", "b"}) {
          sql += "INSERT INTO shelves VALUES('" + ShelfName(region, site, aisle) + side + "','" + region + "'," +
                 std::to_string(site) + "," + std::to_string(aisle) + "," + std::to_string(100 * site + aisle) + ");";
        }
      }
    }
  }
  return sql + "COMMIT;";
}

std::shared_ptr<const CompiledReport> Shelves() {
  return ReportBuilder(kShelves)
      .Table("shelves", {"shelf_id", "aisle", "stock"})
      .Scope("shelves", {{"region", "region"}, {"site", "site"}})
      .Function("count")
      .Query("SELECT shelf_id, :mark AS mark FROM shelves WHERE aisle = :aisle ORDER BY shelf_id", {"shelf_id", "mark"})
      .Query("SELECT count(*) AS shelves, :mark AS mark FROM shelves", {"shelves", "mark"})
      .Query(
          "SELECT a.shelf_id, (SELECT count(*) FROM shelves b WHERE b.stock >= :least) AS more"
          " FROM shelves a WHERE a.aisle IN (SELECT aisle FROM shelves WHERE aisle = :aisle) ORDER BY a.shelf_id",
          {"shelf_id", "more"})
      .Build();
}

// All three queries of one call of one caller, held to what that caller alone may see.
struct Caller {
  std::string region;
  int site = 0;
  int aisle = 0;
  std::string mark;

  std::string Complaint(AttachedSource& source, const std::shared_ptr<const CompiledReport>& report) const {
    const ScopeValues scope{{"region", Value::Text(region)}, {"site", Value::Integer(site)}};
    auto snapshot = source.Begin(report, scope, Unhurried(*report));
    if (!snapshot) return "begin: " + snapshot.error().cause;
    const std::string shelf = ShelfName(region, site, aisle);
    const Value tag = Value::Text(mark);
    const Rows found{{Value::Text(shelf + "a"), tag}, {Value::Text(shelf + "b"), tag}};
    const Rows counted{{Value::Integer(2 * kAisles), tag}};
    const Rows compared{{Value::Text(shelf + "a"), Value::Integer(2 * (kAisles - aisle))},
                        {Value::Text(shelf + "b"), Value::Integer(2 * (kAisles - aisle))}};
    const auto differs = [&](std::size_t query, const std::vector<Value>& values, const Rows& expected) {
      const auto rows = ReadAll(**snapshot, query, values);
      return !rows || *rows != expected;
    };
    if (differs(0, {tag, Value::Integer(aisle)}, found)) return "another's row or mark";
    if (differs(1, {tag}, counted)) return "another's count";
    if (differs(2, {Value::Integer(100 * site + aisle), Value::Integer(aisle)}, compared)) return "another's subquery";
    if (auto finished = (*snapshot)->Finish(); !finished) return "finish: " + finished.error().cause;
    return {};
  }
};

Caller NthCaller(std::size_t thread, std::size_t turn) {
  const std::size_t n = thread * 7 + turn;
  return {.region = kRegions[n % kRegions.size()],
          .site = static_cast<int>(n / kRegions.size() % kSites),
          .aisle = static_cast<int>(n % kAisles),
          .mark = "caller " + std::to_string(thread) + " turn " + std::to_string(turn)};
}

constexpr const char* kLedger =
    "CREATE TABLE accounts(account_id INTEGER PRIMARY KEY, state INTEGER, amount INTEGER);"
    "CREATE TABLE journal(entry_id INTEGER PRIMARY KEY, state INTEGER);"
    "CREATE VIEW totals AS SELECT sum(amount) AS total, max(state) AS state FROM accounts;"
    "INSERT INTO accounts VALUES (1, 0, 500), (2, 0, 300), (3, 0, 200);"
    "INSERT INTO journal VALUES (1, 0);";

// Every query of it is answered with the number of the state that it sees.
std::shared_ptr<const CompiledReport> Ledger() {
  return ReportBuilder(kLedger)
      .Table("accounts", {"account_id", "state", "amount"})
      .Table("journal", {"entry_id", "state"})
      .Table("totals", {"total", "state"})
      .Function("sum")
      .Function("max")
      .Function("count")
      .Query("SELECT max(state) AS state, sum(amount) AS total FROM accounts", {"state", "total"})
      .Query("SELECT count(*) - 1 AS state, 1000 AS total FROM journal", {"state", "total"})
      .Query("SELECT t.state AS state, t.total AS total FROM totals t", {"state", "total"})
      .Query("SELECT state, 1000 AS total FROM accounts WHERE account_id = 3", {"state", "total"})
      .Build();
}

// From one state to the next; what the accounts hold together stays 1000.
constexpr const char* kNextState =
    "BEGIN IMMEDIATE;"
    "UPDATE accounts SET state = state + 1, amount = amount + CASE account_id WHEN 1 THEN -1 WHEN 2 THEN 1 ELSE 0 END;"
    "INSERT INTO journal(state) SELECT max(state) FROM accounts;"
    "COMMIT;";

// True: committed. False: readers kept it out, and nothing was written.
bool Advance(Writer& writer) {
  const int code = sqlite3_exec(writer.handle(), kNextState, nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return true;
  if (sqlite3_get_autocommit(writer.handle()) == 0) writer.Run("ROLLBACK");
  if (code != SQLITE_BUSY) throw std::runtime_error(sqlite3_errmsg(writer.handle()));
  return false;
}

std::string Mode(const std::string& journal) { return "PRAGMA journal_mode=" + journal + ";"; }

// The state that a whole call saw, or -1 when its parts do not show the same one.
std::int64_t StateOf(const std::vector<Rows>& answers) {
  std::int64_t state = -1;
  for (const Rows& rows : answers) {
    if (rows.size() != 1 || rows[0][0].storage != StorageClass::kInteger || rows[0][1] != Value::Integer(1000))
      return -1;
    if (state >= 0 && rows[0][0].integer != state) return -1;
    state = rows[0][0].integer;
  }
  return state;
}

}  // namespace

TEST_CASE("no value of one call is in another's answer, on eight threads of one source") {
  SqliteKit kit(kShelves);
  kit.Run(ShelfRows());
  const auto backend = kit.MakeBackend();
  const auto source = backend->Attach(nullptr, kit.location());
  const auto report = Shelves();

  // Catch2's assertions are for one thread.
  std::array<std::string, 8> complaints;
  std::array<int, 8> calls{};
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < complaints.size(); ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t turn = 0; turn < 40 && complaints[thread].empty(); ++turn, ++calls[thread])
        complaints[thread] = NthCaller(thread, turn).Complaint(*source, report);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t thread = 0; thread < complaints.size(); ++thread) {
    CAPTURE(thread);
    CHECK(complaints[thread] == "");
    CHECK(calls[thread] == 40);
  }
}

TEST_CASE("open calls of different callers take turns on one thread without meeting") {
  SqliteKit kit(kShelves);
  kit.Run(ShelfRows());
  const auto backend = kit.MakeBackend();
  const auto source = backend->Attach(nullptr, kit.location());
  const auto report = Shelves();
  const Caller first = NthCaller(0, 0), second = NthCaller(1, 0);
  REQUIRE(first.region + std::to_string(first.site) != second.region + std::to_string(second.site));

  const auto begin = [&](const Caller& caller) {
    auto snapshot = source->Begin(
        report, {{"region", Value::Text(caller.region)}, {"site", Value::Integer(caller.site)}}, Unhurried(*report));
    REQUIRE(snapshot);
    return *std::move(snapshot);
  };
  const auto mine = begin(first);
  const auto theirs = begin(second);
  const std::vector<Value> my_values{Value::Text(first.mark), Value::Integer(first.aisle)};
  const std::vector<Value> their_values{Value::Text(second.mark), Value::Integer(second.aisle)};
  const auto my_cursor = mine->Execute(0, 0, my_values);
  const auto their_cursor = theirs->Execute(0, 0, their_values);
  REQUIRE(my_cursor);
  REQUIRE(their_cursor);
  for (const char* side : {"a", "b"}) {
    REQUIRE(*(*my_cursor)->Next());
    REQUIRE(*(*their_cursor)->Next());
    CHECK(Value::Copy((*my_cursor)->Column(0)) == Value::Text(ShelfName(first.region, first.site, first.aisle) + side));
    CHECK(Value::Copy((*my_cursor)->Column(1)) == Value::Text(first.mark));
    CHECK(Value::Copy((*their_cursor)->Column(0)) ==
          Value::Text(ShelfName(second.region, second.site, second.aisle) + side));
    CHECK(Value::Copy((*their_cursor)->Column(1)) == Value::Text(second.mark));
  }
  CHECK_FALSE(*(*my_cursor)->Next());
  CHECK_FALSE(*(*their_cursor)->Next());
}

TEST_CASE("a writer between two queries of a call changes the next call only") {
  struct Journal {
    const char* mode;
    bool writer_waits;  // until the call is over
  };
  const Journal journal = GENERATE(values<Journal>({{"delete", true}, {"truncate", true}, {"wal", false}}));
  CAPTURE(journal.mode);
  SqliteKit kit(kLedger);
  Writer writer(kit.location());
  writer.Run(Mode(journal.mode));
  const auto backend = kit.MakeBackend();
  const auto source = backend->Attach(nullptr, kit.location());
  const auto report = Ledger();

  std::int64_t state = 0;
  for (int call = 0; call < 3; ++call) {
    auto snapshot = source->Begin(report, {}, Unhurried(*report));
    REQUIRE(snapshot);
    std::vector<Rows> answers;
    int committed = 0;
    for (std::size_t query = 0; query < report->queries.size(); ++query) {
      committed += Advance(writer);
      const auto rows = ReadAll(**snapshot, query, {});
      REQUIRE(rows);
      answers.push_back(*rows);
    }
    CHECK(StateOf(answers) == state);
    CHECK(committed == (journal.writer_waits ? 0 : 4));
    CHECK((*snapshot)->Finish());
    if (journal.writer_waits) committed += Advance(writer);
    CHECK(committed > 0);
    state += committed;
  }
  const auto rows = Call(*source, report, {}, {}, Unhurried(*report));
  REQUIRE(rows);
  CHECK(StateOf({*rows}) == state);
}

TEST_CASE("every part of an answer shows one state while a writer never stops") {
  const std::string mode = GENERATE(as<std::string>{}, "delete", "wal");
  CAPTURE(mode);
  SqliteKit kit(kLedger);
  Writer(kit.location()).Run(Mode(mode));
  const auto backend = kit.MakeBackend();
  const auto source = backend->Attach(nullptr, kit.location());
  const auto report = Ledger();

  std::atomic<bool> done = false;
  int committed = 0;
  std::string writer_complaint;
  std::thread writing([&] {
    try {
      Writer writer(kit.location());
      // Readers open the log at this moment, too.
      writer.Run("PRAGMA busy_timeout=10000");
      writer.Run("PRAGMA synchronous=OFF");
      writer.Run("PRAGMA busy_timeout=0");
      while (!done || committed == 0) {
        committed += Advance(writer);
        std::this_thread::yield();
      }
    } catch (const std::exception& error) {
      writer_complaint = error.what();
    }
  });

  struct Tally {
    int whole = 0, torn = 0, backwards = 0, locked = 0;
    std::string failure;
  };
  std::array<Tally, 3> tallies;
  std::vector<std::thread> readers;
  for (Tally& tally : tallies) {
    readers.emplace_back([&] {
      std::int64_t last = 0;
      for (int call = 0; call < 40 && tally.failure.empty(); ++call) {
        auto snapshot = source->Begin(report, {}, Unhurried(*report));
        // A writer may win the lock for longer than a call waits: that is said, never answered.
        if (!snapshot && snapshot.error().reason == "lock_timeout") {
          ++tally.locked;
          continue;
        }
        if (!snapshot) {
          tally.failure = snapshot.error().reason + ": " + snapshot.error().cause;
          break;
        }
        std::vector<Rows> answers;
        for (std::size_t query = 0; query < report->queries.size(); ++query) {
          auto rows = ReadAll(**snapshot, query, {});
          if (!rows) tally.failure = rows.error().reason + ": " + rows.error().cause;
          answers.push_back(rows ? *std::move(rows) : Rows{});
          std::this_thread::yield();
        }
        if (auto finished = (*snapshot)->Finish(); !finished) tally.failure = finished.error().cause;
        const std::int64_t state = StateOf(answers);
        ++(state < 0 ? tally.torn : tally.whole);
        tally.backwards += state < last;
        last = state;
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  done = true;
  writing.join();

  CHECK(writer_complaint == "");
  CHECK(committed > 0);
  for (const Tally& tally : tallies) {
    CHECK(tally.failure == "");
    CHECK(tally.torn == 0);
    CHECK(tally.backwards == 0);
    CHECK(tally.whole + tally.locked == 40);
    CHECK(tally.whole > 0);
  }
}

}  // namespace querygate::testing
