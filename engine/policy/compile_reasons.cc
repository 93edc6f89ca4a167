#include <algorithm>
#include <array>
#include <map>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

// Reasons that mean the same in every report; no declaration may give one of them another meaning.
constexpr auto kFixedReasons = std::to_array<std::string_view>({
    "unknown_argument",  "invalid_arguments", "invalid_window",    "not_permitted",     "scope_unavailable",
    "report_retired",    "unknown_report",    "source_limit",      "group_limit",       "result_bytes",
    "incomplete_result", "output_exists",     "output_failed",     "query_unavailable", "query_failed",
    "deadline_exceeded", "budget_exceeded",   "lock_timeout",      "schema_drift",      "overloaded",
    "unauthenticated",   "rate_limited",      "request_too_large", "internal_error",
    "invalid_input",     "input_changed",     "input_files_limit", "input_bytes_limit", "input_expanded_limit",
    "input_rows_limit",  "input_nesting_limit", "input_value_limit",
});

// Collects reasons in order of precedence, and notices when one would tell a caller two different things.
class Reasons {
 public:
  explicit Reasons(ReportContext& context) : context_(context) {}

  void AddFixed(std::string_view reason) { Append(std::string(reason)); }

  // `meaning` says what the reason is about, `position` where it comes from.
  void Add(const std::string& reason, const std::string& meaning, SourcePosition position) {
    if (std::find(kFixedReasons.begin(), kFixedReasons.end(), reason) != kFixedReasons.end()) {
      context_.Find("reason-conflict", position,
                    "the reason " + Quoted(reason) + " of " + meaning + " already has a meaning in every report",
                    "choose another with `reason:`, or rename what it is derived from");
      return;
    }
    const auto [entry, added] = meanings_.try_emplace(reason, meaning);
    if (added) {
      Append(reason);
    } else if (entry->second != meaning) {
      context_.Find("reason-conflict", position,
                    "the reason " + Quoted(reason) + " would mean " + entry->second + " and " + meaning,
                    "give one of the two a `reason` of its own");
    }
  }

 private:
  void Append(std::string reason) {
    std::vector<std::string>& reasons = context_.report.reasons;
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(std::move(reason));
  }

  ReportContext& context_;
  std::map<std::string, std::string> meanings_;
};

void AddRequestReasons(ReportContext& context, Reasons& reasons) {
  CompiledReport& report = context.report;
  if (report.status == ReportStatus::kRetired) reasons.AddFixed("report_retired");
  reasons.AddFixed("not_permitted");
  reasons.AddFixed("invalid_arguments");
  reasons.AddFixed("unknown_argument");
  bool needs_scope = !report.row_scope.empty();
  for (std::size_t index = 0; index < report.parameters.size(); ++index) {
    const ParameterSpec& spec = report.parameters[index];
    const ParameterDeclaration& declared = context.declaration.parameters[index];
    if (spec.from_scope) {
      needs_scope = true;
      continue;
    }
    const std::string meaning = "parameter " + Quoted(spec.name);
    if (!spec.optional && !spec.default_value) {
      reasons.Add(spec.missing_reason, "a missing " + meaning, declared.name.position);
    }
    reasons.Add(spec.invalid_reason, "an invalid " + meaning,
                declared.reason ? declared.reason->position : declared.name.position);
  }
  if (!report.windows.empty()) reasons.AddFixed("invalid_window");
  if (needs_scope) reasons.AddFixed("scope_unavailable");
}

// A column that says nothing but its type has no range to leave; every other type or option gives one.
bool HasRange(const ColumnSpec& column) {
  switch (column.type) {
    case ColumnType::kInteger:
    case ColumnType::kText:
    case ColumnType::kBlob:
    case ColumnType::kDate:
      return !column.choices.empty() || column.pattern != nullptr || column.min_length || column.max_length ||
             column.min || column.max;
    case ColumnType::kReal:
    case ColumnType::kDecimal:
    case ColumnType::kBoolean:
    case ColumnType::kTimestamp:
      break;
  }
  return true;
}

