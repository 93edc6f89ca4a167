// What a comparison says: changes by topic, and a verdict for each report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/review/diff/example_call.h"

namespace querygate::review {

// What a change does; none set: it cannot matter to anybody who calls.
struct Effects {
  bool widens = false;   // a call is newly accepted, or something is newly visible
  bool narrows = false;  // the opposite
  bool breaks = false;   // programs that read the result, or that call as before, stop working
  bool unclear = false;  // cannot be compared: counted as a possible widening
  friend bool operator==(const Effects&, const Effects&) = default;

  bool any() const { return widens || narrows || breaks || unclear; }
  Effects& operator|=(const Effects& other) {
    widens |= other.widens;
    narrows |= other.narrows;
    breaks |= other.breaks;
    unclear |= other.unclear;
    return *this;
  }
};

inline constexpr Effects kNoEffect{};
inline constexpr Effects kWidens{.widens = true};
inline constexpr Effects kNarrows{.narrows = true};
inline constexpr Effects kBreaks{.breaks = true};
inline constexpr Effects kUnclear{.unclear = true};

struct Change {
  std::string topic;    // "parameters", "tables", "row scope"
  std::string subject;  // "state", "parcels.recipient"
  Effects effects;
  std::string text;  // one line
  std::string file;  // where HEAD says it, or BASE where HEAD says nothing; may be empty
  int line = 0;
  std::optional<ExampleCall> call;   // the smallest newly accepted one
  std::string datum;                 // the smallest newly visible one; may be empty
  std::vector<std::string> callers;  // who gains by it: "role support", "local"
};

enum class Verdict : std::uint8_t { kSame, kNarrowed, kWidened, kBreaking, kAdded, kRemoved, kIncomparable };
std::string_view NameOf(Verdict verdict);

struct ReportDiff {
  std::string id;
  Verdict verdict = Verdict::kSame;
  Effects effects;  // of all changes together
  std::optional<std::int64_t> base_version, head_version;
  bool unversioned_break = false;  // breaks although the version did not grow
  std::vector<Change> changes;
};

// A source's ceiling, or the access policy: what bounds every report.
struct PolicyDiff {
  std::string name;  // "source logistics", "access"
  Effects effects;
  std::vector<Change> changes;
};

struct Diff {
  std::string base, head;
  std::vector<ReportDiff> reports;   // by id
  std::vector<PolicyDiff> policies;  // only those that changed

  bool widened() const;  // or possibly so
  bool unversioned_break() const;
};

}  // namespace querygate::review
