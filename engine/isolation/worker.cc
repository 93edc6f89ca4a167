#include "engine/isolation/worker.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <new>
#include <optional>
#include <utility>

#include <malloc.h>
#include <time.h>
#include <unistd.h>

#include "engine/backend/registry.h"
#include "engine/isolation/channel.h"
#include "engine/isolation/messages.h"
#include "engine/isolation/sandbox.h"
#include "engine/load/documents.h"
#include "engine/policy/compile.h"
#include "engine/run/answer.h"
#include "engine/run/rehearse.h"

namespace querygate::isolation {
namespace {

constexpr std::size_t kMaxMessage = 16 * 1024 * 1024;  // from the gateway, which is trusted
constexpr std::int64_t kManyBytes = 4 * 1024 * 1024;   // freed memory worth giving back

// Time as the gateway has it: the steady clock is the system's, the calendar starts from what the call brought.
class CallClock final : public Clock {
 public:
  void Start(const Instant& now) {
    now_ = now;
    started_ = std::chrono::steady_clock::now();
  }
  std::chrono::steady_clock::time_point SteadyNow() const override { return std::chrono::steady_clock::now(); }
  Instant WallNow() const override {
    const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(SteadyNow() - started_).count();
    const std::int64_t nanoseconds = now_.nanoseconds + since;
    Instant instant;
    instant.seconds = now_.seconds + nanoseconds / 1'000'000'000;
    instant.nanoseconds = static_cast<std::int32_t>(nanoseconds % 1'000'000'000);
    return instant;
  }

 private:
  Instant now_;
  std::chrono::steady_clock::time_point started_;
};

std::int64_t CpuMicroseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1000;
}

// The first number of /proc/self/statm, in pages. Zero when it cannot be read.
std::int64_t AddressSpaceBytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  long long pages = 0;
  const int read = std::fscanf(file, "%lld", &pages);
  std::fclose(file);
  return read == 1 ? std::int64_t{pages} * ::sysconf(_SC_PAGESIZE) : 0;
}

std::string FirstError(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return FormatDiagnostic(diagnostic);
  }
  return "the document has no value";
}

class Worker {
 public:
  explicit Worker(const WorkerOptions& options) : options_(options) {}

  int Serve() {
    if (auto limited = LimitResources(options_.parent); !limited) return Refuse(limited.error());
    while (true) {
      auto message = Receive(options_.channel, kMaxMessage, SteadyTime::max(), -1, &pending_);
      if (!message) return message.error() == ChannelEnd::kClosed ? EXIT_SUCCESS : EXIT_FAILURE;
      Expected<void, std::string> done = Take(*message);
      if (!done) return Refuse(done.error());
      if (retiring_) return EXIT_SUCCESS;
    }
  }

 private:
  Expected<void, std::string> Take(const Message& message) {
    switch (message.kind) {
      case MessageKind::kAttach:
        return Attach(message.body);
      case MessageKind::kReport:
        return Learn(message.body);
      case MessageKind::kCall:
        return Answer(message.body);
      case MessageKind::kReady:
      case MessageKind::kUnable:
      case MessageKind::kAnswer:
        break;
    }
    return Unexpected(std::string("a message that is not for workers"));
  }

  Expected<void, std::string> Attach(std::string_view body) {
    auto message = DecodeAttach(body);
    if (!message || attached_) return Unexpected(std::string("an attach message that cannot be read"));
    auto loaded = LoadSource(std::make_shared<const SourceText>(std::move(message->policy)), message->source);
    if (!loaded.value) return Unexpected(FirstError(loaded.diagnostics));
    auto declaration = std::make_shared<SourceDeclaration>(*loaded.value);
    if (!message->schema.text().empty()) {
      declaration->schema_text = std::make_shared<const SourceText>(std::move(message->schema));
    }
    auto compiled = CompileSource(std::move(declaration));
    if (!compiled.value) return Unexpected(FirstError(compiled.diagnostics));
    source_ = std::move(compiled.value);
    backend_ = MakeBackend(source_->backend, {.isolated = true});
    if (backend_ == nullptr) return Unexpected("there is no backend " + source_->backend);

    ReadyMessage ready;
    ready.address_space_bytes = AddressSpaceBytes();
    if (auto locked = LockIn(message->place, ready); !locked) return locked;
    attached_ = backend_->Attach(source_, std::move(message->place));
    return Say(MessageKind::kReady, Encode(ready));
  }

  // Everything that the process will need besides the database is opened here or has been.
  Expected<void, std::string> LockIn(const DataPlace& place, ReadyMessage& ready) {
    ::tzset();  // the zone's file, for the database's `localtime`
    auto landlock = RestrictFiles(
        backend_->Folders(*source_, place),
        source_->backend == kFilesBackend ? FolderRights::kFilesAndNames : FolderRights::kFiles);
    if (!landlock) return Unexpected(std::move(landlock).error());
    ready.landlock = *landlock;
    return RestrictSystemCalls(options_.channel);
  }

