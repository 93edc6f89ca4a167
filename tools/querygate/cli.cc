#include "tools/querygate/cli.h"

#include <algorithm>
#include <exception>
#include <ostream>

#include "engine/base/suggest.h"
#include "tools/querygate/command.h"
#include "tools/querygate/help_text.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/standard_streams.h"

namespace querygate::cli {

namespace {

constexpr std::string_view kErrorFormat = "error-format";

// The manner of errors must be known before the words are understood: their own faults are told in it.
bool WantsJsonErrors(const std::vector<std::string>& arguments) {
  const std::string option = "--" + std::string(kErrorFormat);
  for (std::size_t index = 0; index < arguments.size() && arguments[index] != "--"; ++index) {
    if (arguments[index] == option + "=json") return true;
    if (arguments[index] == option && index + 1 < arguments.size() && arguments[index + 1] == "json") return true;
  }
  return false;
}

ExitStatus UnknownCommand(Context& context, const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.emplace_back(command.name);
  return ReportUsage(context, "unknown command " + name, Suggestion(name, names, "querygate help lists the commands"));
}

// Whether every byte of the answer has reached whoever reads it, as far as the system can tell.
bool WriteOut(Context& context) {
  if (context.out.empty()) return true;
  std::ostream& out = context.streams.out;
  out << context.out;
  out.flush();
  return out.good() && (!context.environment.out_descriptor || ClosesCleanly(*context.environment.out_descriptor));
}

// Whatever the answer was, its reader does not have it.
ExitStatus ReportUnwritten(Context& context) {
  Problem problem;
  problem.status = ExitStatus::kNotCommitted;
  problem.reason = "output_failed";
  problem.message = "output_failed";
  problem.help.emplace_back("the standard output could not be written; what was written is not the whole answer");
  return Report(context, problem);
}

ExitStatus RunCommand(const Command& command, const std::vector<std::string>& arguments, Context& outer) {
  std::vector<Option> options = command.options();
  options.insert(options.end(), CommonOptions().begin(), CommonOptions().end());
  auto words = ParseWords(options, arguments);
  if (!words) {
    std::string help = words.error().help;
    if (help.empty()) help = "querygate help " + std::string(command.name);
    return ReportUsage(outer, words.error().message, std::move(help));
  }
  Context context{*words, outer.streams, outer.environment, outer.accepted, outer.json_errors};
  ExitStatus status = ExitStatus::kOk;
  if (const auto format = words->Value(kErrorFormat); format && *format != "json" && *format != "text") {
    status = ReportUsage(context, "unknown error format " + *format, "--error-format text or json");
  } else if (words->Has("help")) {
    context.out = CommandHelp(command);
  } else {
    status = command.run(context);
  }
  if (!WriteOut(context)) status = ReportUnwritten(context);
  if (context.closing) context.streams.err << context.closing(status);
  return status;
}

ExitStatus Dispatch(const std::vector<std::string>& arguments, Context& context) {
  if (arguments.empty()) {
    context.streams.err << Overview();
    return ExitStatus::kUsage;
  }
  std::string name = arguments.front();
  if (name == "--help" || name == "-h") name = "help";
  if (name == "--version") name = "version";
  const Command* command = FindCommand(name);
  if (command == nullptr) return UnknownCommand(context, name);
  return RunCommand(*command, {arguments.begin() + 1, arguments.end()}, context);
}

ExitStatus ReportInternal(Context& context, const char* what) {
  Problem problem;
  problem.status = ExitStatus::kInternal;
  problem.kind = "failed";
  problem.reason = "internal_error";
  problem.message = "internal_error";
  problem.help.push_back(std::string("this is a fault of querygate: ") + what);
  return Report(context, problem);
}

}  // namespace

int Main(const std::vector<std::string>& arguments, Streams streams, const Environment& environment) {
  const Words no_words;
  Context context{no_words, streams, environment, {}, WantsJsonErrors(arguments)};
  ExitStatus status = ExitStatus::kInternal;
  // Expected faults are values; whatever is thrown is a bug or a lack of memory, and ends here.
  try {
    context.accepted = environment.clock ? environment.clock->SteadyNow() : SystemClock().SteadyNow();
    status = Dispatch(arguments, context);
  } catch (const std::exception& error) {
    status = ReportInternal(context, error.what());
  } catch (...) {
    status = ReportInternal(context, "an unknown exception");
  }
  return static_cast<int>(status);
}

}  // namespace querygate::cli
