#include <set>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"
#include "engine/policy/value_domain.h"

namespace querygate::compiling {
namespace {

constexpr std::int64_t kMaxListItems = 100;

void CheckName(ReportContext& context, const Located<std::string>& name, std::set<std::string>& seen) {
  if (!IsSnakeCase(name.value)) {
    context.Find("invalid-value", name.position, Quoted(name.value) + " is not a parameter name",
                 "parameter names match [a-z][a-z0-9_]*, at most 64 characters");
  } else if (name.value.find("__") != std::string::npos) {
    context.Find("reserved-name", name.position, "the name " + Quoted(name.value) + " holds `__`",
                 "two underscores number the slots of a list; use one");
  }
  if (!seen.insert(name.value).second) {
    context.Find("duplicate-name", name.position, "parameter " + Quoted(name.value) + " is declared twice",
                 "rename one of the two");
  }
}

void CompileList(ReportContext& context, const ParameterDeclaration& declared, ParameterSpec& spec) {
  spec.list = declared.list;
  const auto& max_items = declared.max_items;
  if (!declared.list) {
    if (max_items) {
      context.Find("invalid-type-option", max_items->position, "only a list has `max_items`",
                   "add `list: true`, or remove `max_items`");
    }
    return;
  }
  if (!max_items) {
    context.Find("missing-key", declared.name.position,
                 "list " + Quoted(declared.name.value) + " does not say how many values it takes",
                 "add `max_items: N`, from 1 to 100");
    return;
  }
  if (max_items->value < 1 || max_items->value > kMaxListItems) {
    context.Find("invalid-bound", max_items->position, "`max_items` is outside 1 to 100",
                 "each item becomes a slot of the statement; take as few as callers need");
    return;
  }
  spec.max_items = max_items->value;
}

// Judges the written value as a caller's word would be, so that a default can do no more than a caller.
bool WithinDomain(const ParameterSpec& spec, const Scalar& value) {
  ParameterSpec single = spec;
  single.list = false;
  single.max_items = 1;
  single.default_value.reset();
  Argument word;
  word.kind = Argument::Kind::kWord;
  word.text = value.text;
  return JudgeParameter(single, &word, Instant{}, nullptr).has_value();
}

void CompileDefault(ReportContext& context, const ParameterDeclaration& declared, ParameterSpec& spec) {
  if (!declared.default_value) return;
  const Scalar& written = *declared.default_value;
  const bool temporal = declared.type == ScalarType::kDate || declared.type == ScalarType::kTimestamp;
  ParameterDefault value;
  value.spelling = written.text;
  if (temporal) value.relative = ParseRelativeTime(written.text);
  if (!value.relative) {
    auto typed = ParseDeclaredScalar(written, declared.type, spec.scale);
    if (!typed) {
      std::string help = typed.error();
      if (temporal) help += "; or `now`, `today`, `now-30d`, `today-1d`";
      context.Find("invalid-default", written.position,
                   "the default of " + Quoted(spec.name) + " is not of type " + std::string(NameOf(declared.type)),
                   std::move(help));
      return;
    }
    if (!WithinDomain(spec, written)) {
      context.Find("invalid-default", written.position,
                   "the default of " + Quoted(spec.name) + " is outside what the parameter accepts",
                   "choose a value that a caller could send, or widen the parameter");
      return;
    }
    value.values.push_back(*std::move(typed));
  }
  spec.default_value = std::move(value);
}

void CompileOptional(ReportContext& context, const ParameterDeclaration& declared, ParameterSpec& spec) {
  spec.optional = declared.optional;
  if (!declared.optional) return;
  if (declared.default_value) {
    context.Find("invalid-type-option", declared.name.position,
                 "parameter " + Quoted(spec.name) + " has a default and can never be absent",
                 "remove `optional: true` or the default");
  }
  // Bound as NULL, `column = :x OR :x IS NULL` would answer for every scope.
  if (declared.from_scope) {
    context.Find("invalid-type-option", declared.name.position,
                 "parameter " + Quoted(spec.name) + " comes from the scope and cannot be optional",
                 "remove `optional: true`: a caller without this scope value gets scope_unavailable");
  }
  if (declared.list) {
    context.Find("invalid-type-option", declared.name.position,
                 "list " + Quoted(spec.name) + " cannot be optional: an absent list would match nothing",
                 "remove `optional: true`, or give the list a default");
  }
}

void CompileReasonsOf(ReportContext& context, const ParameterDeclaration& declared, ParameterSpec& spec) {
  spec.missing_reason = "missing_" + spec.name;
  spec.invalid_reason = "invalid_" + spec.name;
  if (!declared.reason) return;
  if (declared.from_scope) {
    context.Find("misplaced-key", declared.reason->position,
                 "a parameter from the scope has no reason of its own: its faults are scope_unavailable",
                 "remove `reason`");
    return;
  }
  if (!IsSnakeCase(declared.reason->value)) {
    context.Find("invalid-reason", declared.reason->position, Quoted(declared.reason->value) + " is not a reason",
                 "reasons match [a-z][a-z0-9_]*, at most 64 characters");
    return;
  }
  spec.invalid_reason = declared.reason->value;
}

}  // namespace

// Every declaration gives one spec, even a faulty one: later stages refer to parameters by index.
void CompileParameters(ReportContext& context) {
  std::set<std::string> seen;
  for (const ParameterDeclaration& declared : context.declaration.parameters) {
    ParameterSpec spec;
    spec.name = declared.name.value;
    spec.type = declared.type;
    spec.documentation = declared.documentation;
    spec.from_scope = declared.from_scope;
    spec.loggable = declared.loggable;
    CheckName(context, declared.name, seen);
    AssignDomain(
        CompileDomain(context, DomainTypeOf(declared.type), BorrowDomain("parameter " + Quoted(spec.name), declared)),
        spec);
    CompileList(context, declared, spec);
    CompileOptional(context, declared, spec);
    CompileReasonsOf(context, declared, spec);
    CompileDefault(context, declared, spec);
    context.report.parameters.push_back(std::move(spec));
  }
  context.used_parameters.assign(context.report.parameters.size(), false);
}

}  // namespace querygate::compiling