  Expected<void, std::string> Learn(std::string_view body) {
    auto message = DecodeReport(body);
    if (!message || source_ == nullptr) return Unexpected(std::string("a report message that cannot be read"));
    auto report = LoadReport(std::make_shared<const SourceText>(std::move(message->declaration)), message->id);
    if (!report.value) return Unexpected(FirstError(report.diagnostics));
    auto limits = LoadLimits(std::make_shared<const SourceText>(std::move(message->limits)), message->limits_name);
    if (!limits.value) return Unexpected(FirstError(limits.diagnostics));
    CompileInputs inputs;
    inputs.source = source_;
    inputs.limits = limits.value;
    auto compiled = CompileReport(report.value, inputs);
    if (!compiled.value) return Unexpected(FirstError(compiled.diagnostics));
    if (compiled.value->digest != message->digest) {
      return Unexpected("the report " + message->id + " means something else here than in the gateway");
    }
    reports_[message->digest] = std::move(compiled.value);
    return {};
  }

  Expected<void, std::string> Answer(std::string_view body) {
    auto call = DecodeCall(body);
    if (!call || attached_ == nullptr) return Unexpected(std::string("a call that cannot be read"));
    const auto report = reports_.find(call->digest);
    if (report == reports_.end()) return Unexpected(std::string("a call of a report that is not known"));
    AnswerMessage reply;
    reply.number = call->number;
    Run(report->second, *call, reply);
    reply.cpu_microseconds = CpuMicroseconds();
    reply.retiring = retiring_;
    const std::string encoded = Encode(reply);
    reply = {};
    auto said = Say(MessageKind::kAnswer, encoded);
    if (peak_ + static_cast<std::int64_t>(encoded.size()) > kManyBytes) ::malloc_trim(0);
    return said;
  }

  // What is thrown is a lack of memory or a bug: the caller gets a failure, and the process has seen enough.
  void Run(const std::shared_ptr<const CompiledReport>& report, const CallMessage& call, AnswerMessage& reply) {
    try {
      clock_.Start(call.now);
      CallContext context;
      context.now = call.now;
      context.clock = &clock_;
      context.budget = call.budget;
      context.deadline.at = SteadyTime(std::chrono::nanoseconds(call.deadline_nanoseconds));
      backend_->BoundMemory(call.budget.memory);
      if (call.rehearsal) {
        if (auto failure = Rehearse(report, *attached_, context)) reply.answer.body = *std::move(failure);
      } else {
        reply.answer = AnswerCall(report, call.bindings, *attached_, context, clock_, call.presentation);
      }
      peak_ = backend_->MemoryPeak();
      reply.answer.receipt.memory_bytes = peak_;
    } catch (const std::bad_alloc&) {
      Retire(reply, Failure{"budget_exceeded", "the call needs more memory than is permitted"});
    } catch (const std::exception& error) {
      Retire(reply, Failure{"query_failed", std::string("a fault of the program: ") + error.what()});
    }
  }

  void Retire(AnswerMessage& reply, Failure failure) {
    reply.answer = {};
    reply.answer.body = std::move(failure);
    retiring_ = true;
  }

  Expected<void, std::string> Say(MessageKind kind, std::string_view body) {
    if (Send(options_.channel, Frame(kind, body), SteadyTime::max())) return {};
    return Unexpected(std::string("the gateway does not listen"));
  }

  int Refuse(const std::string& why) {
    static_cast<void>(Send(options_.channel, Frame(MessageKind::kUnable, why), SteadyTime::max()));
    return EXIT_FAILURE;
  }

  const WorkerOptions options_;
  std::string pending_;  // received behind the last message
  std::shared_ptr<const CompiledSource> source_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<AttachedSource> attached_;
  std::map<std::string, std::shared_ptr<const CompiledReport>> reports_;  // by digest
  CallClock clock_;
  std::int64_t peak_ = 0;
  bool retiring_ = false;
};

}  // namespace

int RunWorker(const WorkerOptions& options) {
  // Large blocks go back to the system when they are freed, whatever came before.
  ::mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 4 * 1024 * 1024);
  // Ends without running the exit handlers of a locked-in process.
  ::_exit(Worker(options).Serve());
}

int RunWorkerIfAsked(int argc, char** argv) {
  if (argc != 3 || kWorkerWord != argv[1]) return -1;
  WorkerOptions options;
  const char* const end = argv[2] + std::strlen(argv[2]);
  const auto [rest, error] = std::from_chars(argv[2], end, options.parent);
  if (error != std::errc() || rest != end) return EXIT_FAILURE;
  return RunWorker(options);
}

}  // namespace querygate::isolation
