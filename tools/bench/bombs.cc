#include "tools/bench/bombs.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include <sqlite3.h>

namespace querygate::bench {
namespace {

constexpr std::string_view kOne = "{ exactly: 1, none: not_found, many: several }";

// clang-format off
constexpr auto kBombs = std::to_array<Bomb>({
    {"endless_steps", "a recursive CTE without an end",
     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS v FROM n",
     "tables: {}, functions: [count], recursive: true", "{ type: integer }", kOne, "vm_steps: 100000",
     "budget_exceeded", "budget_exceeded"},
    {"endless_time", "the same, with steps to spare",
     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS v FROM n",
     "tables: {}, functions: [count], recursive: true", "{ type: integer }", kOne, "",
     "deadline_exceeded", "deadline_exceeded"},
    {"cross_join", "a thousand rows, crossed four times",
     "SELECT count(*) AS v FROM items a, items b, items c, items d WHERE a.id + b.id + c.id + d.id = -1",
     "tables: { items: [id] }, functions: [count]", "{ type: integer }", kOne, "",
     "deadline_exceeded", "deadline_exceeded"},
    {"printf", "padding of 200 MB", 
     "SELECT length(printf('%.*c', 200000000, 'x')) + length(printf('%.*c', 200000001, 'x')) "
     "+ length(printf('%.*c', 200000002, 'x')) AS v",
     "tables: {}, functions: [printf, length]", "{ type: integer }", kOne, "", "", "deadline_exceeded"},
    {"hex_zeroblob", "a blob of 200 MB in digits", "SELECT length(hex(zeroblob(200000000))) AS v",
     "tables: {}, functions: [hex, zeroblob, length]", "{ type: integer }", kOne, "", "budget_exceeded", "budget_exceeded"},
    {"doubling", "a text that doubles for ever",
     "WITH RECURSIVE n(s) AS (SELECT 'twenty bytes of text' UNION ALL SELECT s || s FROM n) "
     "SELECT count(*) AS v FROM n",
     "tables: {}, functions: [count], recursive: true", "{ type: integer }", kOne, "",
     "budget_exceeded", "budget_exceeded"},
    {"group_concat", "a text that grows for ever",
     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
     "SELECT length(group_concat('twenty bytes of text')) AS v FROM n",
     "tables: {}, functions: [group_concat, length], recursive: true", "{ type: integer }", kOne, "",
     "query_unavailable", "query_unavailable"},  // the gate: the order of its rows is not fixed
    {"big_sort", "a million rows of a kilobyte, sorted",
     "SELECT max(v) AS v FROM (SELECT a.filler || b.filler || b.id AS v FROM items a, items b ORDER BY 1 LIMIT 900000)",
     "tables: { items: [id, filler] }, functions: [max]", "{ type: text }", kOne, "",
     "deadline_exceeded", "budget_exceeded"},
    {"like", "a pattern that starts again at every byte",
     "SELECT count(*) AS v FROM items, texts WHERE text LIKE '%' || substr(text, 1, 250) || 'b' || id",
     "tables: { items: [id], texts: [text] }, functions: [count, like, substr]", "{ type: integer }", kOne, "",
     "deadline_exceeded", "deadline_exceeded"},
    {"search", "a few searches that start again at every byte",
     "SELECT instr(t, substr(t, 1, 80000) || 'b') + instr(t, substr(t, 1, 80001) || 'b') "
     "+ instr(t, substr(t, 1, 80002) || 'b') + instr(t, substr(t, 1, 80003) || 'b') AS v "
     "FROM (SELECT text || text || text || text || text || text || text || text || text AS t FROM texts)",
     "tables: { texts: [text] }, functions: [instr, substr]", "{ type: integer }", kOne, "",
     "", "deadline_exceeded"},
    {"deep_json", "a document nested 40,000 deep",
     "SELECT json_extract(replace(hex(zeroblob(40000)), '00', '['), '$[0]') AS v",
     "tables: {}, functions: [json_extract, replace, hex, zeroblob]", "{ type: text }", kOne, "", "query_failed", "query_failed"},
    {"sleep", "a function that sleeps", "SELECT asinh(1) AS v",
     "tables: {}, functions: [asinh]", "{ type: real }", kOne, "", "", "deadline_exceeded"},
    {"spin", "a function that spins without a step", "SELECT acosh(1) AS v",
     "tables: {}, functions: [acosh]", "{ type: real }", kOne, "", "", "deadline_exceeded"},
    {"big_value", "a stored value of 200 MB", "SELECT blob AS v FROM blobs",
     "tables: { blobs: [blob] }", "{ type: blob }", kOne, "", "budget_exceeded", "budget_exceeded"},
    {"many_rows", "a result of a million rows",
     "SELECT a.id * 1000 + b.id AS v FROM items a, items b ORDER BY a.id, b.id",
     "tables: { items: [id] }", "{ type: integer }", "{ max: 1000, over: reject }", "",
     "source_limit", "source_limit"},
    {"many_bytes", "a result of a megabyte",
     "SELECT a.id * 1000 + b.id AS v FROM items a, items b ORDER BY a.id, b.id",
     "tables: { items: [id] }", "{ type: integer }", "{ max: 100000, over: truncate }", "",
     "result_bytes", "result_bytes"},
    {"locked", "a table that a writer holds", "SELECT count(*) AS v FROM items",
     "tables: { items: [id] }, functions: [count]", "{ type: integer }", kOne, "",
     "lock_timeout", "lock_timeout"},
});

constexpr std::string_view kSchema =
    "CREATE TABLE items(id INTEGER PRIMARY KEY, filler TEXT NOT NULL);\n"
    "CREATE TABLE texts(text TEXT NOT NULL);\n"
    "CREATE TABLE blobs(blob BLOB NOT NULL);\n";
constexpr std::string_view kRows =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
    "  INSERT INTO items SELECT i, hex(zeroblob(250)) FROM n;"
    "INSERT INTO texts SELECT replace(hex(zeroblob(45000)), '0', 'a');";
constexpr std::string_view kFunctions =
    "count, max, printf, length, hex, zeroblob, group_concat, like, substr, instr, json_extract, replace, asinh, acosh";
// clang-format on

void Fail(const std::string& what) {
  std::fprintf(stderr, "bombs: %s\n", what.c_str());
  std::exit(1);
}

void MakeDatabase(const std::string& path, bool large) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open(path.c_str(), &raw);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> connection(raw, &sqlite3_close);
  std::string sql = "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF;";
  sql.append(kSchema).append(kRows);
  if (large) sql += "INSERT INTO blobs VALUES (zeroblob(200000000));";
  if (opened != SQLITE_OK || sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    Fail("cannot make " + path);
  }
}

std::string Declaration(const Bomb& bomb) {
  std::string text = "kind: Report\ntitle: A bomb\ndescription: Asks for more than it may have.\nowner: bench\n";
  text += "version: 1\nsource: " + std::string(bomb.name == "locked" ? "locked" : "bombs") + "\n";
  text += "limits: { use: default";
  if (!bomb.limits.empty()) text.append(", ").append(bomb.limits);
  text.append(" }\nallow: { ").append(bomb.allow).append(" }\nqueries:\n  q:\n    sql: >\n      ").append(bomb.sql);
  text.append("\n    rows: ").append(bomb.rows).append("\n    columns: { v: ").append(bomb.column).append(" }\n");
  text += bomb.rows == kOne ? "result: { record: { q: q } }\n" : "result: { rows: q }\n";
  return text;
}

constexpr Bomb kCalm{"calm",
                     "nothing",
                     "SELECT count(*) AS v FROM items",
                     "tables: { items: [id] }, functions: [count]",
                     "{ type: integer }",
                     kOne,
                     "",
                     "ok",
                     "ok"};

}  // namespace

