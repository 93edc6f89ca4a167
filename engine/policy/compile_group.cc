#include <algorithm>
#include <limits>
#include <set>

#include "engine/policy/compile_stages.h"
#include "engine/policy/json_number.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

using Kind = GroupColumnDeclaration::Kind;

constexpr std::int64_t kLargestJsonInteger = (std::int64_t{1} << 53) - 1;

std::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kFrom:
      return "from";
    case Kind::kCount:
      return "count";
    case Kind::kSum:
      return "sum";
    case Kind::kMin:
      return "min";
    case Kind::kMax:
      break;
  }
  return "max";
}

// Reals and blobs have no exact arithmetic and no order that every reader shares.
bool HasOrder(ColumnType type) { return type != ColumnType::kReal && type != ColumnType::kBlob; }

bool Accepts(Kind kind, ColumnType type) {
  switch (kind) {
    case Kind::kFrom:
    case Kind::kCount:
      return true;
    case Kind::kSum:
      return type == ColumnType::kInteger || type == ColumnType::kDecimal;
    case Kind::kMin:
    case Kind::kMax:
      return HasOrder(type) && type != ColumnType::kBoolean;
  }
  return false;
}

class GroupCompiler {
 public:
  GroupCompiler(ReportContext& context, const GroupDeclaration& declaration)
      : context_(context), declaration_(declaration) {}

  GroupSpec Compile() {
    CompileMaximum();
    const std::optional<std::size_t> index = context_.UseQuery(declaration_.from.value);
    if (!index) {
      context_.Find("invalid-result", declaration_.from.position, Quoted(declaration_.from.value) + " is not a query",
                    NameHelp(declaration_.from.value, context_.QueryNames(), "queries"));
      return std::move(group_);
    }
    query_ = &context_.report.queries[*index];
    group_.query = *index;
    group_.inputs = query_->columns;
    if (query_->rows.mode != RowsDeclaration::Mode::kMany || query_->rows.truncate) {
      context_.Find("invalid-result", declaration_.from.position,
                    "query " + Quoted(query_->name) + " cannot be grouped: totals over cut rows would be wrong",
                    "group a query with `rows: { max: N, over: reject }`");
    }
    CompileBy();
    CompileColumns();
    CompileOrder();
    return std::move(group_);
  }

 private:
  void CompileMaximum() {
    const std::int64_t budget = context_.report.budget.groups;
    group_.max_groups = budget;
    if (!declaration_.max) return;
    const Located<std::int64_t>& max = *declaration_.max;
    if (max.value < 1) {
      context_.Find("invalid-value", max.position, "a result has at least one group at most", "write a positive `max`");
    } else if (context_.inputs.limits != nullptr && max.value > budget) {
      context_.Find(
          "budget-widened", max.position,
          std::to_string(max.value) + " groups are more than the budget's groups of " + std::to_string(budget),
          "lower the maximum, or name limits that allow more");
    } else {
      group_.max_groups = max.value;
    }
  }

  std::optional<std::size_t> Input(const Located<std::string>& name) {
    const std::optional<std::size_t> column = FindColumn(*query_, name.value);
    if (!column) {
      context_.Find("invalid-result", name.position,
                    "query " + Quoted(query_->name) + " has no column " + Quoted(name.value),
                    NameHelp(name.value, ColumnNames(*query_), "columns"));
    }
    return column;
  }

  void CompileBy() {
    for (const Located<std::string>& name : declaration_.by) {
      const std::optional<std::size_t> column = Input(name);
      if (!column) continue;
      if (!HasOrder(query_->columns[*column].type)) {
        context_.Find("invalid-result", name.position,
                      "rows cannot be grouped by " + Quoted(name.value) + ", a " +
                          std::string(NameOf(query_->columns[*column].type)),
                      "group by a column of another type");
      }
      if (std::find(group_.by.begin(), group_.by.end(), *column) != group_.by.end()) {
        context_.Find("duplicate-name", name.position, Quoted(name.value) + " is listed twice under `by`",
                      "remove one of the two");
        continue;
      }
      group_.by.push_back(*column);
    }
  }

