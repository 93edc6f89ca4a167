#include "engine/review/diff/value_candidates.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "engine/base/calendar.h"
#include "engine/base/decimal.h"

namespace querygate::review {
namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

// The next values of the same type, up to a few kinds of step.
class Neighbours {
 public:
  explicit Neighbours(const ValueQuestion& question) {
    for (const auto* rules : {&question.inside, &question.outside}) {
      for (const ValueRules& rule : *rules) scales_.push_back(rule.scale);
    }
  }

  void Append(const TypedValue& value, int direction, std::vector<TypedValue>& out) const {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      using Limits = std::numeric_limits<std::int64_t>;
      if (direction < 0 ? *integer > Limits::min() : *integer < Limits::max()) out.emplace_back(*integer + direction);
    } else if (const auto* decimal = std::get_if<Decimal>(&value)) {
      for (const int scale : scales_) AppendDecimal(*decimal, direction, scale, out);
    } else if (const auto* date = std::get_if<Date>(&value)) {
      if (const auto next = AddDays(*date, direction)) out.emplace_back(*next);
    } else if (const auto* instant = std::get_if<Instant>(&value)) {
      AppendInstants(*instant, direction, out);
    } else if (const auto* real = std::get_if<double>(&value)) {
      out.emplace_back(std::nextafter(*real, direction < 0 ? -HUGE_VAL : HUGE_VAL));
    }
  }

 private:
  static void AppendDecimal(const Decimal& decimal, int direction, int scale, std::vector<TypedValue>& out) {
    const auto finer = Rescale(decimal, std::max(scale, decimal.scale));
    if (!finer) return;
    Int128 step = 1;
    for (int digit = scale; digit < finer->scale; ++digit) step *= 10;
    const Decimal next{finer->coefficient + direction * step, finer->scale};
    if (WithinPrecision(next, 38)) out.emplace_back(next);
  }

  // A second, a millisecond and a nanosecond away, and the whole second on that side: stores differ in what they
  // can hold.
  static void AppendInstants(const Instant& instant, int direction, std::vector<TypedValue>& out) {
    for (const std::int64_t step : {kNanosecondsPerSecond, std::int64_t{1'000'000}, std::int64_t{1}}) {
      std::int64_t seconds = instant.seconds;
      std::int64_t nanoseconds = instant.nanoseconds + direction * step;
      if (nanoseconds < 0) {
        nanoseconds += kNanosecondsPerSecond;
        --seconds;
      } else if (nanoseconds >= kNanosecondsPerSecond) {
        nanoseconds -= kNanosecondsPerSecond;
        ++seconds;
      }
      const Instant next{seconds, static_cast<std::int32_t>(nanoseconds)};
      if (WithinCalendar(next)) out.emplace_back(next);
    }
    const Instant whole{instant.seconds + (direction > 0 && instant.nanoseconds > 0 ? 1 : 0), 0};
    if (WithinCalendar(whole)) out.emplace_back(whole);
  }

  std::vector<int> scales_;
};

void AppendPowersOfTen(const ValueQuestion& question, std::vector<TypedValue>& out) {
  for (const auto* rules : {&question.inside, &question.outside}) {
    for (const ValueRules& rule : *rules) {
      Int128 power = 1;
      for (int digit = 0; digit < rule.precision; ++digit) power *= 10;
      for (const Int128 coefficient : {power - 1, power, Int128{1}, Int128{std::numeric_limits<std::int64_t>::max()},
                                       Int128{std::numeric_limits<std::int64_t>::max()} + 1}) {
        const Decimal value{coefficient, rule.scale};
        if (!WithinPrecision(value, 38)) continue;
        out.emplace_back(value);
        out.emplace_back(Decimal{-coefficient, rule.scale});
      }
    }
  }
}

