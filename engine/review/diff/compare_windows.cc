// How far apart two dates or timestamps may lie.
#include <algorithm>
#include <optional>

#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

struct NamedWindow {
  std::string start, end;
  std::optional<std::int64_t> max_milliseconds;
  bool closed = false;
  friend bool operator==(const NamedWindow&, const NamedWindow&) = default;

  std::string Name() const { return start + " to " + end; }
};

std::vector<NamedWindow> WindowsOf(const CompiledReport& report) {
  std::vector<NamedWindow> windows;
  for (const WindowRule& rule : report.windows) {
    windows.push_back(
        {report.parameters[rule.start].name, report.parameters[rule.end].name, rule.max_milliseconds, rule.closed});
  }
  return windows;
}

std::string Words(const NamedWindow& window) {
  std::string words = window.closed ? "closed" : "half-open";
  if (!window.max_milliseconds) return words + ", of any length";
  constexpr std::int64_t kDay = 86'400'000;
  const std::int64_t max = *window.max_milliseconds;
  const auto [size, unit] = max % kDay == 0        ? std::pair(kDay, "d")
                            : max % 3'600'000 == 0 ? std::pair(std::int64_t{3'600'000}, "h")
                            : max % 60'000 == 0    ? std::pair(std::int64_t{60'000}, "m")
                            : max % 1000 == 0      ? std::pair(std::int64_t{1000}, "s")
                                                   : std::pair(std::int64_t{1}, "ms");
  return words + ", at most " + std::to_string(max / size) + unit;
}

// Whether `a` admits something that `b` does not: longer, or ending where it starts.
bool IsWider(const NamedWindow& a, const NamedWindow& b) {
  const bool longer = b.max_milliseconds && (!a.max_milliseconds || *a.max_milliseconds > *b.max_milliseconds);
  // A closed window of dates counts its last day: it is longer by a day, so that an equal `max` admits less.
  const bool counted = a.closed != b.closed;
  return longer || counted;
}

const NamedWindow* FindAlike(const std::vector<NamedWindow>& windows, const NamedWindow& window) {
  const auto found = std::find_if(windows.begin(), windows.end(), [&window](const NamedWindow& other) {
    return other.start == window.start && other.end == window.end;
  });
  return found == windows.end() ? nullptr : &*found;
}

void Place(Change& change, const ReportPair& pair) {
  const auto& declared = pair.head().declaration->windows;
  if (!declared.empty()) Changes::Locate(change, *pair.head().declaration->text, declared.front().position);
}

void FindWiderCall(const ReportPair& pair, Change& change) {
  for (const ReviewedCaller& caller : pair.callers) {
    CallQuestion question{pair.head_side, pair.head(), &pair.base(), caller, pair.now};
    question.wanted = [&pair](const ExampleCall& call) {
      return !Accepts(pair.base_side, pair.base(), call, pair.now);
    };
    auto call = FindCall(question);
    if (!call) continue;
    change.callers.push_back(NameOf(caller));
    if (!change.call) change.call = std::move(call);
  }
}

}  // namespace

void CompareWindows(const ReportPair& pair, Changes& changes) {
  const auto base = WindowsOf(pair.base());
  const auto head = WindowsOf(pair.head());
  for (const NamedWindow& window : base) {
    const NamedWindow* now = FindAlike(head, window);
    if (now != nullptr && *now == window) continue;
    Effects effects;
    effects.widens = now == nullptr || IsWider(*now, window);
    effects.narrows = now != nullptr && IsWider(window, *now);
    const std::string text = (now == nullptr ? "no window is required" : Words(*now)) + "; before: " + Words(window);
    Change& change = changes.Add(window.Name(), effects, text);
    Place(change, pair);
    if (effects.widens) FindWiderCall(pair, change);
  }
  for (const NamedWindow& window : head) {
    if (FindAlike(base, window) != nullptr) continue;
    Place(changes.Add(window.Name(), kNarrows, "a window is newly required: " + Words(window)), pair);
  }
}

}  // namespace querygate::review
