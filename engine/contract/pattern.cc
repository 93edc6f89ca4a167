#include "engine/contract/pattern.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include <re2/re2.h>

#include "engine/contract/pattern_syntax.h"

namespace querygate {
namespace {

constexpr std::size_t kMaxExpressionBytes = 1'000;
constexpr std::int64_t kMaxProgramBytes = 4 << 20;

class Re2Pattern final : public Pattern {
 public:
  Re2Pattern(std::string_view expression, const std::string& translated, const RE2::Options& options)
      : expression_(expression), program_(translated, options) {}

  bool Matches(std::string_view text) const override {
    return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), program_);
  }
  const std::string& expression() const override { return expression_; }
  const RE2& program() const { return program_; }

 private:
  std::string expression_;
  RE2 program_;
};

RE2::Options MakeOptions() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMaxProgramBytes);
  return options;
}

}  // namespace

Expected<std::shared_ptr<const Pattern>, std::string> CompilePattern(std::string_view expression) {
  if (expression.size() > kMaxExpressionBytes) {
    return Unexpected("the expression is longer than " + std::to_string(kMaxExpressionBytes) + " bytes");
  }
  const Expected<std::string, std::string> translated = TranslatePattern(expression);
  if (!translated) return Unexpected(translated.error());
  auto pattern = std::make_shared<const Re2Pattern>(expression, *translated, MakeOptions());
  if (!pattern->program().ok()) return Unexpected(pattern->program().error());
  return std::shared_ptr<const Pattern>(std::move(pattern));
}

}  // namespace querygate
