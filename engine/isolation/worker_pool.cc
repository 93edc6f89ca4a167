#include "engine/isolation/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/stop_descriptor.h"
#include "engine/isolation/messages.h"
#include "engine/run/execute.h"

namespace querygate::isolation {
namespace {

// A worker notices the deadline itself unless it is inside something that cannot be interrupted.
constexpr std::chrono::milliseconds kGrace(30);
// For what is not the database's: the program's own objects while a result is built.
constexpr std::int64_t kOwnMemory = 16 * 1024 * 1024;
constexpr std::int64_t kMessageRoom = 64 * 1024;
constexpr std::int64_t kInputRoom = 5 * 1024;  // a file in a receipt: no path is longer than 4 KiB
constexpr std::int64_t kSpareCpuSeconds = 10;
constexpr std::chrono::milliseconds kLastWords(50);

// The call's own clock need not be the one that processes wait by.
SteadyTime SystemDeadline(const CallContext& context) {
  if (context.deadline.at == Deadline{}.at) return SteadyTime::max();
  const auto left = context.clock == nullptr ? context.deadline.at - std::chrono::steady_clock::now()
                                             : context.deadline.at - context.clock->SteadyNow();
  return std::chrono::steady_clock::now() + left;
}

// A source over files says its schema itself, and has no text of its own for it.
SourceText SchemaOf(const SourceDeclaration& source) {
  return source.schema_text == nullptr ? SourceText({}, {}) : *source.schema_text;
}

// After the declarations were read anew, most sources are what they were, and their workers are as good as before.
bool MeanTheSame(const CompiledSource& a, const CompiledSource& b) {
  if (&a == &b) return true;
  return a.name == b.name && a.declaration->text->text() == b.declaration->text->text() &&
         SchemaOf(*a.declaration).text() == SchemaOf(*b.declaration).text();
}

// Reports that one worker may be told in its life. Each leaves a compiled report and a connection behind.
constexpr std::size_t kMostReports = 256;

Failure Late(std::string cause) { return {.reason = "deadline_exceeded", .cause = std::move(cause)}; }

}  // namespace

struct WorkerPool::Worker {
  std::unique_ptr<WorkerProcess> process;
  std::shared_ptr<const CompiledSource> source;
  DataPlace place;
  bool attached = false;
  std::set<std::string> known;  // digests of reports that it has
  std::int64_t base_bytes = 0;  // its address space before the first call
  std::int64_t bounded_bytes = 0;
  std::int64_t cpu_microseconds = 0;
  std::int64_t bounded_cpu_seconds = 0;
};

WorkerPool::WorkerPool(WorkerPoolOptions options) : options_(std::move(options)), nursery_(options_.program) {}

WorkerPool::~WorkerPool() {
  for (auto& worker : idle_) nursery_.Bury(std::move(worker->process));
}

Answer WorkerPool::Call(const std::shared_ptr<const CompiledReport>& report, const DataPlace& place,
                        const Bindings& bindings, const CallContext& context, const Presentation& presentation) {
  CallMessage call;
  call.bindings = bindings;
  call.presentation = presentation;
  return Ask(report, place, std::move(call), context);
}

std::optional<Failure> WorkerPool::Rehearse(const std::shared_ptr<const CompiledReport>& report,
                                            const DataPlace& place, const CallContext& context) {
  CallMessage call;
  call.rehearsal = true;
  Answer answer = Ask(report, place, std::move(call), context);
  if (auto* failure = std::get_if<Failure>(&answer.body)) return std::move(*failure);
  return std::nullopt;
}

Answer WorkerPool::Ask(const std::shared_ptr<const CompiledReport>& report, const DataPlace& place,
                       CallMessage call, const CallContext& context) {
  Answer answer;
  answer.receipt = BeginReceipt(*report, context);
  const SteadyTime deadline = SystemDeadline(context);
  auto worker = Acquire(*report, place, deadline);
  if (!worker) {
    answer.body = std::move(worker).error();
    return answer;
  }
  call.digest = report->digest;
  call.now = context.now;
  call.deadline_nanoseconds = deadline.time_since_epoch().count();
  call.budget = context.budget;
  {
    const std::lock_guard lock(mutex_);
    call.number = next_number_++;
  }
  const StopDescriptor cancel(context.cancel);
  const SteadyTime until = deadline == SteadyTime::max() ? deadline : deadline + kGrace;
  auto reply = Converse(**worker, *report, Encode(call), context, until, cancel.get());
  if (!reply) {
    Release(*std::move(worker), false);
    answer.body = std::move(reply).error();
    return answer;
  }
  auto message = DecodeAnswer(*reply);
  if (!message || message->number != call.number) {
    Release(*std::move(worker), false);
    answer.body = Failure{"query_failed", "a worker's answer could not be read"};
    return answer;
  }
  (*worker)->cpu_microseconds = message->cpu_microseconds;
  Release(*std::move(worker), !message->retiring);
  answer.body = std::move(message->answer.body);
  const Receipt& measured = message->answer.receipt;
  answer.receipt.spending = measured.spending;
  answer.receipt.inputs = measured.inputs;
  answer.receipt.groups = measured.groups;
  answer.receipt.result_bytes = measured.result_bytes;
  answer.receipt.memory_bytes = measured.memory_bytes;
  return answer;
}

Expected<std::unique_ptr<WorkerPool::Worker>, Failure> WorkerPool::Acquire(const CompiledReport& report,
                                                                           const DataPlace& place,
                                                                           SteadyTime until) {
  if (std::chrono::steady_clock::now() >= until)
    return Unexpected(Late("the deadline passed before a worker was free"));
  std::unique_ptr<Worker> evicted;
  {
    const std::lock_guard lock(mutex_);
    ++statistics_.busy;
    const auto fits = [&](const auto& worker) {
      return worker->place == place && MeanTheSame(*worker->source, *report.source);
    };
    for (auto found = idle_.begin(); (found = std::find_if(found, idle_.end(), fits)) != idle_.end();) {
      auto worker = std::move(*found);
      found = idle_.erase(found);
      if (!worker->process->Collect()) return worker;
      ++statistics_.lost;  // it ended while nobody used it: nobody's failure
    }
    if (idle_.size() + statistics_.busy > options_.max_workers && !idle_.empty()) {
      evicted = std::move(idle_.back());
      idle_.pop_back();
    }
    ++statistics_.started;
  }
  if (evicted) nursery_.Bury(std::move(evicted->process));
  auto process = nursery_.Spawn();
  if (!process) {
    const std::lock_guard lock(mutex_);
    --statistics_.busy;
    return Unexpected(Failure{"query_unavailable", "no worker: " + std::move(process).error()});
  }
  auto worker = std::make_unique<Worker>();
  worker->process = *std::move(process);
  worker->source = report.source;
  worker->place = place;
  return worker;
}

// The source goes out together with the first report, and the worker locks itself in.
Expected<void, Failure> WorkerPool::Attach(Worker& worker, const CompiledReport& report, SteadyTime until, int cancel) {
  const SourceDeclaration& source = *report.source->declaration;
  const AttachMessage attach{source.name, worker.place, *source.text, SchemaOf(source)};
  if (auto sent = Send(worker.process->socket(), Frame(MessageKind::kAttach, Encode(attach)), until); !sent) {
    return Unexpected(Explain(worker, sent.error()));
  }
  auto reply = Receive(worker.process->socket(), kMessageRoom, until, cancel);
  if (!reply) return Unexpected(Explain(worker, reply.error()));
  if (reply->kind == MessageKind::kUnable) {
    return Unexpected(Failure{"query_unavailable", "a worker could not begin: " + reply->body});
  }
  const auto ready = reply->kind == MessageKind::kReady ? DecodeReady(reply->body) : std::nullopt;
  if (!ready) return Unexpected(Explain(worker, ChannelEnd::kBroken));
  worker.base_bytes = ready->address_space_bytes;
  worker.attached = true;
  const std::lock_guard lock(mutex_);
  statistics_.landlock = ready->landlock;
  return {};
}

Expected<void, Failure> WorkerPool::Bound(Worker& worker, const CallContext& context) {
  const auto set = [&](std::int64_t& current, std::int64_t wanted, auto&& apply) -> Expected<void, Failure> {
    if (current == wanted) return {};
    if (auto bound = apply(wanted); !bound) return Unexpected(Failure{"query_unavailable", std::move(bound).error()});
    current = wanted;
    return {};
  };
  if (options_.bound_address_space) {
    const auto bound = set(worker.bounded_bytes, worker.base_bytes + kOwnMemory + context.budget.memory,
                           [&](std::int64_t bytes) { return worker.process->BoundAddressSpace(bytes); });
    if (!bound) return bound;
  }
  // A floor under the deadline, should the gateway itself be kept from enforcing it.
  const std::int64_t spent = worker.cpu_microseconds / 1'000'000 + 1;
  const std::int64_t needed = spent + context.budget.deadline.count() / 1000 + 1;
  if (needed <= worker.bounded_cpu_seconds) return {};
  return set(worker.bounded_cpu_seconds, needed + kSpareCpuSeconds,
             [&](std::int64_t seconds) { return worker.process->BoundCpu(seconds); });
}

Expected<std::string, Failure> WorkerPool::Converse(Worker& worker, const CompiledReport& report,
                                                    const std::string& call, const CallContext& context,
                                                    SteadyTime until, int cancel) {
  if (!worker.attached) {
    if (auto attached = Attach(worker, report, until, cancel); !attached) return Unexpected(attached.error());
  }
  if (auto bound = Bound(worker, context); !bound) return Unexpected(bound.error());
  std::string frames;
  if (!worker.known.contains(report.digest)) {
    const ReportMessage learn{report.id, report.digest, *report.declaration->text, report.limits_name,
                              *report.limits->text};
    frames = Frame(MessageKind::kReport, Encode(learn));
    worker.known.insert(report.digest);
  }
  frames += Frame(MessageKind::kCall, call);
  if (auto sent = Send(worker.process->socket(), frames, until); !sent)
    return Unexpected(Explain(worker, sent.error()));
  const std::int64_t inputs = report.source->tables.empty() ? 0 : report.source->inputs.files * kInputRoom;
  const auto room = static_cast<std::size_t>(LargestText(context.budget) + kMessageRoom + inputs);
  auto reply = Receive(worker.process->socket(), room, until, cancel);
  if (!reply) return Unexpected(Explain(worker, reply.error()));
  if (reply->kind == MessageKind::kUnable) {
    return Unexpected(Failure{"query_unavailable", "a worker could not go on: " + reply->body});
  }
  if (reply->kind != MessageKind::kAnswer) return Unexpected(Explain(worker, ChannelEnd::kBroken));
  return std::move(reply->body);
}

Failure WorkerPool::Explain(Worker& worker, ChannelEnd end) {
  switch (end) {
    case ChannelEnd::kExpired:
      return Late("the worker was killed: it did not answer in time");
    case ChannelEnd::kCancelled:
      return Late("the worker was killed: whoever asked has gone");
    case ChannelEnd::kClosed:
      return {"query_failed", "the worker " + worker.process->AwaitEnd(std::chrono::steady_clock::now() + kLastWords)};
    case ChannelEnd::kBroken:
      break;
  }
  return {"query_failed", "the worker broke the protocol"};
}

void WorkerPool::Release(std::unique_ptr<Worker> worker, bool sound) {
  {
    const std::lock_guard lock(mutex_);
    --statistics_.busy;
    const bool young = worker->known.size() < kMostReports;
    if (sound && young && idle_.size() + statistics_.busy < options_.max_workers) {
      idle_.push_front(std::move(worker));
      return;
    }
    if (!sound) ++(worker->process->Collect() ? statistics_.lost : statistics_.killed);
  }
  nursery_.Bury(std::move(worker->process));
}

PoolStatistics WorkerPool::statistics() const {
  const std::lock_guard lock(mutex_);
  PoolStatistics statistics = statistics_;
  statistics.idle = idle_.size();
  return statistics;
}

}  // namespace querygate::isolation
