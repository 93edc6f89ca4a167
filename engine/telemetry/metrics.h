// Counts and times of calls, as Prometheus reads them (text format 0.0.4).
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querygate {

// Upper bounds of the latency histogram, in microseconds. From an answer out of the cache to the longest deadline that
// is usual.
inline constexpr std::array<std::int64_t, 14> kLatencyBounds = {
    100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 50'000, 100'000, 250'000, 1'000'000, 2'500'000, 10'000'000};

struct CallMeasure {
  std::string_view report;   // one that was declared; anything else is counted under an empty name
  std::string_view outcome;  // ok, rejected, failed
  std::string_view reason;   // empty when ok
  std::chrono::microseconds elapsed{0};
  std::int64_t rows = 0, bytes = 0;
};

// Thread-safe. Counting costs a shared lock and a few atomic additions. The number of series is bounded by the reports
// that are declared and by kMaxReasons: no caller can make one.
class Metrics {
 public:
  static constexpr std::size_t kMaxReasons = 64;  // for each report; more are counted as "other"

  explicit Metrics(std::string version);

  // The reports of the deployment, again after a reload. Those that are gone keep their counts.
  void DeclareReports(const std::vector<std::string>& reports);

  void Count(const CallMeasure& call);

  // One of a fixed set of events: "audit_failures", "reloads". The name is [a-z_]+ and comes from the program.
  void Add(std::string_view event, std::int64_t count = 1);

  // A value that is asked for when the text is made: "queue_length". Thread-safe and quick.
  using Gauge = std::function<std::int64_t()>;
  void Register(std::string name, std::string help, Gauge gauge);

  std::string Render() const;

 private:
  struct Outcome {
    std::string outcome, reason;
    std::atomic<std::int64_t> calls = 0;
    Outcome(std::string how, std::string why) : outcome(std::move(how)), reason(std::move(why)) {}
  };
  struct Report {
    std::array<std::atomic<std::int64_t>, kLatencyBounds.size() + 1> buckets{};
    std::atomic<std::int64_t> microseconds = 0, rows = 0, bytes = 0;
    mutable std::shared_mutex mutex;  // of `outcomes`
    std::vector<std::unique_ptr<Outcome>> outcomes;
  };
  struct NamedGauge {
    std::string name, help;
    Gauge gauge;
  };

  static Outcome& Find(Report& report, std::string_view outcome, std::string_view reason);

  const std::string version_;
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::unique_ptr<Report>, std::less<>> reports_;
  std::map<std::string, std::unique_ptr<std::atomic<std::int64_t>>, std::less<>> events_;
  std::vector<NamedGauge> gauges_;
};

// `text` as a label's value stands between quotes.
std::string EscapeLabel(std::string_view text);

}  // namespace querygate
