#include "engine/review/trial/compare.h"

#include <algorithm>
#include <utility>

#include "engine/render/json_text.h"
#include "engine/review/trial/expand_rows.h"
#include "engine/review/trial/value_words.h"

namespace querygate::trial {
namespace {

std::string Counted(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::vector<std::string> Values(const std::vector<Located<std::string>>& located) {
  std::vector<std::string> values;
  for (const Located<std::string>& entry : located) values.push_back(entry.value);
  return values;
}

std::string Expected(const std::string& wanted, const std::string& got) {
  return "expected " + wanted + ", got " + got;
}

// A number that is delivered as text is the commonest slip: it looks the same in a file.
std::string HelpFor(const Cell& expected, const Cell& got) {
  const bool text_got = std::holds_alternative<std::string>(got);
  const bool text_expected = std::holds_alternative<std::string>(expected);
  const bool null = std::holds_alternative<std::monostate>(got) || std::holds_alternative<std::monostate>(expected);
  if (null || text_got == text_expected) return {};
  return text_got ? "it is delivered as text: if the value is right, write it in quotes"
                  : "it is not delivered as text: if the value is right, write it without quotes";
}

class Comparison {
 public:
  void Add(std::string place, std::string message, SourcePosition position, std::string help = {}) {
    ++count_;
    if (differences_.size() < kMaxDifferences) {
      differences_.push_back({std::move(place), std::move(message), std::move(help), position});
    }
  }

  std::vector<Difference> Take() && {
    if (count_ > kMaxDifferences) {
      differences_.push_back({{}, Counted(count_ - kMaxDifferences, "more difference"), {}, {}});
    }
    return std::move(differences_);
  }

 private:
  std::vector<Difference> differences_;
  std::size_t count_ = 0;
};

void CompareRow(Comparison& comparison, const std::string& place, const TestRow& expected, const RowSet& rows,
                std::size_t row) {
  const auto at = [&place](const std::string& column) {
    return place.empty() ? "column " + column : place + ", column " + column;
  };
  std::vector<bool> named(rows.columns.size(), false);
  for (const auto& [column, value] : expected.columns) {
    const auto found = std::find(rows.columns.begin(), rows.columns.end(), column.value);
    if (found == rows.columns.end()) {
      comparison.Add(at(column.value), "the report delivers no such column", column.position,
                     "its columns are " + Listed(rows.columns));
      continue;
    }
    const auto index = static_cast<std::size_t>(found - rows.columns.begin());
    named[index] = true;
    const Cell& got = rows.Row(row)[index];
    const Cell wanted = ToCell(value.value);
    if (got == wanted) continue;
    comparison.Add(at(column.value), Expected(Words(wanted), Words(got)), value.position, HelpFor(wanted, got));
  }
  for (std::size_t index = 0; index < named.size(); ++index) {
    if (named[index]) continue;
    comparison.Add(at(rows.columns[index]), "not written in the expectation, got " + Words(rows.Row(row)[index]),
                   expected.position, "name every column of a row");
  }
}

void CompareRows(Comparison& comparison, const std::string& part, const ExpectedPart& expected, const RowSet& got) {
  const std::vector<TestRow> wanted = ExpandRows(expected.rows);
  const auto place = [&part](std::size_t row) {
    const std::string text = "row " + std::to_string(row + 1);
    return part.empty() ? text : part + ", " + text;
  };
  if (wanted.size() != got.row_count()) {
    comparison.Add(part, Expected(Counted(wanted.size(), "row"), std::to_string(got.row_count())),
                   expected.name.position);
  }
  const std::size_t common = std::min(wanted.size(), got.row_count());
  for (std::size_t row = 0; row < common; ++row) CompareRow(comparison, place(row), wanted[row], got, row);
  if (got.row_count() > common) {
    comparison.Add(place(common), "not expected: " + RowWords(got, common), expected.name.position);
  }
  if (wanted.size() > common) comparison.Add(place(common), "expected, but not there", wanted[common].position);
}

std::string ShapeWords(const ResultPart& part) {
  if (part.shape == ResultPart::Shape::kRows) return Counted(part.rows.row_count(), "row") + " as a list";
  return part.rows.row_count() == 0 ? "null" : "one row that is no list";
}

void ComparePart(Comparison& comparison, const ExpectedPart& expected, const ResultPart& got) {
  const bool list = got.shape == ResultPart::Shape::kRows;
  const bool present = got.rows.row_count() > 0;
  switch (expected.shape) {
    case ExpectedPart::Shape::kRows:
      if (list) return CompareRows(comparison, expected.name.value, expected, got.rows);
      break;
    case ExpectedPart::Shape::kObject:
      if (!list && present) return CompareRow(comparison, expected.name.value, expected.rows[0].row, got.rows, 0);
      break;
    case ExpectedPart::Shape::kNull:
      if (!list && !present) return;
      break;
  }
  const std::string wanted = expected.shape == ExpectedPart::Shape::kRows     ? "a list of rows"
                             : expected.shape == ExpectedPart::Shape::kObject ? "one row as a mapping"
                                                                              : "null";
  comparison.Add(expected.name.value, Expected(wanted, ShapeWords(got)), expected.name.position);
}

void CompareRecord(Comparison& comparison, const Expectation& expect, const DeliveredResult& result) {
  std::vector<std::string> names;
  for (const ResultPart& part : result.parts) names.push_back(part.name);
  for (const ExpectedPart& expected : expect.parts) {
    const auto found = std::find(names.begin(), names.end(), expected.name.value);
    if (found == names.end()) {
      comparison.Add(expected.name.value, "the report delivers no such part", expected.name.position,
                     "its parts are " + Listed(names));
    } else {
      ComparePart(comparison, expected, result.parts[static_cast<std::size_t>(found - names.begin())]);
    }
  }
  for (const std::string& name : names) {
    const auto is_named = [&name](const ExpectedPart& part) { return part.name.value == name; };
    if (std::none_of(expect.parts.begin(), expect.parts.end(), is_named)) {
      comparison.Add(name, "delivered, but not written in the expectation", expect.position,
                     "name every part of a record");
    }
  }
}

void CompareCompleteness(Comparison& comparison, const Expectation& expect, const DeliveredResult& result) {
  std::vector<std::string> cut;
  for (const ResultPart& part : result.parts) {
    if (part.truncated) cut.push_back(result.record ? part.name : "rows");
  }
  // `complete: false` alone does not say which part was cut.
  const bool any = expect.complete && !expect.complete->value && expect.truncated.empty();
  const std::vector<std::string> wanted = Values(expect.truncated);
  const bool same = any ? !cut.empty() : std::is_permutation(cut.begin(), cut.end(), wanted.begin(), wanted.end());
  if (same) return;
  comparison.Add("truncated", Expected(any ? "some part" : Listed(wanted), Listed(cut)), expect.position,
                 cut.empty() ? "the answer is complete" : "the answer is not complete");
}

void CompareText(Comparison& comparison, const std::string& member, const std::string& wanted, const std::string& got,
                 SourcePosition position) {
  if (wanted != got) comparison.Add("coverage, " + member, Expected(wanted, got), position);
}

std::string Spelt(const std::optional<std::string>& text) { return text ? Words(Cell(*text)) : "null"; }

void CompareCoverage(Comparison& comparison, const ExpectedCoverage& expect, const DeliveredResult& result) {
  if (!result.coverage) {
    comparison.Add("coverage", "the report declares none", expect.position);
    return;
  }
  const Coverage& got = *result.coverage;
  if (expect.window) {
    CompareText(comparison, "window", Listed(Values(*expect.window)),
                got.window ? Listed({got.window->first, got.window->second}) : "none", expect.position);
  }
  if (expect.as_of) {
    CompareText(comparison, "as_of", Spelt(expect.as_of->value), Spelt(got.as_of), expect.as_of->position);
  }
  if (expect.watermark) {
    CompareText(comparison, "watermark", Words(ToCell(expect.watermark->value)), Spelt(got.watermark),
                expect.watermark->position);
  }
  if (expect.delay_possible) {
    const auto words = [](bool possible) { return std::string(possible ? "true" : "false"); };
    CompareText(comparison, "delay_possible", words(*expect.delay_possible),
                got.delay_possible ? words(*got.delay_possible) : "none", expect.position);
  }
  if (expect.absent) {
    const std::vector<std::string> wanted = Values(*expect.absent);
    if (wanted != got.absent) {
      comparison.Add("coverage, absent", Expected(Listed(wanted), Listed(got.absent)), expect.position);
    }
  }
}

void CompareResult(Comparison& comparison, const Expectation& expect, const DeliveredResult& result) {
  if (expect.kind == Expectation::Kind::kRecord) {
    CompareRecord(comparison, expect, result);
  } else {
    CompareRows(comparison, {}, expect.parts.front(), result.parts.front().rows);
  }
  CompareCompleteness(comparison, expect, result);
  if (expect.coverage) CompareCoverage(comparison, *expect.coverage, result);
}

std::string Wanted(const Expectation& expect) {
  switch (expect.kind) {
    case Expectation::Kind::kReason:
      return "the rejection " + expect.reason.value;
    case Expectation::Kind::kFailure:
      return "the failure " + expect.reason.value;
    case Expectation::Kind::kRecord:
      return "a record";
    case Expectation::Kind::kRows:
      break;
  }
  return "rows";
}

bool IsAsKind(const Expectation& expect, const Outcome& outcome) {
  if (const auto* rejection = std::get_if<Rejection>(&outcome.body)) {
    return expect.kind == Expectation::Kind::kReason && rejection->reason == expect.reason.value;
  }
  if (const auto* failure = std::get_if<Failure>(&outcome.body)) {
    return expect.kind == Expectation::Kind::kFailure && failure->reason == expect.reason.value;
  }
  const bool record = std::get<DeliveredResult>(outcome.body).record;
  return expect.kind == (record ? Expectation::Kind::kRecord : Expectation::Kind::kRows);
}

}  // namespace

std::vector<Difference> Compare(const Expectation& expect, const Outcome& outcome) {
  Comparison comparison;
  if (!IsAsKind(expect, outcome)) {
    const auto* failure = std::get_if<Failure>(&outcome.body);
    comparison.Add({}, Expected(Wanted(expect), Words(outcome)), expect.position,
                   failure == nullptr || failure->cause.empty() ? std::string() : "cause: " + failure->cause);
  } else if (const auto* result = std::get_if<DeliveredResult>(&outcome.body)) {
    CompareResult(comparison, expect, *result);
  }
  return std::move(comparison).Take();
}

}  // namespace querygate::trial
