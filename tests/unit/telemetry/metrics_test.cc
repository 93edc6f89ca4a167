#include "engine/telemetry/metrics.h"

#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

using std::chrono::microseconds;

bool Has(const std::string& text, const std::string& line) { return text.find(line + "\n") != std::string::npos; }

CallMeasure Call(std::string_view report, std::string_view outcome, std::string_view reason, std::int64_t elapsed) {
  return {report, outcome, reason, microseconds(elapsed), 0, 0};
}

TEST_CASE("calls are counted by report, outcome and reason") {
  Metrics metrics("1.2.3");
  metrics.DeclareReports({"parcels/units", "orders/evidence"});
  metrics.Count({"parcels/units", "ok", "", microseconds(100), 3, 50});
  metrics.Count({"parcels/units", "ok", "", microseconds(101), 4, 60});
  metrics.Count(Call("parcels/units", "rejected", "invalid_state", 20'000'000));
  const std::string text = metrics.Render();
  CHECK(Has(text, R"(querygate_info{version="1.2.3"} 1)"));
  CHECK(Has(text, R"(querygate_calls_total{report="parcels/units",outcome="ok"} 2)"));
  CHECK(Has(text, R"(querygate_calls_total{report="parcels/units",outcome="rejected",reason="invalid_state"} 1)"));
  CHECK(Has(text, R"(querygate_call_duration_seconds_bucket{report="parcels/units",le="0.0001"} 1)"));
  CHECK(Has(text, R"(querygate_call_duration_seconds_bucket{report="parcels/units",le="0.00025"} 2)"));
  CHECK(Has(text, R"(querygate_call_duration_seconds_bucket{report="parcels/units",le="10"} 2)"));
  CHECK(Has(text, R"(querygate_call_duration_seconds_bucket{report="parcels/units",le="+Inf"} 3)"));
  CHECK(Has(text, R"(querygate_call_duration_seconds_sum{report="parcels/units"} 20.000201)"));
  CHECK(Has(text, R"(querygate_call_duration_seconds_count{report="parcels/units"} 3)"));
  CHECK(Has(text, R"(querygate_rows_total{report="parcels/units"} 7)"));
  CHECK(Has(text, R"(querygate_result_bytes_total{report="parcels/units"} 110)"));
  CHECK(text.find("orders/evidence") == std::string::npos);  // nothing to say yet
}

TEST_CASE("no caller can make a series") {
  Metrics metrics("1");
  metrics.DeclareReports({"a/b"});
  for (int i = 0; i < 1000; ++i) metrics.Count(Call("made/up" + std::to_string(i), "rejected", "unknown_report", 1));
  for (int i = 0; i < 1000; ++i) metrics.Count(Call("a/b", "rejected", "reason" + std::to_string(i), 1));
  const std::string text = metrics.Render();
  CHECK(Has(text, R"(querygate_calls_total{report="",outcome="rejected",reason="unknown_report"} 1000)"));
  CHECK(text.find("made/up") == std::string::npos);
  CHECK(Has(text, R"(querygate_calls_total{report="a/b",outcome="rejected",reason="reason63"} 1)"));
  CHECK(Has(text, R"(querygate_calls_total{report="a/b",outcome="rejected",reason="other"} 936)"));
  CHECK(text.find("reason64") == std::string::npos);
}

TEST_CASE("reports that are declared again keep their counts") {
  Metrics metrics("1");
  metrics.DeclareReports({"a/b"});
  metrics.Count(Call("a/b", "ok", "", 1));
  metrics.DeclareReports({"c/d"});
  metrics.Count(Call("c/d", "ok", "", 1));
  metrics.Count(Call("a/b", "ok", "", 1));
  CHECK(Has(metrics.Render(), R"(querygate_calls_total{report="a/b",outcome="ok"} 2)"));
  CHECK(Has(metrics.Render(), R"(querygate_calls_total{report="c/d",outcome="ok"} 1)"));
}

TEST_CASE("events and gauges") {
  Metrics metrics("1");
  metrics.Add("reloads");
  metrics.Add("reloads", 2);
  std::int64_t queue = 5;
  metrics.Register("queue_length", "Calls that wait.\nNow \\ here.", [&queue] { return queue; });
  CHECK(Has(metrics.Render(), "# TYPE querygate_reloads_total counter\nquerygate_reloads_total 3"));
  CHECK(Has(metrics.Render(), "# HELP querygate_queue_length Calls that wait.\\nNow \\\\ here."));
  CHECK(Has(metrics.Render(), "# TYPE querygate_queue_length gauge\nquerygate_queue_length 5"));
  queue = -1;
  CHECK(Has(metrics.Render(), "querygate_queue_length -1"));
}

TEST_CASE("labels are escaped and negative times are none") {
  CHECK(EscapeLabel("a\"b\\c\nd") == "a\\\"b\\\\c\\nd");
  Metrics metrics("\"\n");
  metrics.DeclareReports({"a"});
  metrics.Count(Call("a", "ok", "", -5));
  CHECK(Has(metrics.Render(), R"(querygate_info{version="\"\n"} 1)"));
  CHECK(Has(metrics.Render(), R"(querygate_call_duration_seconds_sum{report="a"} 0)"));
}

TEST_CASE("many threads lose no call", "[threads]") {
  Metrics metrics("1");
  metrics.DeclareReports({"a/b"});
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&metrics, thread] {
      for (int i = 0; i < 500; ++i) {
        metrics.Count({"a/b", i % 2 == 0 ? "ok" : "failed", i % 2 == 0 ? "" : "query_failed", microseconds(i), 1, 2});
        metrics.Add("events");
        if (i % 100 == 0) static_cast<void>(metrics.Render());
        if (thread == 0 && i % 50 == 0) metrics.DeclareReports({"c/" + std::to_string(i)});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string text = metrics.Render();
  CHECK(Has(text, R"(querygate_calls_total{report="a/b",outcome="ok"} 2000)"));
  CHECK(Has(text, R"(querygate_calls_total{report="a/b",outcome="failed",reason="query_failed"} 2000)"));
  CHECK(Has(text, R"(querygate_call_duration_seconds_count{report="a/b"} 4000)"));
  CHECK(Has(text, R"(querygate_rows_total{report="a/b"} 4000)"));
  CHECK(Has(text, "querygate_events_total 4000"));
}

}  // namespace
}  // namespace querygate
