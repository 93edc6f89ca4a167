#include "engine/load/expectation_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/load/test_rows.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

void ReadRows(DocumentReader& reader, const YamlNode& value, std::string_view what, Expectation& expect) {
  expect.kind = Expectation::Kind::kRows;
  ExpectedPart part;
  part.name.position = value.position;
  ReadTestRows(reader, value, what, TestRowUse::kExpected, part.rows);
  expect.parts.push_back(std::move(part));
}

// A list of rows, an object, or null for an object that is not there.
void ReadPart(DocumentReader& reader, const YamlNode& value, Located<std::string> name, Expectation& expect) {
  ExpectedPart part;
  const std::string what = Quoted(name.value);
  part.name = std::move(name);
  switch (value.kind) {
    case NodeKind::kNull:
      part.shape = ExpectedPart::Shape::kNull;
      break;
    case NodeKind::kMapping:
      part.shape = ExpectedPart::Shape::kObject;
      ReadTestRow(reader, value, what, TestRowUse::kExpected, part.rows.emplace_back().row);
      break;
    case NodeKind::kSequence:
      ReadTestRows(reader, value, what, TestRowUse::kExpected, part.rows);
      break;
    default:
      reader.WrongType(value, what, "a list of rows, one row as a mapping, or null");
      return;
  }
  expect.parts.push_back(std::move(part));
}

void ReadRecord(DocumentReader& reader, const YamlNode& value, std::string_view what, Expectation& expect) {
  expect.kind = Expectation::Kind::kRecord;
  ReadNamed(reader, value, what,
            [&](const YamlNode& part, Located<std::string> name) { ReadPart(reader, part, std::move(name), expect); });
}

template <Expectation::Kind kKind>
void ReadReason(DocumentReader& reader, const YamlNode& value, std::string_view what, Expectation& expect) {
  expect.kind = kKind;
  reader.Name(value, what, expect.reason);
}

void ReadComplete(DocumentReader& reader, const YamlNode& value, std::string_view what, Expectation& expect) {
  bool complete = true;
  if (reader.Boolean(value, what, complete)) expect.complete = Located<bool>{complete, value.position};
}

void ReadWindow(DocumentReader& reader, const YamlNode& value, std::string_view what, ExpectedCoverage& coverage) {
  std::vector<Located<std::string>> ends;
  if (!reader.Texts(value, what, ends)) return;
  if (ends.size() == 2) {
    coverage.window = std::move(ends);
  } else {
    reader.Report("invalid-value", value.position, std::string(what) + " must hold its start and its end");
  }
}

void ReadWatermark(DocumentReader& reader, const YamlNode& value, std::string_view what, ExpectedCoverage& coverage) {
  Located<TestValue> watermark;
  if (ReadTestValue(reader, value, what, TestRowUse::kExpected, watermark)) coverage.watermark = std::move(watermark);
}

void ReadDelay(DocumentReader& reader, const YamlNode& value, std::string_view what, ExpectedCoverage& coverage) {
  bool possible = false;
  if (reader.Boolean(value, what, possible)) coverage.delay_possible = possible;
}

void ReadAbsent(DocumentReader& reader, const YamlNode& value, std::string_view what, ExpectedCoverage& coverage) {
  std::vector<Located<std::string>> sentences;
  if (reader.Texts(value, what, sentences)) coverage.absent = std::move(sentences);
}

ValueSchema PairSchema() {
  ValueSchema schema = TextsSchema();
  schema.min_items = schema.max_items = 2;
  return schema;
}

constexpr auto kCoverageKeys = std::to_array<KeyRule<ExpectedCoverage>>({
    {"window", Presence::kOptional, {ReadWindow, &PairSchema}, "Its start and its end, as delivered."},
    {"as_of", Presence::kOptional, Key<&ExpectedCoverage::as_of>::Text, "The instant, as delivered."},
    {"watermark",
     Presence::kOptional,
     {ReadWatermark, [] { return TestValueSchema(TestRowUse::kExpected); }},
     "The watermark, as delivered."},
    {"delay_possible", Presence::kOptional, {ReadDelay, &BooleanSchema}, "Whether a delay is told to be possible."},
    {"absent", Presence::kOptional, {ReadAbsent, &TextsSchema}, "The sentences about absent rows."},
});
constexpr KeyTable<ExpectedCoverage> kCoverageTable{"an expected coverage", kCoverageKeys};

