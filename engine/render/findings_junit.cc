// The dialect that CI servers agree on: at most one failure or error in a test case. Several findings of one file
// are therefore one failure whose text lists them.
#include <map>

#include "engine/render/findings_formats.h"
#include "engine/render/xml_text.h"

namespace querygate {

namespace {

struct TestCase {
  std::string failures;  // findings that count, one a line
  std::string others;    // findings that do not, and suppressed ones
  std::string errors;    // why the file could not be looked at
  std::string first;     // message of the first finding that counts
  std::size_t count = 0;
};

std::map<std::string, TestCase> CasesOf(const FindingsReport& report) {
  std::map<std::string, TestCase> cases;
  for (const std::string& file : report.files) cases.try_emplace(file);
  const auto case_of = [&](const Diagnostic& diagnostic) -> TestCase& {
    return cases[diagnostic.file.empty() ? "querygate " + report.command : diagnostic.file];
  };
  for (const Diagnostic& finding : report.findings) {
    TestCase& test_case = case_of(finding);
    const std::string text = DiagnosticText(finding, false);
    if (!CountsAsFailure(report, finding.severity)) {
      test_case.others += text;
      continue;
    }
    if (test_case.count++ == 0) test_case.first = finding.message;
    test_case.failures += text;
  }
  for (const SuppressedFinding& finding : report.suppressed) {
    case_of(finding.diagnostic).others +=
        DiagnosticLine(finding.diagnostic, false) + " suppressed: " + finding.reason + '\n';
  }
  for (const Diagnostic& fault : report.faults) case_of(fault).errors += DiagnosticText(fault, false);
  return cases;
}

std::string Attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string(name) + "=\"" + EscapeMarkup(value) + '"';
}

std::string Element(std::string_view name, const std::string& attributes, const std::string& text) {
  return "      <" + std::string(name) + attributes + '>' + EscapeMarkup(text) + "</" + std::string(name) + ">\n";
}

std::string CaseText(const std::string& name, const std::string& command, const TestCase& test_case) {
  std::string inner;
  if (!test_case.errors.empty()) {
    inner += Element("error", Attribute("message", "could not be checked") + Attribute("type", "fault"),
                     test_case.errors + test_case.failures);
  } else if (test_case.count > 0) {
    std::string message = test_case.first;
    if (test_case.count > 1) message += " (and " + std::to_string(test_case.count - 1) + " more)";
    inner += Element("failure", Attribute("message", message) + Attribute("type", "finding"), test_case.failures);
  }
  if (!test_case.others.empty()) inner += Element("system-out", {}, test_case.others);
  const std::string start = "    <testcase" + Attribute("classname", "querygate." + command) + Attribute("name", name);
  return inner.empty() ? start + "/>\n" : start + ">\n" + inner + "    </testcase>\n";
}

}  // namespace

std::string RenderFindingsJunit(const FindingsReport& report, const FindingsOptions&) {
  const auto cases = CasesOf(report);
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::string body;
  for (const auto& [name, test_case] : cases) {
    if (!test_case.errors.empty()) {
      ++errors;
    } else if (test_case.count > 0) {
      ++failures;
    }
    body += CaseText(name, report.command, test_case);
  }
  const std::string counts = Attribute("tests", std::to_string(cases.size())) +
                             Attribute("failures", std::to_string(failures)) +
                             Attribute("errors", std::to_string(errors));
  const std::string name = Attribute("name", "querygate " + report.command);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + name + counts + ">\n  <testsuite" + name + counts +
         Attribute("skipped", "0") + ">\n" + body + "  </testsuite>\n</testsuites>\n";
}

}  // namespace querygate
