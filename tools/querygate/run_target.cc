#include "tools/querygate/run_target.h"

#include "tools/querygate/output_file.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

constexpr std::string_view kDefaultFormat = "table";

std::string ExtensionList() {
  std::vector<std::string> extensions;
  for (const ResultFormat& format : ResultFormats()) {
    for (const std::string_view extension : format.extensions) {
      if (!extension.empty()) extensions.emplace_back(extension);
    }
  }
  return JoinNames(extensions);
}

Expected<const ResultFormat*, UsageError> FormatNamed(const std::string& name) {
  if (const ResultFormat* format = FindResultFormat(name)) return format;
  std::vector<std::string> names;
  for (const ResultFormat& format : ResultFormats()) names.emplace_back(format.name);
  return Unexpected(
      UsageError{"unknown format " + name, Suggestion(name, names, "--format takes " + JoinNames(names))});
}

Expected<const ResultFormat*, UsageError> ChooseFormat(const Words& words) {
  if (const auto name = words.Value("format")) return FormatNamed(*name);
  const auto file = words.Value("output");
  if (!file) return FormatNamed(std::string(kDefaultFormat));
  if (const ResultFormat* format = FindResultFormatOfFile(*file)) return format;
  return Unexpected(UsageError{"the extension of " + *file + " names no format",
                               "one of " + ExtensionList() + ", or --format FORMAT"});
}

}  // namespace

std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Expected<RunTarget, UsageError> ReadRunTarget(const Words& words) {
  RunTarget target;
  target.file = words.Value("output");
  if (target.file && (FileNameOf(*target.file).empty() || *target.file == "-")) {
    return Unexpected(UsageError{"--output takes the name of a file", "without it the result goes to standard output"});
  }
  auto format = ChooseFormat(words);
  if (!format) return Unexpected(std::move(format).error());
  target.format = *format;
  target.escape_formulas = words.Has("escape-formulas");
  if (target.escape_formulas && target.format->name != "csv") {
    return Unexpected(UsageError{"--escape-formulas goes with csv", {}});
  }
  return target;
}

}  // namespace querygate::cli
