// JUnit XML as build servers read it: a suite for each test file, a case for each case.
#include <cstdio>

#include "engine/base/utf8.h"
#include "engine/render/display_text.h"
#include "tools/querygate/test_formats.h"

namespace querygate::cli {

namespace {

// Text of an attribute or an element. XML 1.0 has no spelling for most control characters.
std::string Escaped(std::string_view text) {
  std::string out;
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint point = CodePointAt(text, offset);
    switch (point.value) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        if (IsControl(point.value) || point.value == 0xFFFE || point.value == 0xFFFF || point.value == 0xFFFD) {
          out += "\xEF\xBF\xBD";
        } else {
          out += text.substr(offset, point.bytes);
        }
    }
    offset += point.bytes;
  }
  return out;
}

std::string Attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + Escaped(value) + '"';
}
std::string Attribute(std::string_view name, std::size_t value) { return Attribute(name, std::to_string(value)); }

std::string Seconds(std::chrono::microseconds elapsed) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(elapsed.count()) / 1e6);
  return text;
}

std::string CaseXml(const trial::TrialResult& trial, const trial::CaseResult& result) {
  std::string text = "    <testcase" + Attribute("classname", trial.report) + Attribute("name", result.name.value) +
                     Attribute("file", trial.tests->text->name()) +
                     Attribute("line", static_cast<std::size_t>(result.name.position.line)) +
                     Attribute("time", Seconds(result.elapsed));
  if (result.status == trial::CaseResult::Status::kPassed) return text + "/>\n";
  if (result.status == trial::CaseResult::Status::kInvalid) {
    return text + ">\n      <error message=\"the case could not be run\"/>\n    </testcase>\n";
  }
  std::string differences;
  for (const trial::Difference& difference : result.differences) differences += DifferenceText(difference) + '\n';
  const std::string first = result.differences.empty() ? "" : DifferenceText(result.differences.front());
  return text + ">\n      <failure" + Attribute("message", first) + ">" + Escaped(differences) +
         "</failure>\n    </testcase>\n";
}

// What could not even be read has no cases of its own.
std::string FindingsXml(const Diagnostics& diagnostics) {
  std::string cases;
  std::size_t errors = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    ++errors;
    cases += "    <testcase" + Attribute("classname", diagnostic.rule) + Attribute("name", diagnostic.message) +
             Attribute("file", diagnostic.file) +
             Attribute("line", static_cast<std::size_t>(diagnostic.position.line)) + ">\n      <error" +
             Attribute("message", diagnostic.message) + "/>\n    </testcase>\n";
  }
  if (errors == 0) return {};
  return "  <testsuite name=\"findings\"" + Attribute("tests", errors) + Attribute("failures", std::size_t{0}) +
         Attribute("errors", errors) + ">\n" + cases + "  </testsuite>\n";
}

}  // namespace

std::string TestJunit(const TestSummary& summary, bool) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"querygate test\">\n";
  text += FindingsXml(summary.diagnostics);
  for (const trial::TrialResult& trial : summary.trials) {
    const TestCounts counts = CountCases(trial);
    std::chrono::microseconds elapsed{0};
    for (const trial::CaseResult& result : trial.cases) elapsed += result.elapsed;
    text += "  <testsuite" + Attribute("name", trial.report) + Attribute("tests", counts.cases()) +
            Attribute("failures", counts.failed) + Attribute("errors", counts.invalid) +
            Attribute("time", Seconds(elapsed)) + ">\n";
    for (const trial::CaseResult& result : trial.cases) text += CaseXml(trial, result);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace querygate::cli
