#include "engine/render/window_words.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace querygate {

namespace {

// "20m", "36h", "1500ms": the largest unit that says it exactly.
std::string DurationText(std::int64_t milliseconds) {
  struct Unit {
    std::string_view name;
    std::int64_t milliseconds;
  };
  static constexpr std::array kUnits{Unit{"d", 86'400'000}, Unit{"h", 3'600'000}, Unit{"m", 60'000}, Unit{"s", 1000}};
  for (const Unit& unit : kUnits) {
    if (milliseconds % unit.milliseconds == 0) {
      return std::to_string(milliseconds / unit.milliseconds) + std::string(unit.name);
    }
  }
  return std::to_string(milliseconds) + "ms";
}

}  // namespace

std::string WindowText(const CompiledReport& report, const WindowRule& window) {
  std::string line = report.parameters[window.start].name + " is before " + report.parameters[window.end].name;
  if (window.max_milliseconds) line += ", at most " + DurationText(*window.max_milliseconds) + " apart";
  return line + (window.closed ? "; the end belongs to the window" : "; the end does not belong to the window");
}

}  // namespace querygate
