#include "engine/base/diagnostic.h"

#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

Diagnostic At(const SourceText& text, SourcePosition position, std::string help = {}) {
  return MakeDiagnostic("unlisted-column", text, position, "the column 'x' is not listed", std::move(help));
}

}  // namespace

TEST_CASE("a diagnostic shows where, what, the line and what to do", "[diagnostic]") {
  const SourceText text("reports/a.yaml", "kind: Report\n  sql: SELECT secret FROM t\n");
  CHECK(FormatDiagnostic(At(text, {2, 15, 6}, "list it under allow.tables.t")) ==
        "reports/a.yaml:2:15: error: the column 'x' is not listed [QG102 unlisted-column]\n"
        "    sql: SELECT secret FROM t\n"
        "                ^~~~~~\n"
        "  help: list it under allow.tables.t\n");
}

TEST_CASE("the caret stays under its text", "[diagnostic]") {
  struct Row {
    std::string line;
    SourcePosition position;
    std::string expected;  // line and caret
  };
  const auto row = GENERATE(values<Row>({
      {"\tkey:\tvalue", {1, 7, 5}, "  \tkey:\tvalue\n  \t    \t^~~~~\n"},
      {"\xC3\xA9\xC3\xA9x", {1, 3, 1}, "  \xC3\xA9\xC3\xA9x\n    ^\n"},
      {"short", {1, 3, 50}, "  short\n    ^~~\n"},
      {"short", {1, 6, 1}, "  short\n       ^\n"},
      {"short", {1, 60, 3}, "  short\n       ^\n"},
      {"short", {1, 1, 0}, "  short\n  ^\n"},
      {"a\x1B[31mb", {1, 7, 1}, "  a\xEF\xBF\xBD[31mb\n        ^\n"},
      {"a\xE2\x80\xAE"
       "b",
       {1, 3, 1},
       "  a\xEF\xBF\xBD"
       "b\n    ^\n"},
      {"a\xFF"
       "b",
       {1, 3, 1},
       "  a\xEF\xBF\xBD"
       "b\n    ^\n"},
  }));
  const std::string formatted = FormatDiagnostic(At(SourceText("f", row.line), row.position));
  CHECK(formatted.substr(formatted.find('\n') + 1) == row.expected);
}

TEST_CASE("a diagnostic about a whole file shows no line", "[diagnostic]") {
  CHECK(FormatDiagnostic(At(SourceText("f.yaml", "x"), {0, 0, 1})) ==
        "f.yaml: error: the column 'x' is not listed [QG102 unlisted-column]\n");
}

TEST_CASE("what others wrote cannot drive a terminal or add lines", "[diagnostic]") {
  Diagnostic diagnostic = At(SourceText("f\x1B.yaml", "x"), {1, 1, 1}, "do\nthis");
  diagnostic.message = "bad\nkey \x07\xC2\x9B";
  CHECK(FormatDiagnostic(diagnostic) ==
        "f\xEF\xBF\xBD.yaml:1:1: error: bad\xEF\xBF\xBDkey \xEF\xBF\xBD\xEF\xBF\xBD [QG102 unlisted-column]\n"
        "  x\n  ^\n  help: do\xEF\xBF\xBDthis\n");
}

TEST_CASE("a diagnostic takes its rule's severity and alias", "[diagnostic]") {
  const SourceText text("f", "x");
  CHECK(MakeDiagnostic("limit-in-sql", text, {}, "m").severity == Severity::kWarning);
  CHECK(MakeDiagnostic("QG204", text, {}, "m").rule == "limit-in-sql");
  CHECK(MakeDiagnostic("unlisted-table", text, {}, "m").severity == Severity::kError);
  CHECK(SeverityName(Severity::kError) == "error");
  CHECK(SeverityName(Severity::kWarning) == "warning");
  CHECK(SeverityName(Severity::kNote) == "note");
}

TEST_CASE("warnings are not errors", "[diagnostic]") {
  const SourceText text("f", "x");
  Diagnostics diagnostics;
  CHECK_FALSE(HasErrors(diagnostics));
  diagnostics.push_back(MakeDiagnostic("limit-in-sql", text, {}, "m"));
  CHECK_FALSE(HasErrors(diagnostics));
  diagnostics.push_back(MakeDiagnostic("unlisted-table", text, {}, "m"));
  CHECK(HasErrors(diagnostics));
}

TEST_CASE("diagnostics sort by place, then rule, then message", "[diagnostic]") {
  const SourceText a("a", "x"), b("b", "x");
  const Diagnostics expected = {
      MakeDiagnostic("select-star", a, {1, 9, 1}, "m"),   MakeDiagnostic("limit-in-sql", a, {2, 1, 1}, "m"),
      MakeDiagnostic("limit-in-sql", a, {2, 10, 1}, "m"), MakeDiagnostic("select-star", a, {2, 10, 1}, "m"),
      MakeDiagnostic("select-star", a, {2, 10, 1}, "n"),  MakeDiagnostic("limit-in-sql", a, {10, 1, 1}, "m"),
      MakeDiagnostic("limit-in-sql", b, {1, 1, 1}, "m"),
  };
  Diagnostics diagnostics(expected.rbegin(), expected.rend());
  SortDiagnostics(diagnostics);
  CHECK(diagnostics == expected);
}
