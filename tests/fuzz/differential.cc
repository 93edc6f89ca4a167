#include "tests/fuzz/differential.h"

#include <bit>
#include <set>
#include <utility>

#include <sqlite3.h>

#include "engine/policy/sql_tokens.h"
#include "tests/conformance/report_builder.h"
#include "tests/fuzz/differential_grammar.h"
#include "tests/fuzz/differential_world.h"

namespace querygate::fuzz {
namespace {

constexpr std::size_t kDatabases = 3;
constexpr int kBatch = 12;
constexpr std::size_t kMaximumDifferences = 20;

// Names of the result columns; nothing when SQLite does not accept the statement.
std::vector<std::string> ColumnNames(sqlite3* connection, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) names.emplace_back(sqlite3_column_name(statement, i));
  sqlite3_finalize(statement);
  return names;
}

std::string Exact(const Value& value) {
  switch (value.storage) {
    case StorageClass::kNull:
      return "null";
    case StorageClass::kInteger:
      return "integer " + std::to_string(value.integer);
    case StorageClass::kReal:
      return "real " + std::to_string(value.real) + " " + std::to_string(std::bit_cast<std::uint64_t>(value.real));
    case StorageClass::kText:
      return "text '" + value.bytes + "'";
    case StorageClass::kBlob:
      return "blob '" + value.bytes + "'";
  }
  return "?";
}

// An integer and the same number as a real read alike.
std::string Loose(const Value& value) {
  if (value.storage != StorageClass::kInteger) return Exact(value);
  const auto real = static_cast<double>(value.integer);
  return Exact(Value::Real(real));
}

bool IsOverBudget(const Failure& failure) {
  return failure.reason == "budget_exceeded" || failure.reason == "deadline_exceeded";
}

}  // namespace

// What every query of a report gave, or the failure of the whole.
struct Differential::Answer {
  std::optional<Failure> failure;
  std::vector<std::string> exact, loose;
  std::vector<std::int64_t> rows;
};

void Counts::Add(const Counts& other) {
  generated += other.generated;
  invalid += other.invalid;
  accepted += other.accepted;
  executed += other.executed;
  failed += other.failed;
  rows += other.rows;
  empty += other.empty;
  over_budget += other.over_budget;
  failed_apart += other.failed_apart;
  ties += other.ties;
  refused_elsewhere += other.refused_elsewhere;
  for (const auto& [cause, count] : other.failures) failures[cause] += count;
  for (const auto& [rule, count] : other.refusals) refusals[rule] += count;
  differences.insert(differences.end(), other.differences.begin(), other.differences.end());
}

Differential::Differential(std::uint64_t seed, const Weakness& weakness)
    : random_(seed), weakness_(weakness), backend_(nullptr) {
  const std::uint64_t listed_seed = random_.Next();
  for (std::size_t i = 0; i < kDatabases; ++i) {
    kits_.push_back(std::make_unique<testing::SqliteKit>(WorldSchema()));
    kits_.back()->Run(WorldData(listed_seed, random_.Next()));
    // Statistics tell of unlisted data and change plans: what they change must not show.
    if (i + 1 == kDatabases) kits_.back()->Run("ANALYZE");
  }
  backend_ = kits_.front()->MakeBackend();
  for (const auto& kit : kits_) sources_.push_back(backend_->Attach(nullptr, kit->location()));

  // With everything permitted, but the scoped table as its readers see it.
  probe_kit_ = std::make_unique<testing::SqliteKit>(WorldSchema());
  probe_ = std::make_unique<testing::Writer>(probe_kit_->location());
  probe_->Run("CREATE TEMP VIEW visits AS SELECT id, n, brand FROM main.visits");
}

Differential::~Differential() = default;

