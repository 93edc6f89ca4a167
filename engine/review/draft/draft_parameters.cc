#include "engine/review/draft/draft_parameters.h"

#include <array>
#include <utility>

#include "engine/review/draft/declared_type.h"

namespace querygate::draft {
namespace {

using Kind = ExpressionFacts::Kind;
using Meaning = DeclaredType::Meaning;
using Use = ParameterFacts::Use;

constexpr std::int64_t kLongestText = 200;
constexpr std::int64_t kMostItems = 20;
constexpr std::string_view kMostRows = "100";

constexpr std::string_view kBounds = "its least and greatest value";
constexpr std::string_view kValues = "which values: enum, pattern or length";

struct Format {
  std::string_view format, pattern;
};
// What strftime gives for formats that reports group by.
constexpr auto kFormats = std::to_array<Format>({
    {"%Y", "[0-9]{4}"},
    {"%m", "0[1-9]|1[0-2]"},
    {"%d", "0[1-9]|[12][0-9]|3[01]"},
    {"%Y-%m", "[0-9]{4}-(0[1-9]|1[0-2])"},
    {"%w", "[0-6]"},
    {"%H", "[01][0-9]|2[0-3]"},
});

std::string Subject(const ParameterFacts& parameter) {
  const ExpressionFacts& compared = parameter.compared;
  if (compared.origin) return compared.origin->table + "." + compared.origin->column;
  if (!compared.function.empty()) return "the value of " + compared.function + "()";
  return "a value of the query";
}

std::string DescriptionOf(const ParameterFacts& parameter) {
  const std::string subject = Subject(parameter);
  switch (parameter.use) {
    case Use::kEqual:
      return "Compared for equality with " + subject + ".";
    case Use::kFrom:
      return "Lower bound of " + subject + ".";
    case Use::kTo:
      return "Upper bound of " + subject + ".";
    case Use::kListed:
      return "The values of " + subject + " that are meant.";
    case Use::kLike:
      return "Text that " + subject + " is matched with.";
    case Use::kLimit:
      return "Most rows to return.";
    case Use::kOffset:
    case Use::kFunction:
    case Use::kUnknown:
      break;
  }
  return parameter.use == Use::kFunction ? "Argument of " + parameter.compared.function + "()." : "Used in the SQL.";
}

class Candidates {
 public:
  explicit Candidates(const ParameterFacts& parameter) {
    base_.name = Unplaced(parameter.name);
    base_.documentation.description = DescriptionOf(parameter);
    base_.list = parameter.use == Use::kListed;
    if (base_.list) base_.max_items = Unplaced(kMostItems);
    base_.optional = parameter.tested_for_null && !base_.list;
  }

  ParameterDeclaration Of(ScalarType type) const {
    ParameterDeclaration parameter = base_;
    parameter.type = type;
    return parameter;
  }

  void Add(ParameterDeclaration parameter, std::string_view decide = {}) {
    list_.push_back({std::move(parameter), std::string(decide)});
  }

  void AddString(std::int64_t length, std::string_view decide) {
    ParameterDeclaration parameter = Of(ScalarType::kString);
    parameter.min_length = Unplaced<std::int64_t>(1);
    parameter.max_length = Unplaced(length);
    Add(std::move(parameter), decide);
  }

  void AddPattern(std::string_view pattern) {
    ParameterDeclaration parameter = Of(ScalarType::kString);
    parameter.pattern = Unplaced(std::string(pattern));
    Add(std::move(parameter));
  }

  void AddDecimal(std::int64_t precision, std::int64_t scale) {
    ParameterDeclaration parameter = Of(ScalarType::kDecimal);
    parameter.precision = Unplaced(precision);
    parameter.scale = Unplaced(scale);
    parameter.store = Unplaced(Store::kReal);
    Add(std::move(parameter), kBounds);
  }

  ParameterCandidates Take() { return std::move(list_); }

 private:
  ParameterDeclaration base_;
  ParameterCandidates list_;
};

void AddByColumn(const DeclaredType& type, Candidates& candidates) {
  switch (type.meaning) {
    case Meaning::kInteger:
      return candidates.Add(candidates.Of(ScalarType::kInteger), kBounds);
    case Meaning::kText:
      return candidates.AddString(type.length.value_or(kLongestText), kValues);
    case Meaning::kReal:
      return candidates.AddDecimal(15, 6);
    case Meaning::kDecimal:
      return candidates.AddDecimal(type.precision.value_or(15), type.scale.value_or(2));
    case Meaning::kBoolean:
      return candidates.Add(candidates.Of(ScalarType::kBoolean));
    case Meaning::kDate:
      return candidates.Add(candidates.Of(ScalarType::kDate));
    case Meaning::kTimestamp:
      return candidates.Add(candidates.Of(ScalarType::kDate),
                            "a day sorts before every time of that day; a time needs type: timestamp with its store");
    case Meaning::kBlob:
    case Meaning::kNone:
      return;
  }
}

void AddByCall(const ExpressionFacts& compared, Candidates& candidates) {
  if (compared.function == "date" || compared.function == "julianday") {
    candidates.Add(candidates.Of(ScalarType::kDate));
  }
  if (compared.function == "strftime") {
    for (const Format& row : kFormats) {
      if (row.format == compared.format) candidates.AddPattern(row.pattern);
    }
  }
}

void AddByKind(Kind kind, Candidates& candidates) {
  switch (kind) {
    case Kind::kInteger:
      return candidates.Add(candidates.Of(ScalarType::kInteger), kBounds);
    case Kind::kReal:
    case Kind::kNumber:
      candidates.AddDecimal(15, 2);
      return candidates.AddDecimal(15, 6);
    case Kind::kText:
      return candidates.AddString(kLongestText, kValues);
    case Kind::kBlob:
    case Kind::kUnknown:
      return;
  }
}

}  // namespace

ParameterCandidates CandidatesFor(const ParameterFacts& parameter, const std::string& declared_type) {
  Candidates candidates(parameter);
  if (parameter.use == Use::kLimit) {
    ParameterDeclaration limit = candidates.Of(ScalarType::kInteger);
    limit.min = PlainScalar("1");
    limit.max = PlainScalar(std::string(kMostRows));
    candidates.Add(std::move(limit), "how many rows a caller may ask for");
    return candidates.Take();
  }
  if (parameter.use == Use::kLike || parameter.joined_text) {
    ParameterDeclaration text = candidates.Of(ScalarType::kString);
    if (parameter.joined_text) {
      text.pattern = Unplaced(std::string("[^%_]{1,100}"));
      candidates.Add(std::move(text), "% and _ are refused: in LIKE they stand for other characters");
    }
    candidates.AddString(kLongestText, "whether callers may send % and _, which stand for other characters");
    return candidates.Take();
  }
  AddByCall(parameter.compared, candidates);
  if (parameter.compared.origin) AddByColumn(ReadDeclaredType(declared_type), candidates);
  if (parameter.use != Use::kFunction) AddByKind(parameter.compared.kind, candidates);
  const std::string_view unclear = "what it is: the SQL does not tell";
  candidates.Add(candidates.Of(ScalarType::kInteger), unclear);
  candidates.Add(candidates.Of(ScalarType::kDate), unclear);
  candidates.AddString(kLongestText, unclear);
  return candidates.Take();
}

}  // namespace querygate::draft
