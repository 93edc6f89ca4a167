#include "engine/load/execution_reader.h"

#include <array>
#include <span>

#include "engine/load/text_check.h"

namespace querygate {

namespace {

using Execution = ExecutionDeclaration;

constexpr std::int64_t kMostCalls = 1024;
constexpr std::int64_t kLongestQueue = 100'000;

constexpr auto kIsolations = std::to_array<NamedValue<Isolation>>({
    {"thread", Isolation::kThread},
    {"process", Isolation::kProcess},
});

void ReadIsolation(DocumentReader& reader, const YamlNode& value, std::string_view what, Execution& execution) {
  Isolation isolation = Isolation::kThread;
  if (reader.Choice(value, what, std::span<const NamedValue<Isolation>>(kIsolations), isolation)) {
    execution.isolation = isolation;
  }
}

ValueSchema IsolationSchema() { return ChoiceSchema(std::span<const NamedValue<Isolation>>(kIsolations)); }

constexpr auto kKeys = std::to_array<KeyRule<Execution>>({
    {"isolation",
     Presence::kOptional,
     {ReadIsolation, &IsolationSchema},
     "process: in worker processes, bounded and ended from outside; thread: in the program itself."},
    {"calls", Presence::kOptional, Key<&Execution::calls>::Count,
     "How many calls run at a time, and so how many worker processes there are."},
    {"queue", Presence::kOptional, Key<&Execution::queue>::Count,
     "How many calls may wait for their turn; one more is overloaded."},
    {"calls_per_report", Presence::kOptional, Key<&Execution::calls_per_report>::Count,
     "How many calls of one report run at a time."},
    {"calls_per_caller", Presence::kOptional, Key<&Execution::calls_per_caller>::Count,
     "How many calls of one caller run at a time."},
});
constexpr KeyTable<Execution> kTable{"`execution`", kKeys};

void Bound(DocumentReader& reader, const std::optional<Located<std::int64_t>>& count, std::int64_t most) {
  if (!count || count->value <= most) return;
  reader.Report("invalid-value", count->position, "at most " + std::to_string(most) + " are possible here");
}

}  // namespace

void ReadExecution(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  if (!ReadMapping(reader, value, what, kTable, gateway.execution)) return;
  Bound(reader, gateway.execution.calls, kMostCalls);
  Bound(reader, gateway.execution.queue, kLongestQueue);
  Bound(reader, gateway.execution.calls_per_report, kMostCalls);
  Bound(reader, gateway.execution.calls_per_caller, kMostCalls);
}

ValueSchema ExecutionSchema() { return kTable.Schema(); }

Vocabulary ExecutionPlaces() { return {kTable.Place()}; }

}  // namespace querygate
