#include "engine/render/display_text.h"
#include "engine/render/findings_formats.h"

namespace querygate {

namespace {

void Replace(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

// A command ends with its line, and `%` starts an escape. What drives terminals has been made visible before.
std::string EscapeData(std::string_view text) {
  std::string escaped(text);
  Replace(escaped, "%", "%25");
  Replace(escaped, "\r", "%0D");
  Replace(escaped, "\n", "%0A");
  return escaped;
}

std::string EscapeProperty(std::string_view text) {
  std::string escaped = EscapeData(Printable(text));
  Replace(escaped, ":", "%3A");
  Replace(escaped, ",", "%2C");
  return escaped;
}

std::string_view CommandFor(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "notice";
  }
  return "error";
}

std::string Properties(const Diagnostic& finding) {
  std::string text;
  const auto add = [&text](std::string_view name, const std::string& value) {
    text += text.empty() ? " " : ",";
    text += std::string(name) + '=' + value;
  };
  if (!finding.file.empty()) add("file", EscapeProperty(finding.file));
  if (finding.position.line > 0) {
    add("line", std::to_string(finding.position.line));
    if (finding.position.column > 0) {
      add("col", std::to_string(finding.position.column));
      add("endColumn", std::to_string(finding.position.column + finding.position.length));
    }
  }
  const std::string title = RuleTitle(finding.rule);
  add("title", EscapeProperty(title.empty() ? "querygate" : title));
  return text;
}

}  // namespace

std::string RenderFindingsGithub(const FindingsReport& report, const FindingsOptions&) {
  std::string text;
  for (const Diagnostic& finding : FindingsAndFaults(report)) {
    text += "::" + std::string(CommandFor(finding.severity)) + Properties(finding) + "::";
    std::string message = Printable(finding.message);
    if (!finding.help.empty()) message += "\nhelp: " + Printable(finding.help);
    text += EscapeData(message) + '\n';
  }
  return text;
}

}  // namespace querygate
