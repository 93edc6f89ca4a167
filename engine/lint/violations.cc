#include "engine/lint/violations.h"

#include "engine/lint/distinct_violations.h"
#include "engine/lint/rules/statement_place.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

using compiling::Quoted;

bool Exposes(const CompiledReport& report, std::string_view subject) {
  const Allowlist& ceiling = report.source->ceiling;
  const std::size_t point = subject.find('.');
  if (point == std::string_view::npos) return ceiling.FindTable(subject) != nullptr;
  return ceiling.FindColumn(subject.substr(0, point), subject.substr(point + 1)) != nullptr;
}

std::string BeyondCeiling(const CompiledReport& report, std::string_view subject, std::string_view otherwise) {
  return "source " + Quoted(report.source->name) + " does not expose " + Quoted(subject) + std::string(otherwise);
}

constexpr std::string_view kNoReport = "; no report can read it unless the source's policy changes";

// What to do about something that is not listed: list it, when the source's policy exposes it.
std::string HelpForTable(const CompiledReport& report, const std::string& table,
                         const std::vector<std::string>& columns) {
  if (!Exposes(report, table)) return BeyondCeiling(report, table, kNoReport);
  std::string listed;
  for (const std::string& column : columns) {
    if (!Exposes(report, table + '.' + column)) return BeyondCeiling(report, table + '.' + column, kNoReport);
    listed += (listed.empty() ? "" : ", ") + column;
  }
  return "add `" + table + ": [" + listed + "]` to allow.tables, or do not read it";
}

std::string HelpForColumn(const std::string& subject, std::string_view otherwise) {
  const std::size_t point = subject.find('.');
  const std::string listing = point == std::string::npos
                                  ? Quoted(subject) + " to allow.tables"
                                  : Quoted(subject.substr(point + 1)) + " to allow.tables." + subject.substr(0, point);
  return "add " + listing + std::string(otherwise);
}

std::string HelpForFunction(const CompiledReport& report, std::string_view function) {
  if (report.source->ceiling.FindFunction(function) != nullptr) {
    return "add " + Quoted(function) + " to allow.functions, or do not call it";
  }
  return "source " + Quoted(report.source->name) + " does not permit " + Quoted(function) +
         "; no report can call it unless the source's policy changes";
}

std::string HelpFor(const CompiledReport& report, const DistinctViolation& distinct) {
  const Violation& violation = distinct.violation;
  const std::string& subject = violation.subject;
  if (subject.empty()) return violation.help;
  if (violation.rule == "unlisted-table") return HelpForTable(report, subject, distinct.columns);
  if (violation.rule == "unlisted-function") return HelpForFunction(report, subject);
  if (violation.rule == "unlisted-column") {
    return Exposes(report, subject) ? HelpForColumn(subject, ", or do not read it")
                                    : BeyondCeiling(report, subject, kNoReport);
  }
  if (violation.rule == "private-name") {
    return Exposes(report, subject)
               ? HelpForColumn(subject, ", or choose another name if something else is meant")
               : BeyondCeiling(report, subject, "; leave the name out, or choose another if something else is meant");
  }
  return violation.help;
}

// A table stands where its name does, not where the first of its columns is read.
SourcePosition PlaceOf(const CompiledStatement& statement, const Violation& violation) {
  if (violation.rule == "unlisted-table") return PlaceOfName(statement, violation.subject);
  return violation.offset ? PlaceOfOffset(statement, *violation.offset) : statement.origin.text.position;
}

void TellStatement(const LintInput& input, const CompiledStatement& statement, const StatementFacts& facts,
                   LintFindings& findings) {
  for (const DistinctViolation& distinct : Distinct(facts.violations)) {
    const Violation& violation = distinct.violation;
    findings.Add(violation.rule, PlaceOf(statement, violation), violation.message, HelpFor(input.report, distinct));
  }
}

}  // namespace

void TellViolations(const LintInput& input, LintFindings& findings) {
  ForEachFacts(input, [&](const CompiledStatement& statement, const StatementFacts& facts) {
    TellStatement(input, statement, facts, findings);
  });
}

}  // namespace querygate::lint