std::span<const Bomb> Bombs() { return kBombs; }

BombDeployment::BombDeployment(std::chrono::milliseconds deadline) {
  std::string name = (std::filesystem::temp_directory_path() / "querygate-bombs-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) Fail("no temporary folder");
  folder_ = name;
  Write("querygate.yaml",
        "kind: Gateway\nsources: { bombs: { path: bombs.sqlite }, locked: { path: locked.sqlite } }\n"
        "execution: { calls: 4 }\n");
  Write("policies/limits/default.yaml", "kind: Limits\ndeadline: " + std::to_string(deadline.count()) +
                                            "ms\nlock_wait: 100ms\nvm_steps: 1000000000000\nsource_rows: 2000000\n"
                                            "result_bytes: 256KiB\nvalue_bytes: 900000\nmemory: 32MiB\n");
  for (const char* source : {"bombs", "locked"}) {
    Write("policies/sources/" + std::string(source) + ".yaml",
          "kind: Source\nbackend: sqlite\nschema: bombs.sql\nexpose:\n  items: [id, filler]\n  texts: [text]\n"
          "  blobs: [blob]\nfunctions: [" +
              std::string(kFunctions) + "]\nrecursive: true\n");
  }
  std::ofstream(folder_ + "/policies/sources/bombs.sql") << kSchema;
  for (const Bomb& bomb : kBombs) Write("reports/bombs/" + std::string(bomb.name) + ".yaml", Declaration(bomb));
  Write("reports/bombs/calm.yaml", Declaration(kCalm));
  MakeDatabase(database(), true);
  MakeDatabase(locked_database(), false);
}

BombDeployment::~BombDeployment() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Gateway BombDeployment::Open(Isolation isolation) const {
  GatewayOptions options;
  options.config = folder_ + "/querygate.yaml";
  options.execution.forced = isolation;
  options.execution.worker_program = "/proc/self/exe";
#ifdef QUERYGATE_SANITIZED
  options.execution.bound_address_space = false;
#endif
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) Fail(gateway.error().message);
  return *std::move(gateway);
}

void BombDeployment::Write(const std::string& path, const std::string& text) const {
  const std::filesystem::path whole = folder_ + "/" + path;
  std::filesystem::create_directories(whole.parent_path());
  std::ofstream(whole) << "apiVersion: querygate/v1\n" << text;
}

std::string ReasonOf(const Expected<Answer, CallError>& answer) {
  if (!answer) {
    std::string why = "unusable";
    if (const auto* unusable = std::get_if<Unusable>(&answer.error())) {
      why += ": " + unusable->message;
      for (const Diagnostic& diagnostic : unusable->diagnostics) why += "\n" + FormatDiagnostic(diagnostic);
    }
    return why;
  }
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) return rejection->reason;
  if (const auto* failure = std::get_if<Failure>(&answer->body)) return failure->reason;
  return "ok";
}

std::string CauseOf(const Expected<Answer, CallError>& answer) {
  const auto* failure = answer ? std::get_if<Failure>(&answer->body) : nullptr;
  return failure == nullptr ? std::string() : failure->cause;
}

Expected<Answer, CallError> Throw(const Gateway& gateway, std::string_view name) {
  return gateway.Run({.report = "bombs/" + std::string(name), .accepted = std::chrono::steady_clock::now()});
}

}  // namespace querygate::bench
