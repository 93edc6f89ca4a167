#include <array>
#include <set>
#include <utility>

#include "engine/load/document_tables.h"
#include "engine/load/expectation_reader.h"
#include "engine/load/json_node.h"
#include "engine/load/load_document.h"
#include "engine/load/relative_path.h"
#include "engine/load/test_rows.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

void ReadInstant(DocumentReader& reader, const YamlNode& value, std::string_view what,
                 std::optional<Located<Instant>>& out) {
  Located<std::string> text;
  if (!reader.Text(value, what, text)) return;
  if (const auto instant = ParseTimestamp(text.value)) {
    out = Located<Instant>{*instant, value.position};
  } else {
    reader.Report("invalid-value", value.position, std::string(what) + " must be a timestamp",
                  "write it like 2026-01-02T00:00:00Z");
  }
}

void ReadClaims(DocumentReader& reader, const YamlNode& value, std::string_view what, TestCaller& caller) {
  JsonValue claims;
  if (reader.Expect(value, NodeKind::kMapping, what) && ReadJsonNode(reader, value, what, claims)) {
    caller.claims_json = ToJsonText(claims);
  }
}

void ReadRoles(DocumentReader& reader, const YamlNode& value, std::string_view what, TestCaller& caller) {
  std::vector<Located<std::string>> roles;
  if (reader.Texts(value, what, roles)) caller.roles = std::move(roles);
}

void ReadScope(DocumentReader& reader, const YamlNode& value, std::string_view what, TestCaller& caller) {
  ReadArguments(reader, value, what, caller.scope);
}

ValueSchema ArgumentsSchema() { return NamedSchema(AnySchema()); }

ValueSchema InstantSchema() {
  ValueSchema schema = TextSchema();
  schema.pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T";
  return schema;
}

constexpr auto kCallerKeys = std::to_array<KeyRule<TestCaller>>({
    {"claims",
     Presence::kOptional,
     {ReadClaims, [] { return NamedSchema(AnySchema()); }},
     "The identity as claims, as --as gives it."},
    {"roles", Presence::kOptional, {ReadRoles, &TextsSchema}, "Roles in the place of those that the claims give."},
    {"scope",
     Presence::kOptional,
     {ReadScope, &ArgumentsSchema},
     "Scope values, as --scope gives them; they win over claims."},
});
constexpr KeyTable<TestCaller> kCallerTable{"a caller", kCallerKeys};

void ReadCaller(DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test) {
  TestCaller caller;
  caller.position = value.position;
  if (ReadMapping(reader, value, what, kCallerTable, caller)) test.caller = std::move(caller);
}

constexpr auto kLimitsKeys = std::to_array<KeyRule<BudgetNarrowing>>({
    {"source_rows", Presence::kOptional, Key<&BudgetNarrowing::source_rows>::Count,
     "How many rows one query may give."},
    {"vm_steps", Presence::kOptional, Key<&BudgetNarrowing::vm_steps>::Count, "How many steps the database may take."},
    {"result_bytes", Presence::kOptional, Key<&BudgetNarrowing::result_bytes>::ByteSize,
     "How large the result may be."},
});
constexpr KeyTable<BudgetNarrowing> kLimitsTable{"a case's `limits`", kLimitsKeys};

void ReadUnreviewed(DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test) {
  bool unreviewed = false;
  if (!reader.Boolean(value, what, unreviewed)) return;
  if (unreviewed) {
    test.unreviewed = value.position;
  } else {
    reader.Report("invalid-value", value.position, std::string(what) + " can only be true",
                  "remove the line once the expectation was read");
  }
}

constexpr auto kCaseKeys = std::to_array<KeyRule<TestCase>>({
    {"name", Presence::kRequired, Key<&TestCase::name>::Prose, "One line, unlike any other in the file."},
    {"now",
     Presence::kOptional,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test) {
        ReadInstant(reader, value, what, test.now);
      },
      &InstantSchema},
     "The frozen instant of this case alone."},
    {"given",
     Presence::kOptional,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test) {
        ReadGivenTables(reader, value, what, test.given);
      },
      &GivenTablesSchema},
     "Rows of the database, as { TABLE: [ROW] }, after those of the fixture."},
    {"arguments",
     Presence::kOptional,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test) {
        ReadArguments(reader, value, what, test.arguments);
      },
      &ArgumentsSchema},
     "What the caller sends, each value exactly as JSON."},
    {"caller",
     Presence::kOptional,
     {ReadCaller, [] { return kCallerTable.Schema(); }},
     "Who asks; left out: whoever runs the program."},
    {"limits",
     Presence::kOptional,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test) {
        ReadMapping(reader, value, what, kLimitsTable, test.limits);
      },
      [] { return kLimitsTable.Schema(); }},
     "What a host narrows for this call."},
    {"expect", Presence::kRequired, {ReadExpectation, &ExpectationSchema}, "What the report answers."},
    {"unreviewed",
     Presence::kOptional,
     {ReadUnreviewed, &BooleanSchema},
     "True until a person has read the expectation; then the line is removed."},
});
constexpr KeyTable<TestCase> kCaseTable{"a case", kCaseKeys};

std::size_t BytesOf(const std::vector<GivenTable>& tables) {
  std::size_t total = 0;
  for (const GivenTable& table : tables) total += BytesOf(table.rows);
  return total;
}

std::size_t BytesOf(const TestCase& test) {
  std::size_t total = BytesOf(test.given);
  for (const ExpectedPart& part : test.expect.parts) total += BytesOf(part.rows);
  return total;
}

