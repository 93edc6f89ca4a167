// Wrong versions of a report and of how its calls are handled: what good tests notice.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/source_text.h"
#include "engine/policy/compiled_report.h"
#include "engine/review/trial/distortion.h"

namespace querygate::trial {

struct Mutant {
  // Who has to notice it. A grant too many changes no answer and one too few changes every answer, so a grant is
  // judged by what guards grants.
  enum class Judge {
    kCases,
    kGate,  // the checks of the statement must refuse it, naming `subject`
    kLint,  // `unused-grant` must be found, naming `subject`
  };
  std::string id;  // "widen_max queries.parcels.columns.units": stable while the declaration keeps its shape
  std::shared_ptr<const SourceText> text;  // the file that was changed
  SourcePosition position;
  std::string change;  // "max 80 becomes 81"
  std::shared_ptr<const CompiledReport> report;
  Distortion distortion;
  Judge judge = Judge::kCases;
  std::string subject;
  bool changes_sql = false;  // the gate must see it before it is run
};

struct MutationInput {
  std::shared_ptr<const CompiledReport> report;
  const Inspection& inspection;  // of the report over its schema snapshot; clean
};

// Collects the mutants that one mutation makes.
class MutantList {
 public:
  explicit MutantList(const MutationInput& input) : input_(input) {}

  const CompiledReport& report() const { return *input_.report; }
  const Inspection& inspection() const { return input_.inspection; }

  // A mutant that still is the report itself; the caller makes it wrong.
  Mutant& Add(std::string_view mutation, const std::string& place, SourcePosition position, std::string change) {
    Mutant& mutant = mutants_.emplace_back();
    mutant.id = std::string(mutation) + " " + place;
    mutant.text = report().declaration->text;
    mutant.position = position;
    mutant.change = std::move(change);
    mutant.report = input_.report;
    return mutant;
  }

  // A version of the compiled report that `change` makes wrong.
  template <typename Change>
  Mutant& AddReport(std::string_view mutation, const std::string& place, SourcePosition position, std::string words,
                    Change change) {
    auto wrong = std::make_shared<CompiledReport>(report());
    change(*wrong);
    Mutant& mutant = Add(mutation, place, position, std::move(words));
    mutant.report = std::move(wrong);
    return mutant;
  }

  std::vector<Mutant> Take() && { return std::move(mutants_); }

 private:
  const MutationInput& input_;
  std::vector<Mutant> mutants_;
};

}  // namespace querygate::trial
