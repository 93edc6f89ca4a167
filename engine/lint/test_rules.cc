#include "engine/lint/test_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/base/decimal.h"
#include "engine/base/utf8.h"
#include "engine/policy/names.h"

namespace querygate {
namespace {

using compiling::Quoted;

// A number as a bound or an argument spells it.
std::optional<Decimal> NumberIn(const TypedValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return Decimal{*integer, 0};
  if (const auto* decimal = std::get_if<Decimal>(&value)) return *decimal;
  return std::nullopt;
}

std::optional<Decimal> NumberIn(const Argument& argument) {
  if (argument.kind == Argument::Kind::kInteger) return Decimal{argument.integer, 0};
  return ParseDecimal(argument.text);
}

// At a bound, or beyond it.
bool TriesRange(const ParameterSpec& spec, const Argument& argument) {
  const std::optional<Decimal> sent = NumberIn(argument);
  if (!sent) return false;
  const auto bound = [](const std::optional<TypedValue>& value) { return value ? NumberIn(*value) : std::nullopt; };
  const std::optional<Decimal> min = bound(spec.min), max = bound(spec.max);
  return (min && !(*min < *sent)) || (max && !(*sent < *max));
}

bool TriesLength(const ParameterSpec& spec, const Argument& argument) {
  const auto length = static_cast<std::int64_t>(CountCodePoints(argument.text));
  return (spec.min_length && length <= *spec.min_length) || (spec.max_length && length >= *spec.max_length);
}

enum class Bounds { kNone, kRange, kLength };

// The bounds that a caller can run into; what comes from the scope or from a list of values has none.
Bounds BoundsOf(const ParameterSpec& spec) {
  if (spec.from_scope || !spec.choices.empty()) return Bounds::kNone;
  const bool number = spec.type == ScalarType::kInteger || spec.type == ScalarType::kDecimal;
  if (number && (spec.min || spec.max)) return Bounds::kRange;
  // A pattern says more about a text than its length.
  const bool length =
      spec.type == ScalarType::kString && spec.pattern == nullptr && (spec.min_length || spec.max_length);
  return length ? Bounds::kLength : Bounds::kNone;
}

bool Tries(const ParameterSpec& spec, Bounds bounds, const Argument& argument) {
  if (argument.kind == Argument::Kind::kArray) {
    return std::any_of(argument.items.begin(), argument.items.end(),
                       [&](const Argument& item) { return Tries(spec, bounds, item); });
  }
  return bounds == Bounds::kRange ? TriesRange(spec, argument) : TriesLength(spec, argument);
}

bool IsTried(const ReportTestDeclaration& tests, const ParameterSpec& spec, Bounds bounds) {
  return std::any_of(tests.cases.begin(), tests.cases.end(), [&](const TestCase& one) {
    return std::any_of(one.arguments.begin(), one.arguments.end(), [&](const auto& argument) {
      return argument.first == spec.name && Tries(spec, bounds, argument.second);
    });
  });
}

// Quoted, separated by commas; empty when every bound is tried.
std::string UntriedParameters(const CompiledReport& report, const ReportTestDeclaration& tests) {
  std::string names;
  for (const ParameterSpec& spec : report.parameters) {
    const Bounds bounds = BoundsOf(spec);
    if (bounds == Bounds::kNone || IsTried(tests, spec, bounds)) continue;
    names += (names.empty() ? "" : ", ") + Quoted(spec.name);
  }
  return names;
}

bool Rejects(const TestCase& one) {
  return one.expect.kind == Expectation::Kind::kReason || one.expect.kind == Expectation::Kind::kFailure;
}

}  // namespace

Diagnostics LintReportTest(const CompiledReport& report, const ReportTestDeclaration& tests) {
  Diagnostics found;
  if (tests.cases.empty()) return found;
  const auto add = [&](std::string_view rule, SourcePosition position, std::string message, std::string help) {
    found.push_back(MakeDiagnostic(rule, *tests.text, position, std::move(message), std::move(help)));
  };
  for (const TestCase& one : tests.cases) {
    if (!one.unreviewed) continue;
    add("unreviewed-expectation", *one.unreviewed, "nobody has read what case " + Quoted(one.name.value) + " expects",
        "read it, correct it, and remove the mark");
  }
  const SourcePosition first = tests.cases.front().name.position;
  if (std::none_of(tests.cases.begin(), tests.cases.end(), Rejects)) {
    add("missing-rejection-case", first, "no case of " + Quoted(report.id) + " expects a rejection",
        "add a case with a value or a row that must be refused, and `expect: { reason: … }`");
  }
  const std::string untried = UntriedParameters(report, tests);
  if (!untried.empty()) {
    add("missing-boundary-case", first, "no case tries a bound of " + untried,
        "add a case with the largest or smallest permitted value, or the one beyond it");
  }
  return found;
}

}  // namespace querygate
