#include "engine/telemetry/metrics.h"

#include <algorithm>

namespace querygate {
namespace {

constexpr std::string_view kUnknownReport;  // of calls for a report that does not exist
constexpr std::string_view kOther = "other";

void Head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ").append(name).append(" ");
  for (const char c : help) {  // a help text escapes only these two
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  out.append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
}

void Sample(std::string& out, std::string_view name, const std::string& labels, const std::string& value) {
  out.append(name);
  if (!labels.empty()) out.append("{").append(labels).append("}");
  out.append(" ").append(value).append("\n");
}

std::string Label(std::string_view name, std::string_view value) {
  return std::string(name) + "=\"" + EscapeLabel(value) + "\"";
}

// Microseconds as decimal seconds, exactly: "0.0025".
std::string Seconds(std::int64_t microseconds) {
  std::string fraction = std::to_string(microseconds % 1'000'000);
  fraction.insert(0, 6 - fraction.size(), '0');
  fraction.resize(fraction.find_last_not_of('0') + 1);
  std::string text = std::to_string(microseconds / 1'000'000);
  return fraction.empty() ? text : text + "." + fraction;
}

}  // namespace

std::string EscapeLabel(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || c == '"') escaped += '\\';
    if (c == '\n') {
      escaped += "\\n";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

Metrics::Metrics(std::string version) : version_(std::move(version)) {
  reports_.emplace(kUnknownReport, std::make_unique<Report>());
}

void Metrics::DeclareReports(const std::vector<std::string>& reports) {
  const std::unique_lock lock(mutex_);
  for (const std::string& report : reports) {
    auto& entry = reports_[report];
    if (!entry) entry = std::make_unique<Report>();
  }
}

Metrics::Outcome& Metrics::Find(Report& report, std::string_view outcome, std::string_view reason) {
  const auto find = [&report](std::string_view how, std::string_view why) -> Outcome* {
    for (const auto& row : report.outcomes) {
      if (row->outcome == how && row->reason == why) return row.get();
    }
    return nullptr;
  };
  {
    const std::shared_lock lock(report.mutex);
    if (Outcome* found = find(outcome, reason)) return *found;
  }
  const std::unique_lock lock(report.mutex);
  if (Outcome* found = find(outcome, reason)) return *found;
  if (report.outcomes.size() >= kMaxReasons) {
    if (Outcome* found = find(outcome, kOther)) return *found;
    reason = kOther;
  }
  return *report.outcomes.emplace_back(std::make_unique<Outcome>(std::string(outcome), std::string(reason)));
}

void Metrics::Count(const CallMeasure& call) {
  constexpr auto kRelaxed = std::memory_order_relaxed;  // counts need no order among each other
  const std::shared_lock lock(mutex_);
  auto found = reports_.find(call.report);
  if (found == reports_.end()) found = reports_.find(kUnknownReport);
  Report& report = *found->second;
  const std::int64_t elapsed = std::max<std::int64_t>(0, call.elapsed.count());
  const auto bound = std::lower_bound(kLatencyBounds.begin(), kLatencyBounds.end(), elapsed);
  report.buckets[static_cast<std::size_t>(bound - kLatencyBounds.begin())].fetch_add(1, kRelaxed);
  report.microseconds.fetch_add(elapsed, kRelaxed);
  report.rows.fetch_add(call.rows, kRelaxed);
  report.bytes.fetch_add(call.bytes, kRelaxed);
  Find(report, call.outcome, call.reason).calls.fetch_add(1, kRelaxed);
}

void Metrics::Add(std::string_view event, std::int64_t count) {
  {
    const std::shared_lock lock(mutex_);
    if (const auto found = events_.find(event); found != events_.end()) {
      found->second->fetch_add(count, std::memory_order_relaxed);
      return;
    }
  }
  const std::unique_lock lock(mutex_);
  auto& counter = events_[std::string(event)];
  if (!counter) counter = std::make_unique<std::atomic<std::int64_t>>(0);
  counter->fetch_add(count, std::memory_order_relaxed);
}

void Metrics::Register(std::string name, std::string help, Gauge gauge) {
  const std::unique_lock lock(mutex_);
  gauges_.push_back(NamedGauge{std::move(name), std::move(help), std::move(gauge)});
}

std::string Metrics::Render() const {
  std::string out;
  const std::shared_lock lock(mutex_);
  Head(out, "querygate_info", "gauge", "The program that answers.");
  Sample(out, "querygate_info", Label("version", version_), "1");
  Head(out, "querygate_calls_total", "counter", "Calls by report, outcome and reason.");
  for (const auto& [id, report] : reports_) {
    const std::shared_lock outcomes(report->mutex);
    for (const auto& row : report->outcomes) {
      std::string labels = Label("report", id) + "," + Label("outcome", row->outcome);
      if (!row->reason.empty()) labels += "," + Label("reason", row->reason);
      Sample(out, "querygate_calls_total", labels, std::to_string(row->calls.load()));
    }
  }
  Head(out, "querygate_call_duration_seconds", "histogram", "From acceptance to the end of a call.");
  for (const auto& [id, report] : reports_) {
    const std::string label = Label("report", id);
    std::int64_t calls = 0;
    std::string lines;
    for (std::size_t i = 0; i < report->buckets.size(); ++i) {
      calls += report->buckets[i].load();
      const std::string bound = i < kLatencyBounds.size() ? Seconds(kLatencyBounds[i]) : "+Inf";
      Sample(lines, "querygate_call_duration_seconds_bucket", label + "," + Label("le", bound), std::to_string(calls));
    }
    if (calls == 0) continue;
    out += lines;
    Sample(out, "querygate_call_duration_seconds_sum", label, Seconds(report->microseconds.load()));
    Sample(out, "querygate_call_duration_seconds_count", label, std::to_string(calls));
  }
  const auto totals = [&](std::string_view name, std::string_view help, std::atomic<std::int64_t> Report::*member) {
    Head(out, name, "counter", help);
    for (const auto& [id, report] : reports_) {
      const std::int64_t value = ((*report).*member).load();
      if (value > 0) Sample(out, name, Label("report", id), std::to_string(value));
    }
  };
  totals("querygate_rows_total", "Rows that were delivered.", &Report::rows);
  totals("querygate_result_bytes_total", "Bytes of results that were delivered.", &Report::bytes);
  for (const auto& [event, count] : events_) {
    const std::string name = "querygate_" + event + "_total";
    Head(out, name, "counter", "Since the program started.");
    Sample(out, name, {}, std::to_string(count->load()));
  }
  for (const NamedGauge& row : gauges_) {
    const std::string name = "querygate_" + row.name;
    Head(out, name, "gauge", row.help);
    Sample(out, name, {}, std::to_string(row.gauge()));
  }
  return out;
}

}  // namespace querygate
