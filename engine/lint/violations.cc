#include "engine/lint/violations.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "engine/base/utf8.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

using compiling::Quoted;

// What to do about something that is not listed: list it, when the source's policy exposes it.
std::string HelpForTable(const CompiledReport& report, std::string_view table) {
  const Allowlist& ceiling = report.source->ceiling;
  if (ceiling.FindTable(table) != nullptr) {
    return "add `" + std::string(table) + ": [COLUMNS]` to allow.tables, or do not read it";
  }
  return "source " + Quoted(report.source->name) + " does not expose " + Quoted(table) +
         "; no report can read it unless the source's policy changes";
}

std::string HelpForColumn(const CompiledReport& report, std::string_view subject) {
  const std::size_t point = subject.find('.');
  if (point == std::string_view::npos) return HelpForTable(report, subject);
  const std::string_view table = subject.substr(0, point);
  const std::string_view column = subject.substr(point + 1);
  if (report.source->ceiling.FindColumn(table, column) != nullptr) {
    return "add " + Quoted(column) + " to allow.tables." + std::string(table) + ", or do not read it";
  }
  return "source " + Quoted(report.source->name) + " does not expose " + Quoted(subject) +
         "; no report can read it unless the source's policy changes";
}

std::string HelpForFunction(const CompiledReport& report, std::string_view function) {
  if (report.source->ceiling.FindFunction(function) != nullptr) {
    return "add " + Quoted(function) + " to allow.functions, or do not call it";
  }
  return "source " + Quoted(report.source->name) + " does not permit " + Quoted(function) +
         "; no report can call it unless the source's policy changes";
}

std::string HelpFor(const CompiledReport& report, const Violation& violation) {
  if (!violation.subject.empty()) {
    if (violation.rule == "unlisted-table") return HelpForTable(report, violation.subject);
    if (violation.rule == "unlisted-column") return HelpForColumn(report, violation.subject);
    if (violation.rule == "unlisted-function") return HelpForFunction(report, violation.subject);
  }
  return violation.help;
}

// The position of the author's token at an offset of the statement that ran.
SourcePosition PositionFor(const CompiledStatement& statement, const std::optional<std::size_t>& offset) {
  const AnchoredText& text = statement.origin.text;
  if (!offset) return text.position;
  const std::size_t original = statement.origin.ToOriginal(*offset);
  int length = 1;
  for (const SqlToken& token : TokenizeSql(text.value).tokens) {
    if (token.offset == original) length = static_cast<int>(CountCodePoints(token.text));
  }
  return PositionOf(text, original, length);
}

using Fault = std::tuple<std::string, std::string>;  // rule and subject

Fault FaultOf(const Violation& violation) {
  return {violation.rule, violation.subject.empty() ? violation.message : FoldName(violation.subject)};
}

void TellStatement(const LintInput& input, const CompiledStatement& statement, const StatementFacts& facts,
                   LintFindings& findings) {
  std::set<Fault> placed;
  for (const Violation& violation : facts.violations) {
    if (violation.offset) placed.insert(FaultOf(violation));
  }
  std::set<Fault> told;
  for (const Violation& violation : facts.violations) {
    const Fault fault = FaultOf(violation);
    if (!violation.offset && placed.count(fault) != 0) continue;
    if (!told.insert(fault).second) continue;
    findings.Add(violation.rule, PositionFor(statement, violation.offset), violation.message,
                 HelpFor(input.report, violation));
  }
}

}  // namespace

void TellViolations(const LintInput& input, LintFindings& findings) {
  const std::size_t queries = std::min(input.report.queries.size(), input.inspection.queries.size());
  for (std::size_t query = 0; query < queries; ++query) {
    const auto& statements = input.report.queries[query].statements;
    const auto& facts = input.inspection.queries[query];
    for (std::size_t index = 0; index < std::min(statements.size(), facts.size()); ++index) {
      TellStatement(input, statements[index], facts[index], findings);
    }
  }
}

}  // namespace querygate::lint
