#include "tools/querygate/host_options.h"

#include <algorithm>

#include "engine/load/arguments.h"
#include "engine/load/catalog.h"
#include "engine/load/quantities.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/read_input.h"

namespace querygate::cli {

namespace {

constexpr std::size_t kMaxClaimBytes = 64 * 1024;

Expected<std::map<std::string, std::string>, UsageError> ReadSources(const Words& words) {
  std::map<std::string, std::string> sources;
  for (const std::string& word : words.Values("source")) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      return Unexpected(UsageError{"--source takes NAME=PATH", {}});
    }
    const auto [entry, added] = sources.emplace(word.substr(0, equals), word.substr(equals + 1));
    if (!added) return Unexpected(UsageError{"--source names " + entry->first + " twice", {}});
  }
  return sources;
}

Expected<Arguments, RequestFault> ReadArguments(const Context& context, Deadline deadline) {
  const auto fault = [](auto error) { return Unexpected(RequestFault(std::move(error))); };
  const auto& operands = context.words.operands;
  auto arguments = ParseWordArguments({operands.begin() + 1, operands.end()});
  if (!arguments) {
    if (auto* rejection = std::get_if<Rejection>(&arguments.error())) return fault(std::move(*rejection));
    return fault(UsageError{std::get<WordError>(arguments.error()).message, "arguments are name=value or name:=JSON"});
  }
  const auto file = context.words.Value("args");
  if (!file) return *std::move(arguments);

  std::string text;
  if (*file == "-") {
    auto read = ReadInput(context, kMaxArgumentBytes, deadline);
    if (!read && read.error().deadline_exceeded) {
      return fault(Failure{"deadline_exceeded", std::move(read).error().message});
    }
    if (!read) return fault(UsageError{std::move(read).error().message, "--args - reads one JSON object"});
    text = *std::move(read);
  } else {
    auto read = ReadFile(*file, kMaxArgumentBytes);
    if (!read) return fault(UsageError{std::move(read).error(), "--args takes a file with one JSON object, or -"});
    text = *std::move(read);
  }
  auto sent = ParseJsonArguments(text);
  if (!sent) return fault(std::move(sent).error());
  for (auto& [name, argument] : *sent) {
    if (FindArgument(*arguments, name) != nullptr) {
      return fault(Rejection{RejectionKind::kInvalidRequest, "invalid_arguments", name});
    }
    arguments->emplace_back(name, std::move(argument));
  }
  return *std::move(arguments);
}

// One narrowing option, read by `parse`; anything not positive narrows to nothing and is refused.
template <typename Parse>
Expected<std::optional<std::int64_t>, UsageError> ReadLimit(const Words& words, std::string_view name, Parse parse) {
  const auto text = words.Value(name);
  if (!text) return std::optional<std::int64_t>();
  const auto value = parse(*text);
  const std::string option = "--" + std::string(name);
  if (!value) return Unexpected(UsageError{option + ": " + value.error(), {}});
  if (*value <= 0) return Unexpected(UsageError{option + " must be more than zero", {}});
  return std::optional<std::int64_t>(*value);
}

Expected<HostLimits, UsageError> ReadLimits(const Words& words) {
  HostLimits limits;
  auto timeout = ReadLimit(words, "timeout", &ParseDuration);
  if (!timeout) return Unexpected(std::move(timeout).error());
  if (*timeout) limits.timeout = std::chrono::milliseconds(**timeout);
  auto rows = ReadLimit(words, "max-rows", &ParseWholeNumber);
  if (!rows) return Unexpected(std::move(rows).error());
  limits.max_rows = *rows;
  auto bytes = ReadLimit(words, "max-bytes", &ParseByteSize);
  if (!bytes) return Unexpected(std::move(bytes).error());
  limits.max_bytes = *bytes;
  auto memory = ReadLimit(words, "max-memory", &ParseByteSize);
  if (!memory) return Unexpected(std::move(memory).error());
  limits.max_memory = *memory;
  return limits;
}