// Values of the type itself: small ones, the ends of its range, and some in between.
void AppendOwn(const ValueQuestion& question, std::vector<TypedValue>& out) {
  using Limits = std::numeric_limits<std::int64_t>;
  switch (question.kind) {
    case ValueKind::kInteger:
      for (const std::int64_t value : {std::int64_t{1}, std::int64_t{0}, std::int64_t{-1}}) out.emplace_back(value);
      out.emplace_back(Limits::max());
      out.emplace_back(Limits::min());
      break;
    case ValueKind::kDecimal:
      out.emplace_back(Decimal{1, 0});
      out.emplace_back(Decimal{0, 0});
      AppendPowersOfTen(question, out);
      break;
    case ValueKind::kBoolean:
      out.emplace_back(true);
      out.emplace_back(false);
      break;
    case ValueKind::kDate:
      out.emplace_back(DateOf(question.now));
      out.emplace_back(*ParseDate("0001-01-01"));
      out.emplace_back(*ParseDate("9999-12-31"));
      break;
    case ValueKind::kTimestamp:
      out.emplace_back(Instant{question.now.seconds, 0});
      out.emplace_back(*ParseTimestamp("0001-01-01T00:00:00Z"));
      out.emplace_back(*ParseTimestamp("9999-12-31T23:59:59Z"));
      break;
    case ValueKind::kReal:
      for (const double value : {1.0, 0.0, -1.0, 0.5}) out.emplace_back(value);
      out.emplace_back(std::numeric_limits<double>::max());
      out.emplace_back(std::numeric_limits<double>::lowest());
      break;
    case ValueKind::kText:
    case ValueKind::kBlob:
      break;
  }
}

void AppendBlobs(const ValueQuestion& question, std::vector<TypedValue>& out) {
  constexpr std::int64_t kMaxBytes = 1 << 20;
  const auto add = [&out](std::int64_t length) {
    if (length >= 0 && length <= kMaxBytes) out.emplace_back(Bytes{std::string(static_cast<std::size_t>(length), 'x')});
  };
  for (const auto* rules : {&question.outside, &question.inside}) {
    for (const ValueRules& rule : *rules) {
      if (rule.max_length) add(*rule.max_length + 1);
      if (rule.min_length) add(*rule.min_length - 1);
      if (rule.max_length) add(*rule.max_length);
      if (rule.min_length) add(*rule.min_length);
    }
  }
  add(0);
  add(1);
}

// More values in a row than the other side can list.
void AppendRun(const Neighbours& neighbours, TypedValue value, int direction, std::size_t listed,
               std::vector<TypedValue>& out) {
  for (std::size_t step = 0; step <= listed; ++step) {
    std::vector<TypedValue> next;
    neighbours.Append(value, direction, next);
    if (next.empty()) return;
    out.insert(out.end(), next.begin(), next.end());
    value = next.front();
  }
}

}  // namespace

std::vector<TypedValue> Candidates(const ValueQuestion& question) {
  const Neighbours neighbours(question);
  std::vector<TypedValue> candidates;
  for (const ValueRules& rules : question.inside) {
    candidates.insert(candidates.end(), rules.members.begin(), rules.members.end());
  }
  // Just outside what was permitted before: the nearest value that is new.
  std::size_t finite = 0;
  for (const ValueRules& rules : question.outside) {
    if (rules.max) neighbours.Append(*rules.max, +1, candidates);
    if (rules.min) neighbours.Append(*rules.min, -1, candidates);
    finite = std::max(finite, rules.members.size());
  }
  for (const ValueRules& rules : question.inside) {
    for (const auto& [bound, direction] : {std::pair(rules.min, +1), std::pair(rules.max, -1)}) {
      if (!bound) continue;
      candidates.push_back(*bound);
      AppendRun(neighbours, *bound, direction, finite, candidates);
    }
  }
  std::vector<TypedValue> own;
  AppendOwn(question, own);
  candidates.insert(candidates.end(), own.begin(), own.end());
  for (const TypedValue& start : own) {
    AppendRun(neighbours, start, +1, finite, candidates);
    AppendRun(neighbours, start, -1, finite, candidates);
  }
  if (question.kind == ValueKind::kBlob) AppendBlobs(question, candidates);
  return candidates;
}

}  // namespace querygate::review