void ReadCases(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportTestDeclaration& tests) {
  if (!reader.Expect(value, NodeKind::kSequence, what)) return;
  if (value.items.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must hold at least one case");
  }
  std::set<std::string> names;
  for (const YamlNode& item : value.items) {
    TestCase test;
    test.position = item.position;
    if (!ReadMapping(reader, item, "an entry of " + std::string(what), kCaseTable, test)) continue;
    if (!test.name.value.empty() && !names.insert(test.name.value).second) {
      reader.Report("invalid-value", test.name.position, "another case has the name " + Quoted(test.name.value),
                    "a failing case is found by its name");
    }
    if (BytesOf(test) > kMaxTestBytes) {
      reader.Report("invalid-value", test.position, "the case's rows take more than 16 MiB",
                    "repeat fewer rows, or shorter ones");
    }
    tests.cases.push_back(std::move(test));
  }
}

constexpr auto kEquivalentKeys = std::to_array<KeyRule<EquivalentMutant>>({
    {"mutant", Presence::kRequired, Key<&EquivalentMutant::mutant>::Text, "The id that `test --mutate` gives it."},
    {"because", Presence::kRequired, Key<&EquivalentMutant::because>::Prose,
     "Why nothing can tell it from the report."},
});
constexpr KeyTable<EquivalentMutant> kEquivalentTable{"an equivalent mutant", kEquivalentKeys};

void ReadEquivalent(DocumentReader& reader, const YamlNode& value, std::string_view what,
                    ReportTestDeclaration& tests) {
  if (!reader.Expect(value, NodeKind::kSequence, what)) return;
  for (const YamlNode& item : value.items) {
    EquivalentMutant mutant;
    if (ReadMapping(reader, item, "an entry of " + std::string(what), kEquivalentTable, mutant)) {
      tests.equivalent.push_back(std::move(mutant));
    }
  }
}

void ReadFixtureName(DocumentReader& reader, const YamlNode& value, std::string_view what,
                     ReportTestDeclaration& tests) {
  if (!reader.Text(value, what, tests.fixture_file)) return;
  const std::string& path = tests.fixture_file->value;
  if (!StaysBelow(path)) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name a file beside or below this one",
                  "write a relative path without `..`");
  } else if (!path.ends_with(".sql") && !path.ends_with(".fixture.yaml")) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name a .sql or a .fixture.yaml file",
                  "INSERT statements, or a Fixture document");
  }
}

ValueSchema CasesSchema() {
  ValueSchema schema = ListSchema(kCaseTable.Schema());
  schema.min_items = 1;
  return schema;
}

constexpr auto kKeys = std::to_array<KeyRule<ReportTestDeclaration>>({
    HeaderKey<ReportTestDeclaration>("apiVersion"),
    HeaderKey<ReportTestDeclaration>("kind"),
    {"now",
     Presence::kOptional,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, ReportTestDeclaration& tests) {
        ReadInstant(reader, value, what, tests.now);
      },
      &InstantSchema},
     "The frozen instant of every call."},
    {"fixture",
     Presence::kOptional,
     {ReadFixtureName, &TextSchema},
     "Rows that every case has: a .sql file with INSERT statements, or a .fixture.yaml file."},
    {"cases", Presence::kRequired, {ReadCases, &CasesSchema}, "What is asked, and what must come out."},
    {"equivalent",
     Presence::kOptional,
     {ReadEquivalent, [] { return ListSchema(kEquivalentTable.Schema()); }},
     "Wrong versions that nothing can tell from the report."},
});
constexpr KeyTable<ReportTestDeclaration> kTable{"a ReportTest document", kKeys};

Vocabulary ReportTestVocabulary() {
  Vocabulary places{kTable.Place(), kCaseTable.Place(), kCallerTable.Place(), kLimitsTable.Place(),
                    kEquivalentTable.Place()};
  for (const auto part : {ExpectationPlaces, TestRowPlaces}) {
    for (KeyPlace& place : part()) places.push_back(std::move(place));
  }
  return places;
}

constexpr auto kFixtureKeys = std::to_array<KeyRule<TestFixture>>({
    HeaderKey<TestFixture>("apiVersion"),
    HeaderKey<TestFixture>("kind"),
    {"given",
     Presence::kRequired,
     {[](DocumentReader& reader, const YamlNode& value, std::string_view what, TestFixture& fixture) {
        ReadGivenTables(reader, value, what, fixture.given);
        if (BytesOf(fixture.given) > kMaxTestBytes) {
          reader.Report("invalid-value", value.position, "the rows take more than 16 MiB");
        }
      },
      &GivenTablesSchema},
     "Rows of the database, as { TABLE: [ROW] }."},
});
constexpr KeyTable<TestFixture> kFixtureTable{"a Fixture document", kFixtureKeys};

Vocabulary FixtureVocabulary() {
  Vocabulary places = TestRowPlaces();
  places.insert(places.begin(), kFixtureTable.Place());
  return places;
}

}  // namespace

ValueSchema ReportTestDocument() { return kTable.Schema(); }
ValueSchema FixtureDocument() { return kFixtureTable.Schema(); }

Loaded<ReportTestDeclaration> LoadReportTest(std::shared_ptr<const SourceText> text, std::string report) {
  ReportTestDeclaration seed;
  seed.report = std::move(report);
  seed.text = text;
  return LoadDocument(text, "ReportTest", kTable, ReportTestVocabulary, std::move(seed));
}

Loaded<TestFixture> LoadFixture(std::shared_ptr<const SourceText> text) {
  TestFixture seed;
  seed.text = text;
  return LoadDocument(text, "Fixture", kFixtureTable, FixtureVocabulary, std::move(seed));
}

}  // namespace querygate
