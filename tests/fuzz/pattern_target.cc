// An expression on the first line, the text to match behind it.
#include "engine/base/utf8.h"
#include "engine/contract/pattern.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querygate;
  using namespace querygate::fuzz;
  const std::string_view text = AsText(data, size);
  const std::size_t line = text.find('\n');
  const std::string_view expression = text.substr(0, line);
  const std::string_view subject = line == std::string_view::npos ? std::string_view() : text.substr(line + 1);
  const auto pattern = CompilePattern(expression);
  if (!pattern) {
    Require(!pattern.error().empty(), "a refused expression says why");
    return 0;
  }
  Require((*pattern)->expression() == expression, "an expression is kept as it was written");
  const bool matches = (*pattern)->Matches(subject);
  const auto grouped = CompilePattern("(?:" + std::string(expression) + ")");
  if (grouped) Require((*grouped)->Matches(subject) == matches, "a group around all changes nothing");
  const auto either = CompilePattern("(?:" + std::string(expression) + ")|(?:" + std::string(expression) + ")");
  if (either) Require((*either)->Matches(subject) == matches, "a choice of the same changes nothing");
  return 0;
}
