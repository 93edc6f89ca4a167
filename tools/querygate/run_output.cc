#include "tools/querygate/run_output.h"

#include <utility>

#include "tools/querygate/call_problem.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

Problem Interrupted(const std::string& path, int signal, std::string_view name) {
  constexpr int kShellOffset = 128;  // how a shell tells that a signal ended a program
  Problem problem;
  problem.status = static_cast<ExitStatus>(kShellOffset + signal);
  problem.reason = "interrupted";
  problem.message = "interrupted by " + std::string(name);
  problem.help.push_back(path + " was not written; nothing is left behind");
  return problem;
}

}  // namespace

RunOutput::RunOutput(Context& context, std::string path)
    : context_(context),
      file_(std::move(path), context.environment.calls == nullptr ? system_ : *context.environment.calls) {
  if (!context.environment.owns_process) return;
  watch_.emplace([this](int signal, std::string_view name) -> std::optional<std::string> {
    if (!file_.Abandon()) return std::nullopt;
    return ProblemWords(context_, Interrupted(file_.path(), signal, name));
  });
}

// Before the watch ends: a signal that waits acts when it does.
RunOutput::~RunOutput() { file_.Abandon(); }

std::optional<ExitStatus> RunOutput::Prepare() {
  if (const auto prepared = file_.Prepare(); !prepared) return Refuse(prepared.error());
  return std::nullopt;
}

ExitStatus RunOutput::Commit(std::string_view text, Deadline deadline) {
  if (const auto written = file_.Write(text); !written) return Refuse(written.error());
  const SystemClock system;
  const Clock& clock = context_.environment.clock ? *context_.environment.clock : system;
  if (deadline.ExpiredAt(clock.SteadyNow())) {
    file_.Abandon();
    watch_.reset();
    return cli::Refuse(context_, Failure{"deadline_exceeded", "the deadline passed while the output was written"},
                       false);
  }
  if (const auto published = file_.Publish(); !published) return Refuse(published.error());
  if (watch_) watch_->Dismiss();
  return ExitStatus::kOk;
}

ExitStatus RunOutput::Refuse(const OutputFault& fault) {
  file_.Abandon();
  // A signal that was answered ends the process here, and its words are the only ones.
  watch_.reset();
  Problem problem;
  problem.status = ExitStatus::kNotCommitted;
  problem.reason = fault.exists ? "output_exists" : "output_failed";
  problem.message = problem.reason;
  problem.help.push_back(fault.message);
  problem.help.push_back("querygate explain " + problem.reason);
  return Report(context_, problem);
}

}  // namespace querygate::cli
