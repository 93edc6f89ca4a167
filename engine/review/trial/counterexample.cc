#include "engine/review/trial/counterexample.h"

#include <utility>

#include "engine/review/trial/case_text.h"
#include "engine/review/trial/probes.h"
#include "engine/review/trial/value_words.h"

namespace querygate::trial {

std::optional<Counterexample> FindCounterexample(const Subject& subject, const std::vector<CaseInput>& inputs,
                                                 const Mutant& mutant) {
  std::size_t tried = 0;
  for (const ProbeKind& kind : ProbeKinds()) {
    for (const CaseInput& input : inputs) {
      for (CaseInput& probe : kind.make(*subject.report, input)) {
        if (++tried > kMaxProbes) return std::nullopt;
        auto prepared = PreparedCase::Make(subject, std::move(probe));
        if (!prepared) continue;  // the schema does not permit such rows
        const Outcome right = prepared->Run(subject.report, nullptr);
        const Outcome wrong = prepared->Run(mutant.report, &mutant.distortion);
        if (Body(right) == Body(wrong)) continue;
        return Counterexample{CaseText(prepared->input()), Body(right), Body(wrong)};
      }
    }
  }
  return std::nullopt;
}

}  // namespace querygate::trial