  void CompileColumns() {
    if (declaration_.columns.empty()) {
      context_.Find("invalid-result", declaration_.position, "the group has no columns",
                    "write `NAME: { from: COLUMN }`, `{ count: rows }` or `{ sum: COLUMN }`");
    }
    std::set<std::string> seen;
    for (const GroupColumnDeclaration& declared : declaration_.columns) {
      if (!IsSnakeCase(declared.name.value)) {
        context_.Find("invalid-value", declared.name.position, Quoted(declared.name.value) + " is not a column name",
                      "result columns match [a-z][a-z0-9_]*, at most 64 characters");
      }
      if (!seen.insert(declared.name.value).second) {
        context_.Find("duplicate-name", declared.name.position,
                      "column " + Quoted(declared.name.value) + " is declared twice", "rename one of the two");
      }
      // One spec for each declaration, so that `order_by` can refer to faulty ones too.
      group_.columns.push_back(CompileColumn(declared));
    }
  }

  GroupColumnSpec CompileColumn(const GroupColumnDeclaration& declared) {
    GroupColumnSpec spec;
    spec.kind = declared.kind;
    spec.name = declared.name.value;
    spec.skip_nulls = declared.skip_nulls;
    spec.documentation = declared.documentation;
    spec.reason = "invalid_" + spec.name + "_range";
    if (declared.reason) spec.reason = CompileReason(declared);
    if (declared.kind == Kind::kCount && declared.argument.value == "rows") {
      spec.count_rows = true;
      CompileBounds(declared, nullptr, spec);
      return spec;
    }
    const std::optional<std::size_t> input = Input(declared.argument);
    if (!input) return spec;
    spec.input = *input;
    const ColumnSpec& column = query_->columns[*input];
    if (!Accepts(declared.kind, column.type)) {
      context_.Find("invalid-result", declared.argument.position,
                    Quoted(KindName(declared.kind)) + " of " + Quoted(column.name) + ", a " +
                        std::string(NameOf(column.type)) + ", is not exact",
                    declared.kind == Kind::kSum ? "sum integers or decimals"
                                                : "take it over integers, decimals, dates, timestamps or text");
      return spec;
    }
    CheckNulls(declared, column);
    CheckKey(declared, *input);
    CompileBounds(declared, &column, spec);
    return spec;
  }

  std::string CompileReason(const GroupColumnDeclaration& declared) {
    if (declared.kind == Kind::kFrom) {
      context_.Find("misplaced-key", declared.reason->position, "a key of the group has no total that could be refused",
                    "give the query's column its `reason`");
    } else if (!IsSnakeCase(declared.reason->value)) {
      context_.Find("invalid-reason", declared.reason->position, Quoted(declared.reason->value) + " is not a reason",
                    "reasons match [a-z][a-z0-9_]*, at most 64 characters");
    }
    return declared.reason->value;
  }

  void CheckNulls(const GroupColumnDeclaration& declared, const ColumnSpec& column) {
    if (declared.kind == Kind::kFrom || !column.nullable || declared.skip_nulls) return;
    context_.Find("invalid-result", declared.argument.position,
                  "column " + Quoted(column.name) + " is nullable, and " + Quoted(declared.name.value) +
                      " does not say what nulls do",
                  "add `nulls: skip`, or remove `nullable: true` from the column");
  }

  void CheckKey(const GroupColumnDeclaration& declared, std::size_t input) {
    if (declared.kind != Kind::kFrom || std::find(group_.by.begin(), group_.by.end(), input) != group_.by.end()) return;
    context_.Find("invalid-result", declared.argument.position,
                  Quoted(declared.argument.value) + " has no single value in a group",
                  "add it to `by`, or take its `min` or `max`");
  }