Differential::Report Differential::MakeReport(const std::vector<std::string>& statements) const {
  testing::ReportBuilder builder(WorldSchema());
  for (const WorldTable& table : WorldTables()) {
    if (!table.permitted) continue;
    std::vector<std::string> columns = table.listed;
    if (table.name == weakness_.table) columns.push_back(weakness_.column);
    builder.Table(table.name, columns);
  }
  for (const std::string& function : WorldFunctions()) builder.Function(function);
  builder.Recursion();
  if (!weakness_.unscoped) builder.Scope(kScopedTable, {{kScopeColumn, kScopeName}});
  builder.Limits({.deadline = std::chrono::minutes(1), .vm_steps = 3'000'000, .source_rows = 1'000'000});
  for (const std::string& sql : statements) {
    std::vector<std::string> names = ColumnNames(probe_->handle(), sql);
    const std::set<std::string> once(names.begin(), names.end());
    builder.Query(sql, {once.begin(), once.end()});
  }
  auto report = std::make_shared<CompiledReport>(*builder.Build());
  for (CompiledQuery& query : report->queries) query.needs_order = !weakness_.unordered;
  return report;
}

// Which of the statements the gate lets through on the first database.
std::vector<bool> Differential::Judge(const std::vector<std::string>& statements, bool count) {
  const Report report = MakeReport(statements);
  const auto inspection = sources_.front()->Inspect(report, testing::Unhurried(*report));
  std::vector<bool> accepted(statements.size());
  if (!inspection) {
    // Not a verdict about a statement: it has to be seen.
    if (count) counts_.refusals["(no inspection) " + inspection.error().cause] += 1;
    return accepted;
  }
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const auto& violations = inspection->queries[i].front().violations;
    accepted[i] = violations.empty();
    std::set<std::string> rules;
    for (const Violation& violation : violations) rules.insert(violation.rule);
    if (!count) continue;
    for (const std::string& rule : rules) ++counts_.refusals[rule];
  }
  return accepted;
}

Differential::Answer Differential::Ask(std::size_t database, const Report& report, std::size_t queries) const {
  Answer answer;
  const ScopeValues scope = {{kScopeName, Value::Text(kScopeValue)}};
  auto snapshot = sources_[database]->Begin(report, scope, testing::Unhurried(*report));
  if (!snapshot) {
    answer.failure = snapshot.error();
    return answer;
  }
  for (std::size_t query = 0; query < queries; ++query) {
    const auto rows = testing::ReadAll(**snapshot, query, {});
    if (!rows) {
      answer.failure = rows.error();
      return answer;
    }
    std::string exact, loose;
    for (const auto& row : *rows) {
      for (const Value& value : row) {
        exact += Exact(value) + " | ";
        loose += Loose(value) + " | ";
      }
      exact += '\n';
      loose += '\n';
    }
    answer.exact.push_back(std::move(exact));
    answer.loose.push_back(std::move(loose));
    answer.rows.push_back(static_cast<std::int64_t>(rows->size()));
  }
  if (auto finished = (*snapshot)->Finish(); !finished) answer.failure = finished.error();
  return answer;
}

bool Differential::Differs(const std::string& sql, Difference* difference, Counts* counts) const {
  const Report report = MakeReport({sql});
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    answers.push_back(Ask(i, report, 1));
    const auto& failure = answers.back().failure;
    if (failure && IsOverBudget(*failure)) {
      if (counts != nullptr) ++counts->over_budget;
      return false;
    }
    // Statistics may turn a plan into one that reads what is not listed; such a plan is refused as a whole.
    if (failure && (failure->cause.find("undeclared-read") != std::string::npos)) {
      if (counts != nullptr) ++counts->refused_elsewhere;
      answers.pop_back();
    }
  }
  if (answers.empty()) return false;
  if (counts != nullptr) {
    ++counts->executed;
    const Answer& first = answers.front();
    if (first.failure) ++counts->failed;
    if (first.failure) ++counts->failures[first.failure->cause];
    if (!first.failure) counts->rows += first.rows.front();
    if (!first.failure && first.rows.front() == 0) ++counts->empty;
  }
  const auto text = [](const Answer& answer) {
    return answer.failure ? "failure: " + answer.failure->reason + " (" + answer.failure->cause + ")"
                          : answer.exact.front();
  };
  for (const Answer& answer : answers) {
    const Answer& first = answers.front();
    if (first.failure && answer.failure && first.failure->reason == answer.failure->reason) continue;
    if (!first.failure && !answer.failure && first.exact == answer.exact) continue;
    if (!first.failure && !answer.failure && first.loose == answer.loose) {
      if (counts != nullptr) ++counts->ties;
      return false;
    }
    const bool fails_while_running = (first.failure && first.failure->reason == "query_failed") ||
                                     (answer.failure && answer.failure->reason == "query_failed");
    if (fails_while_running && first.failure.has_value() != answer.failure.has_value()) {
      if (counts != nullptr) ++counts->failed_apart;
      return false;
    }
    if (difference != nullptr) *difference = {sql, text(first), text(answer)};
    return true;
  }
  return false;
}

