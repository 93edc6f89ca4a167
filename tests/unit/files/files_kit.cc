#include "tests/unit/files/files_kit.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>
#include <utility>

#include "engine/load/documents.h"
#include "engine/policy/compile.h"
#include "engine/render/result_format.h"

namespace querygate::testing {
namespace {

constexpr std::int64_t kDay = 86'400;

template <typename Loaded>
auto Value(const Loaded& loaded) {
  for (const Diagnostic& diagnostic : loaded.diagnostics) UNSCOPED_INFO(FormatDiagnostic(diagnostic));
  REQUIRE(loaded.value != nullptr);
  return loaded.value;
}

std::shared_ptr<const SourceText> Text(const std::string& name, const std::string& text) {
  return std::make_shared<const SourceText>(name, text);
}

}  // namespace

FilesKit::FilesKit(const std::string& tables, files::FilesOptions options, bool settled)
    : clock_(SystemClock().WallNow().seconds + (settled ? kDay : 0)) {
  budget_.deadline = std::chrono::seconds(60);
  const std::string document =
      "apiVersion: querygate/v1\nkind: Source\nbackend: files\nfunctions: [count, sum]\n" + tables;
  source_ = Value(CompileSource(Value(LoadSource(Text("policies/sources/shop.yaml", document), "shop"))));
  backend_ = files::MakeFilesBackend(std::move(options));
}

void FilesKit::Put(const std::string& name, const std::string& bytes) {
  const std::filesystem::path path = folder_ / name;
  std::filesystem::create_directories(path.parent_path());
  WriteFile(path.string(), bytes);
}

void FilesKit::Bind(const std::string& table, const std::vector<std::string>& names) {
  std::vector<std::string>& patterns = place_.files[table];
  patterns.clear();
  for (const std::string& name : names) patterns.push_back(folder_ / name);
  attached_ = backend_->Attach(source_, place_);
}

void FilesKit::BindPath(const std::string& path) { BindPlace(DataPlace(path)); }

void FilesKit::BindPlace(DataPlace place) {
  place_ = std::move(place);
  attached_ = backend_->Attach(source_, place_);
}

std::shared_ptr<const CompiledReport> FilesKit::Compile(const std::string& table, const std::string& columns,
                                                        const std::string& functions, const std::string& sql,
                                                        const std::string& declared) const {
  const std::string document =
      "apiVersion: querygate/v1\nkind: Report\ntitle: T\ndescription: D\nowner: o\nversion: 1\nsource: shop\n"
      "allow:\n  tables: { " +
      table + ": [" + columns + "] }\n  functions: [" + functions +
      "]\nqueries:\n  rows:\n    sql: >\n      " + sql + "\n    rows: { max: 10000, over: reject }\n    columns:\n" +
      declared + "result: { rows: rows }\n";
  CompileInputs inputs;
  inputs.source = source_;
  auto limits = std::make_shared<LimitsDeclaration>();
  limits->name = "default";
  limits->text = Text("policies/limits/default.yaml", "");
  inputs.limits = limits;
  return Value(CompileReport(Value(LoadReport(Text("reports/all.yaml", document), "all")), inputs));
}

std::shared_ptr<const CompiledReport> FilesKit::Select(const std::string& table, const std::vector<Asked>& columns,
                                                       const std::string& where) const {
  std::string names;
  std::string declared;
  for (const Asked& column : columns) {
    names += (names.empty() ? "" : ", ") + column.name;
    declared += "      " + column.name + ": { " + column.type + " }\n";
  }
  return Compile(table, names, {}, "SELECT " + names + " FROM " + table + " " + where + " ORDER BY " + names, declared);
}

std::shared_ptr<const CompiledReport> FilesKit::Count(const std::string& table) const {
  return Compile(table, source_->tables.front().columns.front().name, "count",
                 "SELECT count(*) AS n FROM " + table, "      n: { type: integer, min: 0, max: 10000000 }\n");
}

CallContext FilesKit::Context() const {
  CallContext context;
  context.now = clock_.WallNow();
  context.clock = &clock_;
  context.budget = budget_;
  context.deadline.at = clock_.SteadyNow() + budget_.deadline;
  return context;
}

Heard FilesKit::Call(const std::shared_ptr<const CompiledReport>& report) {
  const CallContext context = Context();
  Presentation presentation;
  presentation.format = FindResultFormat("jsonl");
  const Answer answer = AnswerCall(report, {}, *attached_, context, clock_, presentation);
  Heard heard;
  heard.receipt = answer.receipt;
  if (const auto* delivery = std::get_if<Delivery>(&answer.body)) {
    heard.reason = "ok";
    heard.text = delivery->text;
  } else if (const auto* rejection = std::get_if<Rejection>(&answer.body)) {
    heard.reason = rejection->reason;
  } else {
    heard.reason = std::get<Failure>(answer.body).reason;
    heard.cause = std::get<Failure>(answer.body).cause;
  }
  return heard;
}

Expected<Inspection, Failure> FilesKit::Inspect(const std::shared_ptr<const CompiledReport>& report) {
  return attached_->Inspect(report, Context());
}

std::string TableOf(const std::string& format, const std::string& columns, const std::string& rest) {
  return "tables:\n  t:\n    format: " + format + "\n    columns: { " + columns + " }\n" + rest;
}

}  // namespace querygate::testing
