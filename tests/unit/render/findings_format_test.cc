#include "engine/render/findings_format.h"

#include <string>

#include <catch2/catch.hpp>

#include "engine/render/findings_formats.h"
#include "engine/render/fingerprint.h"
#include "engine/render/xml_text.h"

namespace querygate {
namespace {

Diagnostic Finding(std::string rule, std::string file, SourcePosition position, std::string message,
                   Severity severity = Severity::kError) {
  Diagnostic finding;
  finding.severity = severity;
  finding.rule = std::move(rule);
  finding.file = std::move(file);
  finding.position = position;
  finding.line_text = "text of the line";
  finding.message = std::move(message);
  return finding;
}

std::string Render(const char* format, const FindingsReport& report) {
  const FindingsFormat* row = FindFindingsFormat(format);
  REQUIRE(row != nullptr);
  FindingsOptions options;
  options.version = "1.2.3";
  return row->render(report, options);
}

bool Holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

FindingsReport One(Diagnostic finding) {
  FindingsReport report;
  report.command = "lint";
  report.files = {finding.file};
  report.findings = {std::move(finding)};
  return report;
}

TEST_CASE("a GitHub command cannot be ended or extended by what it carries", "[findings]") {
  auto finding =
      Finding("select-star", "a,b:c%.yaml", {3, 7, 4}, "100% of\n::error::forged\r\x1b[31m", Severity::kNote);
  finding.help = "one\ntwo";
  CHECK(Render("github", One(finding)) ==
        "::notice file=a%2Cb%3Ac%25.yaml,line=3,col=7,endColumn=11,title=QG302 select-star::"
        "100%25 of\\n::error::forged\\r\\x1b[31m%0Ahelp: one\\ntwo\n");
  CHECK(Render("github", One(Finding("select-star", "a", {}, "m", Severity::kWarning))) ==
        "::warning file=a,title=QG302 select-star::m\n");
}

TEST_CASE("SARIF locations are relative URIs with columns in code points", "[findings]") {
  const std::string text = Render("sarif", One(Finding("select-star", "a b/ü#?%.yaml", {3, 7, 4}, "m")));
  CHECK(Holds(text, "\"uri\": \"a%20b/%C3%BC%23%3F%25.yaml\""));
  CHECK(Holds(text, "\"uriBaseId\": \"%SRCROOT%\""));
  CHECK(Holds(text, "\"columnKind\": \"unicodeCodePoints\""));
  CHECK(Holds(text, "\"startLine\": 3"));
  CHECK(Holds(text, "\"startColumn\": 7"));
  CHECK(Holds(text, "\"endColumn\": 11"));
  CHECK(Holds(text, "\"executionSuccessful\": true"));

  const std::string absolute = Render("sarif", One(Finding("select-star", "/x/y.yaml", {}, "m")));
  CHECK(Holds(absolute, "\"uri\": \"file:///x/y.yaml\""));
  CHECK_FALSE(Holds(absolute, "uriBaseId\""));
  CHECK_FALSE(Holds(absolute, "region"));
}

TEST_CASE("a SARIF result points to its rule", "[findings]") {
  FindingsReport report = One(Finding("unused-grant", "a", {1, 1, 1}, "m", Severity::kNote));
  report.findings.push_back(Finding("unlisted-column", "a", {2, 1, 1}, "m"));
  const std::string text = Render("sarif", report);
  CHECK(Holds(text, "\"ruleId\": \"QG301\",\n          \"ruleIndex\": 1,\n          \"level\": \"note\""));
  CHECK(Holds(text, "\"ruleId\": \"QG102\",\n          \"ruleIndex\": 0,\n          \"level\": \"error\""));
  CHECK(text.find("\"id\": \"QG102\"") < text.find("\"id\": \"QG301\""));
  CHECK(Holds(text, "\"name\": \"UnlistedColumn\""));
}

TEST_CASE("every machine format tells what could not be looked at", "[findings]") {
  FindingsReport report;
  report.command = "lint";
  Diagnostic fault;
  fault.message = "cannot read x";
  report.faults = {fault};
  std::size_t formats = 0;
  for (const FindingsFormat& format : FindingsFormats()) {
    if (!format.carries_faults) continue;
    CAPTURE(format.name);
    CHECK(Holds(format.render(report, {}), "cannot read x"));
    ++formats;
  }
  CHECK(formats == 4);
  CHECK(Holds(Render("sarif", report), "\"executionSuccessful\": false"));
  CHECK(Holds(Render("json", report), "\"complete\": false"));
  CHECK(Holds(Render("junit", report), "failures=\"0\" errors=\"1\""));
  CHECK(Holds(Render("github", report), "::error title=querygate::cannot read x\n"));
}

TEST_CASE("a JUnit test case fails with what counts, and lists the rest", "[findings]") {
  FindingsReport report = One(Finding("select-star", "a", {1, 1, 1}, "<first>", Severity::kWarning));
  report.findings.push_back(Finding("unlisted-column", "a", {2, 1, 1}, "second & \"last\""));
  report.files = {"a", "b"};
  const std::string text = Render("junit", report);
  CHECK(Holds(text, "tests=\"2\" failures=\"1\" errors=\"0\""));
  CHECK(Holds(text, "<failure message=\"second &amp; &quot;last&quot;\" type=\"finding\">"));
  CHECK(Holds(text, "<system-out>a:1:1: warning: &lt;first&gt;"));
  CHECK(Holds(text, "name=\"b\"/>"));

  report.fail_level = Severity::kWarning;
  CHECK(Holds(Render("junit", report), "<failure message=\"&lt;first&gt; (and 1 more)\""));
  report.fail_level = std::nullopt;
  CHECK(Holds(Render("junit", report), "failures=\"0\""));
}

TEST_CASE("markup holds nothing that could be taken for markup, or that it has no place for", "[findings]") {
  CHECK(EscapeMarkup("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
  CHECK(EscapeMarkup("]]>") == "]]&gt;");
  CHECK(EscapeMarkup("a\nb\tc") == "a\nb\tc");
  CHECK(EscapeMarkup(std::string("\0\x1b\x7f", 3)) == "\\x00\\x1b\\x7f");
  CHECK(EscapeMarkup("\xEF\xBF\xBE") == "\xEF\xBF\xBD");
  CHECK(EscapeMarkup("\xE2\x80\xAE") == "\\u202e");
  CHECK(EscapeMarkup("\xFF") == "\\xff");
}

std::vector<std::string> Prints(const Diagnostics& findings) {
  std::vector<const Diagnostic*> pointers;
  for (const Diagnostic& finding : findings) pointers.push_back(&finding);
  return Fingerprints(pointers);
}

TEST_CASE("a fingerprint survives what does not concern the finding", "[findings]") {
  const Diagnostic finding = Finding("select-star", "a", {3, 7, 4}, "m");
  const auto same = [&](auto change) {
    Diagnostic other = finding;
    change(other);
    return Prints({finding}) == Prints({other});
  };
  CHECK(same([](Diagnostic& d) { d.position = {9, 1, 1}; }));
  CHECK(same([](Diagnostic& d) { d.line_text = "\t text  of the\tline "; }));
  CHECK(same([](Diagnostic& d) { d.message = "reworded"; }));
  CHECK_FALSE(same([](Diagnostic& d) { d.line_text = "another text of the line"; }));
  CHECK_FALSE(same([](Diagnostic& d) { d.rule = "unused-grant"; }));
  CHECK_FALSE(same([](Diagnostic& d) { d.file = "b"; }));

  Diagnostic second = finding;
  second.position.line = 8;
  const auto prints = Prints({finding, second});
  CHECK(prints[0].substr(0, 16) == prints[1].substr(0, 16));
  CHECK(prints[0].substr(16) == ":1");
  CHECK(prints[1].substr(16) == ":2");
}

TEST_CASE("a suppressed finding keeps its fingerprint", "[findings]") {
  const Diagnostic finding = Finding("select-star", "a", {3, 7, 4}, "m");
  FindingsReport reported = One(finding);
  FindingsReport suppressed = One(finding);
  suppressed.findings.clear();
  suppressed.suppressed = {{finding, {2, 1, 1}, "why"}};
  const std::string print = Prints({finding})[0];
  for (const char* format : {"json", "sarif"}) {
    CHECK(Holds(Render(format, reported), print));
    CHECK(Holds(Render(format, suppressed), print));
  }
  CHECK(Holds(Render("sarif", suppressed), "\"justification\": \"why\""));
  CHECK(Holds(Render("sarif", suppressed), "\"kind\": \"inSource\""));
  CHECK_FALSE(Holds(Render("sarif", reported), "suppressions"));
  CHECK(Render("github", suppressed).empty());
  CHECK(Holds(Render("junit", suppressed), "suppressed: why"));
}

TEST_CASE("failure is from the level on", "[findings]") {
  FindingsReport report = One(Finding("select-star", "a", {1, 1, 1}, "m", Severity::kWarning));
  CHECK_FALSE(Fails(report));
  report.fail_level = Severity::kWarning;
  CHECK(Fails(report));
  report.fail_level = Severity::kNote;
  CHECK(Fails(report));
  report.fail_level = std::nullopt;
  CHECK_FALSE(Fails(report));
}

}  // namespace
}  // namespace querygate