// Takes runs of tokens out for as long as the rest is still accepted and still differs.
std::string Differential::Shorten(std::string sql) const {
  const auto accepted_and_differs = [this](const std::string& text) {
    if (ColumnNames(probe_->handle(), text).empty()) return false;
    const Report report = MakeReport({text});
    const auto inspection = sources_.front()->Inspect(report, testing::Unhurried(*report));
    return inspection && inspection->clean() && Differs(text, nullptr, nullptr);
  };
  for (std::size_t run = 24; run > 0; run = run > 4 ? run / 2 : run - 1) {
    for (std::size_t at = 0;;) {
      const SqlTokens tokens = TokenizeSql(sql);
      if (at + run > tokens.tokens.size()) break;
      const std::size_t begin = tokens.tokens[at].offset;
      const std::size_t end = at + run == tokens.tokens.size() ? sql.size() : tokens.tokens[at + run].offset;
      std::string shorter = sql.substr(0, begin) + " " + sql.substr(end);
      if (accepted_and_differs(shorter)) {
        sql = std::move(shorter);
      } else {
        ++at;
      }
    }
  }
  return sql;
}

void Differential::CompareOne(const std::string& sql, bool shorten) {
  Difference difference;
  if (!Differs(sql, &difference, &counts_)) return;
  if (!shorten || counts_.differences.size() >= kMaximumDifferences) {
    counts_.differences.push_back(std::move(difference));
    return;
  }
  difference.sql = Shorten(sql);
  Differs(difference.sql, &difference, nullptr);
  counts_.differences.push_back(std::move(difference));
}

// All at once where nothing is remarkable, which is nearly always; else one by one.
void Differential::Compare(const std::vector<std::string>& statements, bool shorten) {
  if (statements.empty()) return;
  const Report report = MakeReport(statements);
  const Answer first = Ask(0, report, statements.size());
  bool remarkable = first.failure.has_value();
  for (std::size_t i = 1; i < sources_.size() && !remarkable; ++i) {
    const Answer other = Ask(i, report, statements.size());
    remarkable = other.failure || other.exact != first.exact;
  }
  if (remarkable) {
    for (const std::string& sql : statements) CompareOne(sql, shorten);
    return;
  }
  counts_.executed += static_cast<std::int64_t>(statements.size());
  for (const std::int64_t rows : first.rows) {
    counts_.rows += rows;
    counts_.empty += rows == 0 ? 1 : 0;
  }
}

bool Differential::Try(const std::string& sql) {
  ++counts_.generated;
  if (!Judge({sql}, true).front()) return false;
  ++counts_.accepted;
  CompareOne(sql, true);
  return true;
}

void Differential::Run(int statements, bool until_difference) {
  constexpr int kHostilities[] = {0, 0, 1, 3, 8};
  for (int done = 0; done < statements;) {
    std::vector<std::string> valid;
    for (; done < statements && valid.size() < kBatch; ++done) {
      std::string sql = Grammar(random_, random_.Pick(kHostilities)).Statement();
      ++counts_.generated;
      if (ColumnNames(probe_->handle(), sql).empty()) {
        ++counts_.invalid;
        continue;
      }
      valid.push_back(std::move(sql));
    }
    const std::vector<bool> verdicts = Judge(valid, true);
    std::vector<std::string> accepted;
    for (std::size_t i = 0; i < valid.size(); ++i) {
      if (verdicts[i]) accepted.push_back(std::move(valid[i]));
    }
    counts_.accepted += static_cast<std::int64_t>(accepted.size());
    Compare(accepted, !until_difference);
    if (until_difference && !counts_.differences.empty()) return;
  }
}

}  // namespace querygate::fuzz
