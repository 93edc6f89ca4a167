#include <sstream>

#include "engine/render/display_text.h"
#include "engine/render/findings_formats.h"
#include "tools/querygate/mutation_formats.h"
#include "tools/querygate/test_formats.h"

namespace querygate::cli {

namespace {

using Status = trial::MutantResult::Status;

// The text's own lines, each made printable.
std::string Indented(const std::string& text, const std::string& indent) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += indent + Printable(line) + '\n';
  return out;
}

std::string Caret(const trial::MutantResult& mutant) {
  const std::string line(mutant.text->Line(mutant.position.line));
  if (line.empty()) return {};
  return "  " + Printable(line) + '\n' + std::string(static_cast<std::size_t>(mutant.position.column) + 1, ' ') + "^\n";
}

std::string SurvivorText(const trial::MutantResult& mutant, bool colour) {
  const std::string word = colour ? "\x1b[1;31msurvived\x1b[0m" : "survived";
  std::string text = Printable(mutant.text->name()) + ':' + std::to_string(mutant.position.line) + ':' +
                     std::to_string(mutant.position.column) + ": " + word + ": " + Printable(mutant.id) + '\n' +
                     Caret(mutant) + "  the wrong version: " + Printable(mutant.change) + '\n';
  if (!mutant.counterexample) {
    return text + "  help: no call near the cases tells it apart; if none can, say why under `equivalent`\n";
  }
  return text + "  this case tells it apart:\n" + Indented(mutant.counterexample->test, "  ") +
         "  the report answers    " + Printable(mutant.counterexample->expected) + "\n  the wrong version     " +
         Printable(mutant.counterexample->wrong) + '\n';
}

std::string FailingText(const trial::MutationResult& result) {
  std::string text;
  for (const trial::CaseResult& failing : result.failing) {
    text += Printable(result.tests->text->name()) + ':' + std::to_string(failing.name.position.line) +
            ": failed: " + Printable(failing.name.value) + '\n';
    for (const trial::Difference& difference : failing.differences) text += "  " + DifferenceText(difference) + '\n';
  }
  return text + Printable(result.tests->text->name()) + ": not mutated: its cases have to pass first\n";
}

}  // namespace

MutantCounts CountMutants(const trial::MutationResult& result) {
  MutantCounts counts;
  for (const trial::MutantResult& mutant : result.mutants) {
    switch (mutant.status) {
      case Status::kKilled:
        ++counts.killed;
        break;
      case Status::kSurvived:
        ++counts.survived;
        break;
      case Status::kEquivalent:
        ++counts.equivalent;
        break;
      case Status::kInvalid:
        ++counts.invalid;
        break;
    }
  }
  return counts;
}

MutantCounts CountMutants(const MutationSummary& summary) {
  MutantCounts all;
  for (const trial::MutationResult& result : summary.reports) {
    const MutantCounts counts = CountMutants(result);
    all.killed += counts.killed;
    all.survived += counts.survived;
    all.equivalent += counts.equivalent;
    all.invalid += counts.invalid;
  }
  return all;
}

std::string MutantCountText(const MutantCounts& counts) {
  if (counts.generated() == 0) return "no mutants";
  std::string text = std::to_string(counts.generated()) + (counts.generated() == 1 ? " mutant: " : " mutants: ") +
                     std::to_string(counts.killed) + " killed";
  if (counts.survived > 0) text += ", " + std::to_string(counts.survived) + " survived";
  if (counts.equivalent > 0) text += ", " + std::to_string(counts.equivalent) + " equivalent";
  if (counts.invalid > 0) text += ", " + std::to_string(counts.invalid) + " invalid";
  if (counts.killed + counts.survived == 0) return text;
  return text + "; score " + std::to_string(counts.score() / 10) + "." + std::to_string(counts.score() % 10) + " %";
}

std::string MutationText(const MutationSummary& summary, bool colour) {
  std::string text;
  for (const Diagnostic& diagnostic : summary.diagnostics) text += DiagnosticText(diagnostic, colour);
  for (const trial::MutationResult& result : summary.reports) {
    if (!result.failing.empty()) {
      text += FailingText(result);
      continue;
    }
    for (const trial::MutantResult& mutant : result.mutants) {
      if (mutant.status == Status::kSurvived) text += SurvivorText(mutant, colour);
    }
    text += result.report + ": " + MutantCountText(CountMutants(result)) + '\n';
  }
  return text;
}

}  // namespace querygate::cli
