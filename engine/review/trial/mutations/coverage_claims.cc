// What a report says about how far an absence of rows can be believed.
#include <algorithm>
#include <string>

#include "engine/review/trial/mutations/mutation_functions.h"

namespace querygate::trial::mutations {

void ForgetAbsence(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  if (!report.result.coverage) return;
  const auto& rules = report.result.coverage->absent;
  for (std::size_t index = 0; index < rules.size(); ++index) {
    const std::string say = rules[index].say;
    Mutant& mutant =
        mutants.Add("forget_absence", "result.coverage.absent." + std::to_string(index + 1),
                    report.declaration->result.coverage->absent[index].query.position, "the sentence is never said");
    mutant.distortion.answered = [say](Outcome& outcome) {
      auto* result = std::get_if<DeliveredResult>(&outcome.body);
      if (result == nullptr || !result->coverage) return;
      std::erase(result->coverage->absent, say);
    };
  }
}

void IgnoreDelay(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  if (!report.result.coverage || !report.result.coverage->watermark) return;
  Mutant& mutant =
      mutants.Add("ignore_delay", "result.coverage.watermark",
                  report.declaration->result.coverage->watermark->first.position, "a delay is never possible");
  mutant.distortion.answered = [](Outcome& outcome) {
    auto* result = std::get_if<DeliveredResult>(&outcome.body);
    if (result != nullptr && result->coverage && result->coverage->delay_possible) {
      result->coverage->delay_possible = false;
    }
  };
}

}  // namespace querygate::trial::mutations
