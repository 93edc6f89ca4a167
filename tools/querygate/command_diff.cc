// `diff`: what a change widens, narrows or breaks, before anybody is served by it.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "engine/load/relative_path.h"
#include "engine/review/diff/diff.h"
#include "engine/review/diff/diff_formats.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/git_revision.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDefaultConfig = "querygate.yaml";

// Defaults such as `now-30d` are looked at, and example times chosen, at one fixed instant: the same two sides give
// the same bytes on every day.
Instant ComparedAt() { return *ParseTimestamp("2026-01-01T00:00:00Z"); }

// A side as it was named, and where its files lie.
struct Place {
  std::string name;
  std::string directory;
  std::unique_ptr<PrivateFolder> extracted;  // of a git revision
};

// Paths of a private folder are replaced by what a reader can find again.
void Rename(std::string& path, const Place& place, const std::string& prefix) {
  if (place.extracted && path.starts_with(place.directory + "/")) {
    path = prefix + path.substr(place.directory.size() + 1);
  }
}

Expected<Place, ExitStatus> Locate(Context& context, const std::string& name, const std::string& config) {
  Place place{name, name, nullptr};
  std::error_code error;
  if (fs::is_directory(name, error)) return place;
  auto folder = PrivateFolder::Make();
  if (!folder) return Unexpected(ReportUsage(context, folder.error()));
  place.extracted = *std::move(folder);
  place.directory = place.extracted->path();
  const auto written = ExtractRevision(name, config, *place.extracted);
  if (!written) {
    return Unexpected(
        ReportUsage(context, written.error(), "a side is a folder that holds a deployment, or a git revision"));
  }
  return place;
}

bool HoldsDeployment(const Place& place, const std::string& config) {
  std::error_code error;
  const fs::path directory(place.directory);
  return fs::exists(directory / config, error) || fs::is_directory(directory / "reports", error) ||
         fs::is_directory(directory / "policies", error);
}

Expected<review::PolicySide, ExitStatus> Read(Context& context, const Place& place,
                                              const std::optional<std::string>& config) {
  const bool holds = HoldsDeployment(place, config.value_or(std::string(kDefaultConfig)));
  // A revision from before the first declaration is an empty side; an empty folder is most likely the wrong one.
  if (!holds && place.extracted) {
    review::PolicySide empty;
    empty.name = place.name;
    return empty;
  }
  if (!holds) {
    return Unexpected(ReportUsage(context, "no deployment in " + place.name,
                                  "a side holds querygate.yaml, or the folders reports and policies"));
  }
  GatewayOptions options;
  options.directory = place.directory;
  options.config = config;
  const auto refuse = [&](Unusable unusable) {
    for (Diagnostic& diagnostic : unusable.diagnostics) Rename(diagnostic.file, place, place.name + ":");
    if (unusable.message.empty()) {
      unusable.message = place.name + " cannot be compared: " + CountDiagnostics(unusable.diagnostics);
    }
    return Unexpected(ReportUnusable(context, unusable));
  };
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) return refuse(std::move(gateway).error());
  auto side = gateway->Policies();
  if (!side) return refuse(std::move(side).error());
  side->name = place.name;
  return *std::move(side);
}

void RenameFiles(std::vector<review::Change>& changes, const Place& base, const Place& head) {
  for (review::Change& change : changes) {
    Rename(change.file, base, base.name + ":");
    Rename(change.file, head, {});
  }
}

}  // namespace

std::vector<Option> DiffOptions() {
  return {{"config", "FILE", "the configuration within each side (default: querygate.yaml)"},
          {"format", "FORMAT", "text (default), markdown (for a review comment) or json"},
          {"allow", "WHAT", "widened or breaking: do not fail for it", true}};
}

ExitStatus RunDiff(Context& context) {
  const auto& operands = context.words.operands;
  if (operands.empty() || operands.size() > 2) {
    return ReportUsage(context, "diff takes one or two sides",
                       "querygate diff BASE [HEAD]; HEAD is the working folder");
  }
  const std::string name = context.words.Value("format").value_or("text");
  const review::DiffFormat* format = review::FindDiffFormat(name);
  if (format == nullptr) return ReportUsage(context, "unknown format " + name, "--format text, markdown or json");
  const std::vector<std::string> allowed = context.words.Values("allow");
  for (const std::string& what : allowed) {
    if (what != "widened" && what != "breaking") {
      return ReportUsage(context, "unknown value of --allow: " + what, "--allow widened or --allow breaking");
    }
  }
  const auto config = context.words.Value("config");
  if (config && !StaysBelow(*config)) {
    return ReportUsage(context, "--config names a file within each side", "for example --config deploy/querygate.yaml");
  }
  const std::string shown_config = config.value_or(std::string(kDefaultConfig));
  auto base = Locate(context, operands.front(), shown_config);
  if (!base) return base.error();
  auto head = Locate(context, operands.size() == 2 ? operands.back() : ".", shown_config);
  if (!head) return head.error();
  const auto before = Read(context, *base, config);
  if (!before) return before.error();
  const auto now = Read(context, *head, config);
  if (!now) return now.error();

  review::Diff diff = review::Compare(*before, *now, ComparedAt());
  for (review::ReportDiff& report : diff.reports) RenameFiles(report.changes, *base, *head);
  for (review::PolicyDiff& policy : diff.policies) RenameFiles(policy.changes, *base, *head);
  context.out = format->render(diff);

  const auto permits = [&allowed](std::string_view what) {
    return std::find(allowed.begin(), allowed.end(), what) != allowed.end();
  };
  const bool fails = (diff.widened() && !permits("widened")) || (diff.unversioned_break() && !permits("breaking"));
  return fails ? ExitStatus::kFindings : ExitStatus::kOk;
}

}  // namespace querygate::cli