// Columns of one name in several queries share their meaning: what it names is the same to a reader.
void AddColumnReasons(Reasons& reasons, const QueryDeclaration& declaration, const CompiledQuery& query) {
  for (std::size_t index = 0; index < query.columns.size(); ++index) {
    const ColumnSpec& column = query.columns[index];
    const ColumnDeclaration& declared = declaration.columns[index];
    const SourcePosition position = declared.reason ? declared.reason->position : declared.name.position;
    const std::string meaning = "column " + Quoted(column.name);
    if (declared.reason) {
      reasons.Add(column.type_reason, "a bad value of " + meaning, position);
      continue;
    }
    if (!column.nullable) reasons.Add(column.missing_reason, "a missing value of " + meaning, position);
    reasons.Add(column.type_reason, "a value of another type in " + meaning, position);
    if (HasRange(column)) reasons.Add(column.range_reason, "a value out of range in " + meaning, position);
  }
}

using Kind = GroupColumnDeclaration::Kind;

void AddTotalReasons(Reasons& reasons, const GroupDeclaration& declaration, const GroupSpec& group,
                     std::string_view part) {
  for (std::size_t index = 0; index < group.columns.size(); ++index) {
    const GroupColumnSpec& column = group.columns[index];
    if (column.kind == Kind::kFrom) continue;
    const GroupColumnDeclaration& declared = declaration.columns[index];
    // A count is held by the row budget, an extreme is a value already judged; but there is no extreme of no rows.
    const bool extreme = column.kind == Kind::kMin || column.kind == Kind::kMax;
    const bool can_fail = column.kind == Kind::kSum || declared.min || declared.max ||
                          (extreme && group.by.empty() && !column.skip_nulls);
    if (!can_fail) continue;
    std::string meaning = "a total out of range in " + Quoted(column.name);
    if (!part.empty()) meaning += " of part " + Quoted(part);
    reasons.Add(column.reason, meaning, declared.reason ? declared.reason->position : declared.name.position);
  }
}

void AddGroupReasons(ReportContext& context, Reasons& reasons) {
  const ResultDeclaration& declared = context.declaration.result;
  const bool any = std::any_of(context.report.result.parts.begin(), context.report.result.parts.end(),
                               [](const ResultPlan::Part& part) { return part.content.index() == 1; });
  if (any) reasons.AddFixed("group_limit");
  for (const ResultPlan::Part& part : context.report.result.parts) {
    const GroupSpec* group = std::get_if<GroupSpec>(&part.content);
    if (group == nullptr) continue;
    if (declared.group) AddTotalReasons(reasons, *declared.group, *group, {});
    if (!declared.record) continue;
    for (const ResultDeclaration::Part& written : *declared.record) {
      const GroupDeclaration* group_declaration = std::get_if<GroupDeclaration>(&written.content);
      if (written.name.value != part.name || group_declaration == nullptr) continue;
      AddTotalReasons(reasons, *group_declaration, *group, part.name);
    }
  }
}

void AddRowReasons(ReportContext& context, Reasons& reasons) {
  for (std::size_t index = 0; index < context.report.queries.size(); ++index) {
    const CompiledQuery& query = context.report.queries[index];
    const RowsDeclaration& declared = context.declaration.queries[index].rows;
    const std::string meaning = "of query " + Quoted(query.name);
    const auto add = [&](const std::string& reason, std::string_view what,
                         const std::optional<Located<std::string>>& written) {
      if (reason.empty()) return;
      reasons.Add(reason, std::string(what) + " " + meaning, written ? written->position : query.position);
    };
    add(query.rows.none_reason, "no row", declared.none);
    add(query.rows.many_reason, "more than one row", declared.many);
  }
}

}  // namespace

void CompileReasons(ReportContext& context) {
  CompiledReport& report = context.report;
  Reasons reasons(context);
  AddRequestReasons(context, reasons);
  const auto rejects = [](const CompiledQuery& query) {
    return query.rows.mode == RowsDeclaration::Mode::kMany && !query.rows.truncate;
  };
  const auto truncates = [](const CompiledQuery& query) { return query.rows.truncate; };
  if (std::any_of(report.queries.begin(), report.queries.end(), rejects)) reasons.AddFixed("source_limit");
  for (std::size_t index = 0; index < report.queries.size(); ++index) {
    AddColumnReasons(reasons, context.declaration.queries[index], report.queries[index]);
  }
  AddGroupReasons(context, reasons);
  AddRowReasons(context, reasons);
  reasons.AddFixed("result_bytes");
  if (std::any_of(report.queries.begin(), report.queries.end(), truncates)) reasons.AddFixed("incomplete_result");
}

}  // namespace querygate::compiling
