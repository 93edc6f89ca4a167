// The pool of workers from many threads at a time, some of which give up: what a thread sanitizer is run over.
#include <atomic>
#include <csignal>
#include <filesystem>
#include <stop_token>
#include <thread>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/isolation/worker_pool.h"
#include "engine/load/documents.h"
#include "engine/policy/compile.h"
#include "tools/bench/worker_processes.h"

namespace querygate::isolation {
namespace {

std::shared_ptr<const SourceText> Text(std::string name, std::string text) {
  return std::make_shared<const SourceText>(std::move(name), std::move(text));
}

constexpr const char* kSchema = "CREATE TABLE items(id INTEGER PRIMARY KEY);";

std::shared_ptr<const CompiledReport> Compile(const std::string& id, int most) {
  auto source = std::make_shared<SourceDeclaration>(
      *LoadSource(Text("shop.yaml",
                       "apiVersion: querygate/v1\nkind: Source\nbackend: sqlite\nschema: shop.sql\n"
                       "expose: { items: [id] }\n"),
                  "shop")
           .value);
  source->schema_text = Text("shop.sql", kSchema);
  CompileInputs inputs;
  inputs.source = CompileSource(source).value;
  inputs.limits =
      LoadLimits(Text("default.yaml", "apiVersion: querygate/v1\nkind: Limits\ndeadline: 60s\n"), "default").value;
  auto report =
      LoadReport(Text(id + ".yaml",
                      "apiVersion: querygate/v1\nkind: Report\ntitle: Items\ndescription: All items.\nowner: test\n"
                      "version: 1\nsource: shop\nallow: { tables: { items: [id] } }\nqueries:\n  items:\n"
                      "    sql: SELECT id FROM items ORDER BY id\n    rows: { max: " +
                          std::to_string(most) +
                          ", over: truncate }\n    columns: { id: { type: integer } }\n"
                          "result: { rows: items }\n"),
                 id);
  REQUIRE(report.value);
  auto compiled = CompileReport(report.value, inputs);
  REQUIRE(compiled.value);
  return compiled.value;
}

}  // namespace

TEST_CASE("many threads share a pool, and none hears another's answer") {
  std::string folder = (std::filesystem::temp_directory_path() / "querygate-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const std::string database = folder + "/shop.sqlite";
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(database.c_str(), &raw) == SQLITE_OK);
  REQUIRE(sqlite3_exec(raw, (std::string(kSchema) + "INSERT INTO items VALUES (1), (2), (3), (4), (5);").c_str(),
                       nullptr, nullptr, nullptr) == SQLITE_OK);
  REQUIRE(sqlite3_close(raw) == SQLITE_OK);

  std::vector<std::shared_ptr<const CompiledReport>> reports;
  for (int most = 1; most <= 4; ++most) reports.push_back(Compile("items/first_" + std::to_string(most), most));
  const SystemClock clock;
  WorkerPoolOptions options;
  options.program.path = "/proc/self/exe";
  options.program.keep_errors = true;
  options.max_workers = 3;
  options.bound_address_space = false;
  std::atomic<int> right{0}, wrong{0}, failed{0}, left{0};
  {
    WorkerPool pool(options);
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 6; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t turn = 0; turn < 40; ++turn) {
          const std::size_t which = (thread + turn) % reports.size();
          std::stop_source gone;
          CallContext context;
          context.now = clock.WallNow();
          context.budget = reports[which]->budget;
          context.deadline.at = clock.SteadyNow() + std::chrono::seconds(60);
          context.cancel = gone.get_token();
          const bool leaves = turn % 8 == 7;
          std::thread leaving;
          if (leaves) leaving = std::thread([&] { gone.request_stop(); });
          const Answer answer = pool.Call(reports[which], database, {}, context, {});
          if (leaving.joinable()) leaving.join();
          const auto* delivery = std::get_if<Delivery>(&answer.body);
          if (delivery == nullptr) {
            ++(leaves ? left : failed);
          } else {
            ++(delivery->rows == static_cast<std::int64_t>(which + 1) ? right : wrong);
          }
          static_cast<void>(pool.statistics());
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(pool.statistics().busy == 0);
    CHECK(pool.statistics().idle <= 3);
  }
  CHECK(bench::WorkerProcesses().empty());
  CHECK(wrong == 0);
  CHECK(failed == 0);
  CHECK(right + left == 240);
  CHECK(right >= 210);
  std::filesystem::remove_all(folder);
}

}  // namespace querygate::isolation