Expected<Gateway, ExitStatus> OpenAt(Context& context, std::map<std::string, std::string> sources,
                                     Isolation isolation) {
  GatewayOptions options;
  options.config = context.words.Value("config");
  options.sources = std::move(sources);
  options.environment = context.environment.variable;
  options.clock = context.environment.clock;
  options.execution = context.environment.execution;
  // Without a program to start there are only threads.
  if (!options.execution.worker_program.empty()) options.execution.isolation = isolation;
  if (const auto written = context.words.Value("isolation")) {
    if (*written != "thread" && *written != "process") {
      return Unexpected(ReportUsage(context, "unknown isolation " + *written, "--isolation takes thread or process"));
    }
    options.execution.forced = *written == "process" ? Isolation::kProcess : Isolation::kThread;
  }
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) return Unexpected(ReportUnusable(context, gateway.error()));
  return *std::move(gateway);
}

}  // namespace

Option IsolationOption(Isolation otherwise) {
  return {"isolation", "KIND",
          otherwise == Isolation::kProcess
              ? "thread or process: where queries run; default: as the deployment says, else process"
              : "thread or process: where queries run; default: as the deployment says, else thread"};
}

std::vector<Option> ConfigOption() {
  return {{"config", "FILE", "the deployment; default: querygate.yaml here, else reports and policies here"}};
}

std::vector<Option> CallOptions() {
  std::vector<Option> options = ConfigOption();
  options.insert(options.end(), {
                                    {"source", "NAME=PATH", "where a source's database is; NAME.TABLE=PATH: the files of a table", true},
                                    {"as", "FILE", "who asks: identity as a JSON object of claims"},
                                    {"scope", "NAME=VALUE", "a scope value; wins over the claims", true},
                                    {"timeout", "TIME", "narrow the deadline, for example 500ms or 2s"},
                                    {"max-rows", "N", "narrow how many stored rows a query may read"},
                                    {"max-bytes", "SIZE", "narrow the size of the result, for example 64KiB"},
                                    {"max-memory", "SIZE", "narrow the memory of the call"},
                                    {"args", "FILE", "arguments as one JSON object; - reads standard input"},
                                    {"show-cause", {}, "for operators: tell why the system could not answer"},
                                });
  return options;
}

Expected<HostIdentity, UsageError> ReadIdentity(const Words& words) {
  HostIdentity identity;
  if (const auto file = words.Value("as")) {
    auto claims = ReadFile(*file, kMaxClaimBytes);
    if (!claims)
      return Unexpected(UsageError{std::move(claims).error(), "--as takes a file with one JSON object of claims"});
    identity.claims_json = *std::move(claims);
  }
  auto scope = ParseWordArguments(words.Values("scope"));
  if (!scope) return Unexpected(UsageError{"--scope takes NAME=VALUE or NAME:=JSON, each name once", {}});
  identity.scope = *std::move(scope);
  return identity;
}

Expected<Gateway, ExitStatus> OpenGateway(Context& context, Isolation isolation) {
  auto sources = ReadSources(context.words);
  if (!sources) return Unexpected(ReportUsage(context, sources.error().message, sources.error().help));
  return OpenAt(context, *std::move(sources), isolation);
}

Expected<Gateway, ExitStatus> OpenConfigured(Context& context) { return OpenAt(context, {}, Isolation::kThread); }

Expected<CallRequest, RequestFault> MakeRequest(const Context& context, const CompiledReport& report) {
  const Words& words = context.words;
  CallRequest request;
  request.report = words.operands.front();
  request.accepted = context.accepted;
  auto identity = ReadIdentity(words);
  if (!identity) return Unexpected(RequestFault(std::move(identity).error()));
  request.identity = *std::move(identity);
  auto limits = ReadLimits(words);
  if (!limits) return Unexpected(RequestFault(std::move(limits).error()));
  request.limits = *limits;
  const auto deadline = std::min(report.budget.deadline, request.limits.timeout.value_or(report.budget.deadline));
  auto arguments = ReadArguments(context, Deadline{request.accepted + deadline});
  if (!arguments) return Unexpected(std::move(arguments).error());
  request.arguments = *std::move(arguments);
  return request;
}

}  // namespace querygate::cli
