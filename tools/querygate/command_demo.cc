// `demo`: a deployment to try, made whole or not at all.
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "engine/gateway/demo.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/demo_files.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/staging_folder.h"

namespace querygate::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDefaultDirectory = "querygate-demo";

std::string_view FindText(std::span<const EmbeddedFile> files, const std::string& path) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.path == path; });
  return found == files.end() ? std::string_view() : found->text;
}

// The error is one line for people.
Expected<void, std::string> FillFolder(const fs::path& folder) {
  for (const EmbeddedFile& file : DemoDeclarations()) {
    if (!WriteWholeFile(folder / file.path, file.text)) return Unexpected("cannot write " + std::string(file.path));
  }
  for (const EmbeddedFile& file : DemoExtras()) {
    if (!file.path.ends_with(".sql")) {
      if (!WriteWholeFile(folder / file.path, file.text)) return Unexpected("cannot write " + std::string(file.path));
      continue;
    }
    // The schema is the source's snapshot, so that demo and lint cannot disagree.
    const std::string source(file.path.substr(0, file.path.find('.')));
    const std::string_view schema = FindText(DemoDeclarations(), "policies/sources/" + source + ".sql");
    std::error_code ignored;
    fs::create_directories(folder / "var", ignored);
    auto made = CreateDemoDatabase((folder / "var" / (source + ".sqlite")).string(),
                                   std::string(schema) + '\n' + std::string(file.text));
    if (!made) return made;
  }
  return {};
}

ExitStatus ReportOutput(Context& context, std::string reason, std::string help) {
  Problem problem;
  problem.status = ExitStatus::kNotCommitted;
  problem.reason = reason;
  problem.message = std::move(reason);
  problem.help.push_back(std::move(help));
  return Report(context, problem);
}

std::string NextSteps(const std::string& directory) {
  return "made " + directory +
         "\n\nnext\n"
         "  cd " +
         directory +
         "\n"
         "  querygate list\n"
         "  querygate run parcels/exact_units_by_zone state=sent\n"
         "  querygate run orders/order_evidence reference=O1002 --as support.json --format json\n"
         "  querygate run shipments/fees_by_day start=2026-09-01 end=2026-09-30\n"
         "  querygate run packages/package_info --source packages=FILE --format jsonl\n"
         "  querygate explain orders/order_evidence\n"
         "  querygate lint\n";
}

}  // namespace

std::vector<Option> DemoOptions() { return {}; }

ExitStatus RunDemo(Context& context) {
  if (context.words.operands.size() > 1) return ReportUsage(context, "demo takes one folder");
  const std::string directory =
      context.words.operands.empty() ? std::string(kDefaultDirectory) : context.words.operands.front();
  fs::path destination = fs::path(directory).lexically_normal();
  if (!destination.has_filename()) destination = destination.parent_path();
  if (destination.empty() || destination.filename() == "." || destination.filename() == "..") {
    return ReportUsage(context, "demo needs a folder of its own", "querygate demo DIR makes DIR");
  }
  std::error_code error;
  if (fs::symlink_status(destination, error).type() != fs::file_type::not_found) {
    return ReportOutput(context, "output_exists", destination.string() + " exists and was left untouched");
  }
  StagingFolder staging(destination);
  if (staging.path().empty()) {
    return ReportOutput(context, "output_failed", "cannot make a folder beside " + destination.string());
  }
  if (auto filled = FillFolder(staging.path()); !filled) return ReportOutput(context, "output_failed", filled.error());
  staging.MoveTo(destination, error);
  if (error == std::errc::directory_not_empty || error == std::errc::file_exists ||
      error == std::errc::not_a_directory) {
    return ReportOutput(context, "output_exists", destination.string() + " exists and was left untouched");
  }
  if (error)
    return ReportOutput(context, "output_failed", "cannot make " + destination.string() + ": " + error.message());
  context.out = NextSteps(destination.string());
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
