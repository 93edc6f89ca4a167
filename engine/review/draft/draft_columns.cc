#include "engine/review/draft/draft_columns.h"

#include <utility>

#include "engine/review/draft/declared_type.h"

namespace querygate::draft {
namespace {

using Kind = ExpressionFacts::Kind;
using Meaning = DeclaredType::Meaning;

// What every reader of JSON holds exactly.
constexpr std::string_view kLargestExact = "9007199254740991";
constexpr std::size_t kLongestExpression = 90;

std::string DescriptionOf(const OutputFacts& output) {
  if (output.value.origin) return output.value.origin->table + "." + output.value.origin->column + " as stored.";
  std::string text;
  for (const char c : output.text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  const bool name = text.find_first_of(" (+-*/|") == std::string::npos;
  return name || text.size() > kLongestExpression ? "Computed in the SQL." : "Computed as " + text + ".";
}

// Functions that count or number and so never fall below a bound.
std::optional<std::string> LeastOf(const std::string& function) {
  if (function == "count" || function == "length" || function == "instr") return "0";
  if (function == "rank" || function == "dense_rank" || function == "row_number" || function == "ntile") return "1";
  return std::nullopt;
}

class Candidates {
 public:
  Candidates(const OutputFacts& output, const std::string& name) {
    base_.name = Unplaced(name);
    base_.documentation.description = DescriptionOf(output);
    base_.nullable = output.value.nullable;
  }

  ColumnDeclaration Of(ColumnType type) const {
    ColumnDeclaration column = base_;
    column.type = type;
    return column;
  }

  void Add(ColumnDeclaration column, std::string decide = {}) {
    list_.push_back({std::move(column), std::move(decide)});
  }

  void AddInteger(std::string least, std::string decide = {}) {
    ColumnDeclaration column = Of(ColumnType::kInteger);
    column.min = PlainScalar(std::move(least));
    column.max = PlainScalar(std::string(kLargestExact));
    Add(std::move(column), std::move(decide));
  }

  void AddDecimal(std::int64_t precision, std::int64_t scale) {
    ColumnDeclaration column = Of(ColumnType::kDecimal);
    column.precision = Unplaced(precision);
    column.scale = Unplaced(scale);
    column.store = Unplaced(Store::kReal);
    Add(std::move(column));
  }

  // For whatever is stored in the end.
  void AddRest() {
    AddInteger("-" + std::string(kLargestExact));
    Add(Of(ColumnType::kInteger));
    Add(Of(ColumnType::kReal));
    Add(Of(ColumnType::kText));
    Add(Of(ColumnType::kBlob));
  }

  ColumnCandidates Take() { return std::move(list_); }

 private:
  ColumnDeclaration base_;
  ColumnCandidates list_;
};

void AddByDeclaredType(const DeclaredType& type, Candidates& candidates) {
  switch (type.meaning) {
    case Meaning::kInteger:
      candidates.AddInteger("-" + std::string(kLargestExact));
      return;
    case Meaning::kText: {
      ColumnDeclaration column = candidates.Of(ColumnType::kText);
      if (type.length) column.max_length = Unplaced(*type.length);
      candidates.Add(std::move(column));
      candidates.Add(candidates.Of(ColumnType::kText), "the declared length does not hold for what is stored");
      return;
    }
    case Meaning::kReal:
      candidates.Add(candidates.Of(ColumnType::kReal));
      return;
    case Meaning::kDecimal:
      if (type.precision) candidates.AddDecimal(*type.precision, type.scale.value_or(0));
      candidates.Add(candidates.Of(ColumnType::kReal),
                     "a double; if amounts are meant, type: decimal with store: real delivers them exactly");
      return;
    case Meaning::kBoolean:
      candidates.Add(candidates.Of(ColumnType::kBoolean));
      return;
    case Meaning::kDate:
      candidates.Add(candidates.Of(ColumnType::kDate));
      candidates.Add(candidates.Of(ColumnType::kText), "how days are stored");
      return;
    case Meaning::kTimestamp:
      candidates.Add(candidates.Of(ColumnType::kText),
                     "the zone of the stored times; if it is UTC, type: timestamp with its store says so");
      return;
    case Meaning::kBlob:
      candidates.Add(candidates.Of(ColumnType::kBlob));
      return;
    case Meaning::kNone:
      return;
  }
}

void AddByKind(const OutputFacts& output, Candidates& candidates) {
  const std::string& function = output.value.function;
  switch (output.value.kind) {
    case Kind::kInteger:
      candidates.AddInteger(LeastOf(function).value_or("-" + std::string(kLargestExact)));
      return;
    case Kind::kReal:
    case Kind::kNumber:
      candidates.Add(candidates.Of(ColumnType::kReal),
                     function == "sum" || function == "total"
                         ? "a sum of doubles is not exact; result: group: { … sum: … } over decimals is"
                         : "");
      return;
    case Kind::kText:
      if (function == "date") candidates.Add(candidates.Of(ColumnType::kDate));
      candidates.Add(candidates.Of(ColumnType::kText));
      return;
    case Kind::kBlob:
      candidates.Add(candidates.Of(ColumnType::kBlob));
      return;
    case Kind::kUnknown:
      return;
  }
}

}  // namespace

ColumnCandidates CandidatesFor(const OutputFacts& output, const std::string& name, const std::string& declared_type) {
  Candidates candidates(output, name);
  if (output.value.origin || output.value.kind == Kind::kUnknown) {
    AddByDeclaredType(ReadDeclaredType(declared_type), candidates);
  }
  AddByKind(output, candidates);
  candidates.AddRest();
  return candidates.Take();
}

ColumnSpec JudgeOf(const ColumnDeclaration& column) {
  ColumnSpec spec;
  spec.name = column.name.value;
  spec.type = column.type;
  spec.nullable = true;
  if (column.max_length) spec.max_length = column.max_length->value;
  if (column.precision) spec.precision = static_cast<int>(column.precision->value);
  if (column.scale) spec.scale = static_cast<int>(column.scale->value);
  if (column.store) spec.store = column.store->value;
  const auto read = [&](const std::optional<Scalar>& bound, std::optional<TypedValue>& to) {
    if (!bound) return;
    if (auto value = ParseDeclaredScalar(*bound, column.type, spec.scale)) to = *std::move(value);
  };
  read(column.min, spec.min);
  read(column.max, spec.max);
  spec.missing_reason = spec.type_reason = spec.range_reason = "refused";
  return spec;
}

}  // namespace querygate::draft