  // Totals of integers and decimals have a range; integers left out: those of 64 bits, or what the rows say.
  void CompileBounds(const GroupColumnDeclaration& declared, const ColumnSpec* column, GroupColumnSpec& spec) {
    const bool count = declared.kind == Kind::kCount;
    const bool integer = count || column->type == ColumnType::kInteger;
    const bool decimal = !count && column->type == ColumnType::kDecimal;
    if (declared.kind == Kind::kFrom || !(integer || decimal)) {
      for (const std::optional<Scalar>* bound : {&declared.min, &declared.max}) {
        if (*bound) {
          context_.Find("invalid-type-option", (*bound)->position, "only totals of numbers have bounds",
                        "declare bounds on the query's column");
        }
      }
      if (declared.decimal_string && !(integer || decimal)) {
        context_.Find("invalid-type-option", declared.name.position,
                      "`encode: decimal_string` belongs to integers and decimals", "remove it");
      }
      spec.as_decimal_string = integer && (declared.decimal_string || column->as_decimal_string);
      return;
    }
    const int scale = decimal ? column->scale : 0;
    std::optional<Decimal> min = ReadBound(declared.min, scale, integer);
    std::optional<Decimal> max = ReadBound(declared.max, scale, integer);
    if (min && max && *max < *min) {
      context_.Find("invalid-bound", declared.max->position, "no total is left: `min` is larger than `max`",
                    "make `max` at least " + declared.min->text);
    }
    if (integer) {
      const IntegerRange natural = NaturalRange(declared.kind, column);
      if (!min) min = Decimal{natural.min, 0};
      if (!max) max = Decimal{natural.max, 0};
      spec.as_decimal_string =
          declared.decimal_string || !FitsJsonNumber(IntegerRange{min->coefficient, max->coefficient});
    }
    if (min) spec.min = *min;
    if (max) spec.max = *max;
  }

  static IntegerRange NaturalRange(Kind kind, const ColumnSpec* column) {
    if (kind == Kind::kCount) return {0, kLargestJsonInteger};  // the row budget is far below
    if (kind == Kind::kSum) {
      return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    }
    return DeclaredRange(*column);
  }

  std::optional<Decimal> ReadBound(const std::optional<Scalar>& bound, int scale, bool integer) {
    if (!bound) return std::nullopt;
    if (!bound->quoted) {
      std::optional<Decimal> value = ParseDecimal(bound->text);
      if (value && (!integer || value->scale == 0) && value->scale <= scale) return Rescale(*value, scale);
    }
    context_.Find("invalid-bound", bound->position, "the bound " + Quoted(bound->text) + " does not fit the total",
                  integer ? "write an integer"
                          : "write a number with at most " + std::to_string(scale) + " digits after the point");
    return std::nullopt;
  }

  void CompileOrder() {
    for (const OrderTerm& term : declaration_.order_by) {
      const auto found = std::find_if(group_.columns.begin(), group_.columns.end(),
                                      [&](const GroupColumnSpec& column) { return column.name == term.column.value; });
      if (found == group_.columns.end()) {
        std::vector<std::string> names;
        for (const GroupColumnSpec& column : group_.columns) names.push_back(column.name);
        context_.Find("invalid-result", term.column.position,
                      "the group has no column " + Quoted(term.column.value) + " to order by",
                      NameHelp(term.column.value, names, "columns of the group"));
        continue;
      }
      const auto column = static_cast<std::size_t>(found - group_.columns.begin());
      const auto same = [column](const GroupOrder& other) { return other.column == column; };
      if (std::any_of(group_.order_by.begin(), group_.order_by.end(), same)) {
        context_.Find("duplicate-name", term.column.position, Quoted(term.column.value) + " is listed twice",
                      "remove one of the two");
        continue;
      }
      group_.order_by.push_back({column, term.descending});
    }
  }

  ReportContext& context_;
  const GroupDeclaration& declaration_;
  const CompiledQuery* query_ = nullptr;
  GroupSpec group_;
};

}  // namespace

GroupSpec CompileGroup(ReportContext& context, const GroupDeclaration& declaration) {
  return GroupCompiler(context, declaration).Compile();
}

}  // namespace querygate::compiling
