// Wrong handling of stored values, rows and outcomes by whoever stands between database and caller.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>

#include "engine/review/trial/mutations/mutation_functions.h"
#include "engine/review/trial/mutations/places.h"

namespace querygate::trial::mutations {
namespace {

bool IsNumber(const ColumnSpec& column) {
  switch (column.type) {
    case ColumnType::kInteger:
    case ColumnType::kReal:
    case ColumnType::kBoolean:
      return true;
    case ColumnType::kDecimal:
      return column.store != Store::kText;
    case ColumnType::kTimestamp:
      return column.store == Store::kUnixS || column.store == Store::kUnixMs;
    case ColumnType::kText:
    case ColumnType::kDate:
    case ColumnType::kBlob:
      break;
  }
  return false;
}

bool IsInteger(const ColumnSpec& column) {
  return IsNumber(column) && column.type != ColumnType::kReal &&
         !(column.type == ColumnType::kDecimal && column.store == Store::kReal);
}

// One mutant for the whole report: `change` alters a stored value of the columns that `applies` picks.
template <typename Applies, typename Change>
void AlterValues(MutantList& mutants, std::string_view mutation, const std::string& words, Applies applies,
                 Change change) {
  std::set<std::pair<std::size_t, std::size_t>> columns;
  SourcePosition position;
  ForEachColumn(mutants.report(), [&](const std::string&, std::size_t query, std::size_t column, const ColumnSpec& spec,
                                      const ColumnDeclaration& declared) {
    if (!applies(query, spec)) return;
    if (columns.empty()) position = declared.name.position;
    columns.emplace(query, column);
  });
  if (columns.empty()) return;
  mutants.Add(mutation, "engine", position, words).distortion.read = [columns, change](std::size_t query,
                                                                                       StoredRows& rows) {
    for (auto& row : rows) {
      for (std::size_t column = 0; column < row.size(); ++column) {
        if (columns.contains({query, column})) change(row[column]);
      }
    }
  };
}

void Empty(Outcome& outcome, const CompiledReport& report) {
  const auto* rejection = std::get_if<Rejection>(&outcome.body);
  if (rejection == nullptr) return;
  if (rejection->kind != RejectionKind::kInvalidData && rejection->kind != RejectionKind::kNotFound) return;
  DeliveredResult empty;
  empty.record = report.result.record;
  for (const ResultPlan::Part& part : report.result.parts) {
    ResultPart& made = empty.parts.emplace_back();
    made.name = part.name;
    const auto* query = std::get_if<std::size_t>(&part.content);
    const bool one = query != nullptr && report.queries[*query].rows.mode != RowsDeclaration::Mode::kMany;
    if (one && report.result.record) made.shape = ResultPart::Shape::kNullableObject;
  }
  outcome.body = std::move(empty);
}

bool DeliversRows(const CompiledReport& report, std::size_t query) {
  return std::any_of(report.result.parts.begin(), report.result.parts.end(), [query](const ResultPlan::Part& part) {
    const auto* plain = std::get_if<std::size_t>(&part.content);
    return plain != nullptr && *plain == query;
  });
}

void SwapCells(RowSet& rows, std::size_t left, std::size_t right) {
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    std::swap(rows.cells[row * rows.columns.size() + left], rows.cells[row * rows.columns.size() + right]);
  }
}

}  // namespace

void NullAsZero(MutantList& mutants) {
  AlterValues(
      mutants, "null_as_zero", "NULL is read as 0",
      [&](std::size_t query, const ColumnSpec& spec) {
        const auto& statements = mutants.inspection().queries[query];
        const bool never = std::all_of(statements.begin(), statements.end(), [&](const StatementFacts& statement) {
          return std::any_of(statement.columns.begin(), statement.columns.end(), [&](const ResultColumn& column) {
            return column.name == spec.name && column.origin_not_null;
          });
        });
        return IsNumber(spec) && !never;
      },
      [](Value& value) {
        if (value.storage == StorageClass::kNull) value = Value::Integer(0);
      });
}

void CoerceReal(MutantList& mutants) {
  AlterValues(
      mutants, "coerce_real", "a real is cut to an integer",
      [](std::size_t, const ColumnSpec& spec) { return IsInteger(spec); },
      [](Value& value) {
        if (value.storage != StorageClass::kReal || !(std::fabs(value.real) < 9e18)) return;
        value = Value::Integer(static_cast<std::int64_t>(value.real));
      });
}

void CoerceText(MutantList& mutants) {
  AlterValues(
      mutants, "coerce_text", "text is read as the number that it begins with, or as 0",
      [](std::size_t, const ColumnSpec& spec) { return IsInteger(spec); },
      [](Value& value) {
        if (value.storage == StorageClass::kText)
          value = Value::Integer(std::strtoll(value.bytes.c_str(), nullptr, 10));
      });
}

void RejectionAsEmpty(MutantList& mutants) {
  const auto report = std::make_shared<const CompiledReport>(mutants.report());
  mutants
      .Add("rejection_as_empty", "engine", mutants.report().declaration->result.position,
           "a rejection of the data is delivered as an empty answer")
      .distortion.answered = [report](Outcome& outcome) { Empty(outcome, *report); };
}

void SwapColumns(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  for (std::size_t part = 0; part < report.result.parts.size(); ++part) {
    const ResultPlan::Part& plan = report.result.parts[part];
    std::vector<std::string> names;
    SourcePosition position = report.declaration->result.position;
    if (const auto* query = std::get_if<std::size_t>(&plan.content)) {
      for (const ColumnSpec& column : report.queries[*query].columns) names.push_back(column.name);
      position = report.declaration->queries[*query].name.position;
    } else {
      for (const GroupColumnSpec& column : std::get<GroupSpec>(plan.content).columns) names.push_back(column.name);
    }
    for (std::size_t left = 0; left + 1 < names.size(); ++left) {
      mutants
          .Add("swap_columns", PartPlace(plan) + "." + names[left] + "." + names[left + 1], position,
               names[left] + " and " + names[left + 1] + " change places")
          .distortion.answered = [part, left](Outcome& outcome) {
        auto* result = std::get_if<DeliveredResult>(&outcome.body);
        if (result != nullptr) SwapCells(result->parts[part].rows, left, left + 1);
      };
    }
  }
}

void LoseLastRow(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  for (std::size_t query = 0; query < report.queries.size(); ++query) {
    mutants
        .Add("lose_last_row", QueryPlace(report.queries[query]), report.queries[query].position,
             "the last row is not read")
        .distortion.read = [query](std::size_t at, StoredRows& rows) {
      if (at == query && !rows.empty()) rows.pop_back();
    };
  }
}

void ReverseRows(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  for (std::size_t query = 0; query < report.queries.size(); ++query) {
    if (report.queries[query].rows.mode != RowsDeclaration::Mode::kMany || !DeliversRows(report, query)) continue;
    mutants
        .Add("reverse_rows", QueryPlace(report.queries[query]), report.queries[query].position,
             "rows come in the opposite order")
        .distortion.read = [query](std::size_t at, StoredRows& rows) {
      if (at == query) std::reverse(rows.begin(), rows.end());
    };
  }
}

}  // namespace querygate::trial::mutations
