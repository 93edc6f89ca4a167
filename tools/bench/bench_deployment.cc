#include "tools/bench/bench_deployment.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sqlite3.h>

#include "engine/load/arguments.h"

namespace querygate::bench {
namespace {

void Fail(const std::string& what) {
  std::fprintf(stderr, "call_bench: %s\n", what.c_str());
  std::exit(1);
}

// The columns of the table beyond its key: label, stock, then n3, n4, …
std::string ColumnName(int column) {
  if (column == 0) return "item";
  if (column == 1) return "label";
  if (column == 2) return "stock";
  return "n" + std::to_string(column);
}

std::string Columns(int columns, const char* type = "") {
  std::string list;
  for (int i = 0; i < columns; ++i) list += (i == 0 ? "" : ", ") + ColumnName(i) + (i == 1 ? "" : type);
  return list;
}

void MakeDatabase(const std::string& path, std::int64_t rows) {
  sqlite3* connection = nullptr;
  if (sqlite3_open(path.c_str(), &connection) != SQLITE_OK) Fail("cannot make " + path);
  std::string values;
  for (int i = 3; i < kMaxColumns; ++i) values += ", i * " + std::to_string(i);
  const std::string sql =
      "PRAGMA synchronous=OFF; BEGIN; CREATE TABLE items(" + Columns(kMaxColumns, " INTEGER NOT NULL") +
      "); CREATE UNIQUE INDEX items_by_item ON items(item);"
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
      std::to_string(rows) + ") INSERT INTO items SELECT i, 'item number ' || i, 9007199254740993 + i" + values +
      " FROM n; COMMIT;";
  char* error = nullptr;
  if (sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK) Fail(error);
  sqlite3_close(connection);
}

constexpr const char* kHeader = "apiVersion: querygate/v1\n";

}  // namespace

std::string Shape::Name() const {
  return "r" + std::to_string(rows) + "_c" + std::to_string(columns) + "_p" + std::to_string(parameters);
}

std::string Shape::Sql() const {
  std::string sql = "SELECT " + Columns(columns) + " FROM items WHERE item <= :p0";
  for (int i = 1; i < parameters; ++i) sql += " AND item <> :p" + std::to_string(i);
  return sql + " ORDER BY item";
}

std::vector<std::int64_t> Shape::Arguments() const {
  std::vector<std::int64_t> arguments{rows};
  for (int i = 1; i < parameters; ++i) arguments.push_back(-i);
  return arguments;
}

CallRequest Request(const Shape& shape) {
  std::string json = "{";
  const auto values = shape.Arguments();
  for (std::size_t i = 0; i < values.size(); ++i) {
    json += (i == 0 ? "\"p" : ",\"p") + std::to_string(i) + "\":" + std::to_string(values[i]);
  }
  auto arguments = ParseJsonArguments(json + "}");
  if (!arguments) Fail("the arguments of " + shape.Name());
  return {.report = "bench/" + shape.Name(), .arguments = *std::move(arguments)};
}

BenchDeployment::BenchDeployment(const std::vector<Shape>& shapes, int others) {
  std::string name = (std::filesystem::temp_directory_path() / "querygate-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) Fail("no temporary folder");
  folder_ = name;
  std::int64_t rows = 1;
  for (const Shape& shape : shapes) rows = std::max(rows, shape.rows);
  Write("querygate.yaml", "kind: Gateway\nsources: { bench: { path: bench.sqlite } }\n"
        "execution: { calls: 4, queue: 400 }\n");
  Write("policies/access.yaml",
        "kind: Access\nroles: { anybody: { reports: ['bench/*'] } }\nanonymous: anybody\nlocal: [anybody]\n");
  Write("policies/limits/default.yaml",
        "kind: Limits\ndeadline: 60s\nvm_steps: 1000000000\nsource_rows: 1000000\nresult_bytes: 256MiB\n");
  Write("policies/sources/bench.yaml",
        "kind: Source\nbackend: sqlite\nschema: bench.sql\nexpose:\n  items: [" + Columns(kMaxColumns) + "]\n");
  std::ofstream(folder_ + "/policies/sources/bench.sql")
      << "CREATE TABLE items(" << Columns(kMaxColumns, " INTEGER NOT NULL")
      << ");\nCREATE UNIQUE INDEX items_by_item ON items(item);\n";
  for (const Shape& shape : shapes) WriteReport(shape.Name(), shape);
  for (int i = 0; i < others; ++i) WriteReport("other" + std::to_string(i), Shape{});
  MakeDatabase(database(), rows);
}

BenchDeployment::~BenchDeployment() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Gateway BenchDeployment::Open(Isolation isolation) const {
  GatewayOptions options;
  options.config = folder_ + "/querygate.yaml";
  options.execution.forced = isolation;
  options.execution.worker_program = "/proc/self/exe";
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) Fail(gateway.error().message);
  return *std::move(gateway);
}

void BenchDeployment::Write(const std::string& path, const std::string& text) const {
  const std::filesystem::path whole = folder_ + "/" + path;
  std::filesystem::create_directories(whole.parent_path());
  std::ofstream(whole) << kHeader << text;
}

void BenchDeployment::WriteReport(const std::string& name, const Shape& shape) const {
  std::string text =
      "kind: Report\ntitle: Items\ndescription: The first items, by number.\nowner: bench\nversion: 1\n"
      "source: bench\nparameters:\n";
  for (int i = 0; i < shape.parameters; ++i) text += "  p" + std::to_string(i) + ": { type: integer }\n";
  text += "allow:\n  tables: { items: [" + Columns(shape.columns) + "] }\nqueries:\n  items:\n    sql: " + shape.Sql() +
          "\n    rows: { max: " + std::to_string(shape.rows) + ", over: reject }\n    columns:\n";
  for (int i = 0; i < shape.columns; ++i) {
    const char* type = i == 1   ? "{ type: text, min_length: 1, max_length: 80 }"
                       : i == 2 ? "{ type: integer }"
                                : "{ type: integer, min: 0, max: 9007199254740991 }";
    text += "      " + ColumnName(i) + ": " + type + "\n";
  }
  Write("reports/bench/" + name + ".yaml", text + "result: { rows: items }\n");
}

}  // namespace querygate::bench
