#include "engine/policy/typed_narrowing.h"

#include <utility>

#include "engine/contract/typed_order.h"
#include "engine/policy/names.h"
#include "engine/policy/value_domain.h"

namespace querygate {
namespace {

using compiling::NameHelp;
using compiling::Quoted;

class NarrowingTyper {
 public:
  NarrowingTyper(const ReportNarrowing& narrowing, const CompiledReport& report, compiling::Findings* findings)
      : narrowing_(narrowing), report_(report), findings_(findings) {}

  std::optional<std::vector<TypedNarrowing>> Type() {
    std::vector<TypedNarrowing> typed;
    for (const ParameterNarrowing& written : narrowing_.parameters) {
      const auto index = report_.FindParameter(written.parameter.value);
      if (!index) {
        std::vector<std::string> names;
        for (const ParameterSpec& spec : report_.parameters) names.push_back(spec.name);
        Refuse(written.parameter.position,
               "report " + Quoted(report_.id) + " has no parameter " + Quoted(written.parameter.value),
               NameHelp(written.parameter.value, names, "parameters"));
        continue;
      }
      typed.push_back(TypeOne(written, report_.parameters[*index]));
    }
    if (refused_) return std::nullopt;
    return typed;
  }

 private:
  void Refuse(SourcePosition position, std::string message, std::string help) {
    refused_ = true;
    if (findings_ != nullptr) findings_->Add("invalid-narrowing", position, std::move(message), std::move(help));
  }

  std::optional<TypedValue> Read(const Scalar& written, const ParameterSpec& spec) {
    auto value = ParseDeclaredScalar(written, spec.type, spec.scale);
    if (value) return *std::move(value);
    Refuse(written.position, Quoted(written.text) + " is not of type " + std::string(NameOf(spec.type)),
           std::move(value).error());
    return std::nullopt;
  }

  // A value that the parameter itself refuses permits nothing; most likely it is misspelt.
  bool Accepted(const Scalar& written, const ParameterSpec& spec) const {
    ParameterSpec single = spec;
    single.list = false;
    single.max_items = 1;
    Argument word;
    word.kind = Argument::Kind::kWord;
    word.text = written.text;
    return JudgeParameter(single, &word, Instant{}, nullptr).has_value();
  }

  TypedNarrowing TypeOne(const ParameterNarrowing& written, const ParameterSpec& spec) {
    TypedNarrowing typed;
    typed.parameter = spec.name;
    for (const Scalar& scalar : written.values) {
      auto value = Read(scalar, spec);
      if (!value) continue;
      if (!Accepted(scalar, spec)) {
        Refuse(scalar.position, "parameter " + Quoted(spec.name) + " never takes " + Quoted(scalar.text),
               "choose among the values that the report accepts");
        continue;
      }
      typed.values.push_back(*std::move(value));
    }
    if ((written.min || written.max) && !compiling::DomainTypeOf(spec.type).bounds) {
      const Scalar& bound = written.min ? *written.min : *written.max;
      Refuse(bound.position, "a " + std::string(NameOf(spec.type)) + " has no range", "list the permitted values");
      return typed;
    }
    if (written.min) typed.min = Read(*written.min, spec);
    if (written.max) typed.max = Read(*written.max, spec);
    if (typed.min && typed.max && CompareTyped(*typed.max, *typed.min) < 0) {
      Refuse(written.max->position, "no value is left: `min` is larger than `max`", "make `max` at least `min`");
    }
    if (written.values.empty() && !written.min && !written.max) {
      Refuse(written.parameter.position, "the narrowing of " + Quoted(spec.name) + " says nothing",
             "list the permitted values, or write `min` and `max`");
    }
    return typed;
  }

  const ReportNarrowing& narrowing_;
  const CompiledReport& report_;
  compiling::Findings* findings_;
  bool refused_ = false;
};

}  // namespace

std::optional<std::vector<TypedNarrowing>> TypeNarrowings(const ReportNarrowing& narrowing,
                                                          const CompiledReport& report, compiling::Findings* findings) {
  return NarrowingTyper(narrowing, report, findings).Type();
}

}  // namespace querygate
