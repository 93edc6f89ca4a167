#include "engine/lint/distinct_violations.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/policy/allowlist.h"

namespace querygate {
namespace {

// When the text as a whole is no single query, nothing else about it means much.
constexpr auto kWholeText = std::to_array<std::string_view>(
    {"nul-in-sql", "unterminated-comment", "several-statements", "denied-action", "not-a-query"});

// Without these being mended it is not known what the rows are.
constexpr auto kUnreadable = std::to_array<std::string_view>(
    {"sql-error", "unknown-table", "unknown-column", "unknown-function", "virtual-table"});

constexpr auto kAboutRows =
    std::to_array<std::string_view>({"unordered-window", "unordered-limit", "unordered-rows", "arbitrary-value"});

// Several means notice the same thing; one word of it is enough.
constexpr auto kOncePerStatement = std::to_array<std::string_view>({"sql-error"});

template <std::size_t N>
bool IsOneOf(std::string_view rule, const std::array<std::string_view, N>& rules) {
  return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

std::string_view TablePart(std::string_view subject) { return subject.substr(0, subject.find('.')); }

std::string_view LastPart(std::string_view subject) {
  const std::size_t point = subject.rfind('.');
  return point == std::string_view::npos ? subject : subject.substr(point + 1);
}

bool Has(std::span<const Violation> violations, std::string_view rule) {
  return std::any_of(violations.begin(), violations.end(),
                     [rule](const Violation& violation) { return violation.rule == rule; });
}

bool SameFault(const Violation& a, const Violation& b) {
  if (a.rule != b.rule) return false;
  if (IsOneOf(a.rule, kWholeText) || IsOneOf(a.rule, kOncePerStatement)) return true;
  if (a.rule == "unlisted-table") return SameName(TablePart(a.subject), TablePart(b.subject));
  if (a.subject.empty() || b.subject.empty()) return a.message == b.message;
  return SameName(a.subject, b.subject);
}

// The name that `name` was already reported for, in words that say more.
bool CoversName(const Violation& violation, const Violation& name) {
  const std::string_view subject = violation.subject;
  if (violation.rule == "unlisted-table") {
    return SameName(TablePart(subject), TablePart(name.subject)) || SameName(LastPart(subject), LastPart(name.subject));
  }
  if (violation.rule == "unlisted-column" || violation.rule == "unknown-column" || violation.rule == "unknown-table" ||
      violation.rule == "view-over-scoped" || violation.rule == "virtual-table") {
    return SameName(LastPart(subject), LastPart(name.subject));
  }
  return false;
}

// A private table is named, and so are its columns.
bool IsTableOf(const Violation& table, const Violation& column) {
  return table.rule == "private-name" && table.subject.size() < column.subject.size() &&
         SameName(table.subject, TablePart(column.subject));
}

bool CoversRead(const Violation& violation, const Violation& read) {
  // The columns that such a word compares are read without an event.
  if (violation.rule == "refused-word") return true;
  // So are those that a generated column is computed from.
  if (violation.rule == "generated-source" && SameName(TablePart(violation.subject), TablePart(read.subject))) {
    return true;
  }
  return CoversName(violation, read) ||
         (violation.rule == "private-name" && SameName(LastPart(violation.subject), LastPart(read.subject)));
}

bool IsConsequence(const Violation& violation, std::span<const Violation> all) {
  const auto any = [&](const auto& covers) {
    return std::any_of(all.begin(), all.end(), [&](const Violation& other) { return covers(other, violation); });
  };
  if (violation.rule == "private-name") return any(CoversName) || any(IsTableOf);
  if (violation.rule == "undeclared-read") return any(CoversRead);
  if (!IsOneOf(violation.rule, kAboutRows)) return false;
  return std::any_of(all.begin(), all.end(), [](const Violation& other) { return IsOneOf(other.rule, kUnreadable); });
}

bool IsPlaced(const Violation& violation) { return violation.offset.has_value(); }

// A finding with a place says more than one without; the database's own words more than a reading of the text.
bool IsBetter(const Violation& candidate, const Violation& known) {
  if (IsPlaced(candidate) != IsPlaced(known)) return IsPlaced(candidate);
  return known.subject.empty() && !candidate.subject.empty();
}

void Collect(DistinctViolation& into, const Violation& violation) {
  if (violation.rule == "unlisted-table" && violation.subject.find('.') != std::string::npos) {
    into.columns.emplace_back(LastPart(violation.subject));
  }
}

// The rule of kWholeText that is told: one that points into the text, if there is any.
std::string_view WholeTextRule(std::span<const Violation> violations) {
  std::string_view unplaced;
  for (const std::string_view rule : kWholeText) {
    if (!Has(violations, rule)) continue;
    const bool placed = std::any_of(violations.begin(), violations.end(), [rule](const Violation& violation) {
      return violation.rule == rule && IsPlaced(violation);
    });
    if (placed) return rule;
    if (unplaced.empty()) unplaced = rule;
  }
  return unplaced;
}

std::span<const Violation> Relevant(std::span<const Violation> violations, std::vector<Violation>& storage) {
  const std::string_view rule = WholeTextRule(violations);
  if (rule.empty()) return violations;
  std::copy_if(violations.begin(), violations.end(), std::back_inserter(storage),
               [rule](const Violation& violation) { return violation.rule == rule; });
  return storage;
}

}  // namespace

std::vector<DistinctViolation> Distinct(std::span<const Violation> violations) {
  std::vector<Violation> storage;
  const std::span<const Violation> relevant = Relevant(violations, storage);
  std::vector<DistinctViolation> distinct;
  for (const Violation& violation : relevant) {
    if (IsConsequence(violation, relevant)) continue;
    const auto known = std::find_if(distinct.begin(), distinct.end(), [&](const DistinctViolation& other) {
      return SameFault(other.violation, violation);
    });
    if (known == distinct.end()) {
      Collect(distinct.emplace_back(DistinctViolation{violation, {}}), violation);
      continue;
    }
    if (IsBetter(violation, known->violation)) known->violation = violation;
    Collect(*known, violation);
  }
  for (DistinctViolation& one : distinct) {
    std::sort(one.columns.begin(), one.columns.end());
    one.columns.erase(std::unique(one.columns.begin(), one.columns.end()), one.columns.end());
    if (one.violation.rule != "unlisted-table" || one.violation.subject.empty()) continue;
    one.violation.subject = TablePart(one.violation.subject);
    one.violation.message = one.violation.subject + " is not listed under allow";
  }
  return distinct;
}

}  // namespace querygate