void ReadCoverage(DocumentReader& reader, const YamlNode& value, std::string_view what, Expectation& expect) {
  ExpectedCoverage coverage;
  coverage.position = value.position;
  if (ReadMapping(reader, value, what, kCoverageTable, coverage)) expect.coverage = std::move(coverage);
}

ValueSchema ExpectedRowsSchema() { return TestRowsSchema(TestRowUse::kExpected); }

ValueSchema RecordSchema() {
  ValueSchema part = EitherSchema(ExpectedRowsSchema(), TestRowSchema(TestRowUse::kExpected));
  part.any_of.emplace_back().types = {"null"};
  return NamedSchema(std::move(part));
}

constexpr auto kKeys = std::to_array<KeyRule<Expectation>>({
    {"rows", Presence::kOptional, {ReadRows, &ExpectedRowsSchema}, "The rows of a plain result, in order."},
    {"record",
     Presence::kOptional,
     {ReadRecord, &RecordSchema},
     "Every part of a record by name: a list of rows, one row, or null."},
    {"reason",
     Presence::kOptional,
     {ReadReason<Expectation::Kind::kReason>, &NameSchema},
     "The reason of a rejection."},
    {"failure",
     Presence::kOptional,
     {ReadReason<Expectation::Kind::kFailure>, &NameSchema},
     "The reason of a failure."},
    {"complete",
     Presence::kOptional,
     {ReadComplete, &BooleanSchema},
     "Whether the answer is complete; left out: exactly when nothing is truncated."},
    {"truncated", Presence::kOptional, Key<&Expectation::truncated>::Texts, "The parts that were cut."},
    {"coverage",
     Presence::kOptional,
     {ReadCoverage, [] { return kCoverageTable.Schema(); }},
     "What is told about coverage; only what is written is compared."},
});
constexpr KeyTable<Expectation> kTable{"`expect`", kKeys};

constexpr auto kForms = std::to_array<std::string_view>({"rows", "record", "reason", "failure"});
constexpr std::string_view kFormsHelp =
    "an answer is `rows` or `record`, a rejection `reason`, what the system could not answer `failure`";

void CheckForm(DocumentReader& reader, const YamlNode& node, const Expectation& expect) {
  std::vector<const YamlMember*> forms;
  for (const YamlMember& member : node.members) {
    if (std::find(kForms.begin(), kForms.end(), member.key.text) != kForms.end()) forms.push_back(&member);
  }
  if (forms.empty()) {
    reader.Report("missing-key", node.position, "`expect` needs `rows`, `record`, `reason` or `failure`",
                  std::string(kFormsHelp));
    return;
  }
  for (std::size_t i = 1; i < forms.size(); ++i) {
    reader.Report("invalid-value", forms[i]->key.position,
                  Backticked(forms[i]->key.text) + " does not go together with " + Backticked(forms[0]->key.text),
                  std::string(kFormsHelp));
  }
  const bool answer = expect.kind == Expectation::Kind::kRows || expect.kind == Expectation::Kind::kRecord;
  for (const YamlMember& member : node.members) {
    const std::string& key = member.key.text;
    if (!answer && (key == "complete" || key == "truncated" || key == "coverage")) {
      reader.Report("invalid-value", member.key.position, Backticked(key) + " goes with `rows` or `record`",
                    "a rejection or a failure delivers nothing else");
    }
  }
  if (expect.complete && expect.complete->value && !expect.truncated.empty()) {
    reader.Report("invalid-value", expect.complete->position, "an answer of which a part was cut is not complete");
  }
}

}  // namespace

void ReadExpectation(DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test) {
  test.expect.position = value.position;
  if (ReadMapping(reader, value, what, kTable, test.expect)) CheckForm(reader, value, test.expect);
}

ValueSchema ExpectationSchema() {
  ValueSchema schema = kTable.Schema();
  schema.exactly_one.assign(kForms.begin(), kForms.end());
  return schema;
}

Vocabulary ExpectationPlaces() { return {kTable.Place(), kCoverageTable.Place()}; }

}  // namespace querygate
