// `fmt`: one layout for every declaration.
#include <algorithm>
#include <filesystem>
#include <istream>
#include <iterator>
#include <ostream>
#include <system_error>
#include <vector>

#include "engine/load/catalog.h"
#include "engine/load/documents.h"
#include "engine/render/display_text.h"
#include "engine/review/format/format.h"
#include "engine/review/format/unified_diff.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/replace_file.h"

namespace querygate::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStandardInput = "-";

bool IsHidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

// The YAML files below a folder, sorted. Hidden names and symbolic links are passed over.
void AddFilesBelow(const fs::path& folder, std::vector<std::string>& files) {
  std::error_code error;
  std::vector<std::string> found;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (IsHidden(it->path())) {
      if (it->is_directory(ignored)) it.disable_recursion_pending();
      continue;
    }
    const bool regular = fs::is_regular_file(it->symlink_status(ignored));
    if (regular && it->path().extension() == ".yaml") found.push_back(it->path().lexically_normal().string());
  }
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

// What the operands name; the deployment here when there are none. An operand that names nothing is an error.
Expected<std::vector<std::string>, std::string> FilesOf(const std::vector<std::string>& operands) {
  std::vector<std::string> files;
  std::error_code error;
  if (operands.empty()) {
    for (const char* folder : {"policies", "reports"}) AddFilesBelow(folder, files);
    if (fs::is_regular_file("querygate.yaml", error)) files.emplace_back("querygate.yaml");
    if (files.empty()) return Unexpected(std::string("there are no declarations here"));
    return files;
  }
  for (const std::string& operand : operands) {
    const std::size_t before = files.size();
    if (fs::is_directory(operand, error)) {
      AddFilesBelow(operand, files);
    } else if (fs::exists(operand, error)) {
      files.push_back(operand);
    }
    if (files.size() == before) return Unexpected("nothing to format at " + operand);
  }
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

// One run over several files: the worst status is the run's.
class Run {
 public:
  explicit Run(Context& context)
      : context_(context), check_(context.words.Has("check")), diff_(context.words.Has("diff")) {}

  void File(const std::string& path) {
    auto text = ReadFile(path, kMaxDocumentBytes);
    if (!text) return Fail(ReportUsage(context_, text.error()));
    const auto formatted = Format(path, *text);
    if (!formatted) return;
    ++files_;
    if (*formatted == *text) return;
    ++changed_;
    if (diff_) context_.out += review::UnifiedDiff(Printable(path), *text, *formatted);
    if (check_ && !diff_) context_.out += Printable(path) + '\n';
    if (check_ || diff_) return;
    if (const auto written = ReplaceFile(path, *formatted); !written) {
      Problem problem;
      problem.status = ExitStatus::kNotCommitted;
      problem.reason = "output_failed";
      problem.message = written.error();
      return Fail(Report(context_, problem));
    }
    context_.out += "formatted " + Printable(path) + '\n';
  }

  void StandardInput() {
    std::string text((std::istreambuf_iterator<char>(context_.streams.in)), std::istreambuf_iterator<char>());
    const auto formatted = Format("<stdin>", text);
    if (!formatted) return;
    ++files_;
    changed_ += *formatted == text ? 0U : 1U;
    if (diff_) {
      if (*formatted != text) context_.out += review::UnifiedDiff("<stdin>", text, *formatted);
    } else if (!check_) {
      context_.out += *formatted;
    }
  }

  ExitStatus Finish() {
    if (worst_ != ExitStatus::kOk) return worst_;
    return check_ && changed_ > 0 ? ExitStatus::kFindings : ExitStatus::kOk;
  }

 private:
  void Fail(ExitStatus status) {
    if (worst_ == ExitStatus::kOk || status == ExitStatus::kInternal) worst_ = status;
  }

  std::optional<std::string> Format(const std::string& name, const std::string& text) {
    auto formatted = review::FormatDocument(SourceText(name, text));
    if (formatted) return *std::move(formatted);
    const review::FormatFault& fault = formatted.error();
    if (fault.internal.empty()) {
      Fail(ReportUnusable(context_, {name + " cannot be formatted", {}, fault.diagnostics}));
      return std::nullopt;
    }
    Problem problem;
    problem.status = ExitStatus::kInternal;
    problem.kind = "failed";
    problem.reason = "internal_error";
    problem.message = name + ": " + fault.internal;
    problem.help.emplace_back("the file was left alone; this is a fault of querygate");
    Fail(Report(context_, problem));
    return std::nullopt;
  }

  Context& context_;
  bool check_, diff_;
  std::size_t files_ = 0, changed_ = 0;
  ExitStatus worst_ = ExitStatus::kOk;
};

}  // namespace

std::vector<Option> FmtOptions() {
  return {{"check", {}, "write nothing; list the files that would change and exit 1 if there are any"},
          {"diff", {}, "write nothing; show what would change"}};
}

ExitStatus RunFmt(Context& context) {
  const auto& operands = context.words.operands;
  Run run(context);
  if (std::find(operands.begin(), operands.end(), kStandardInput) != operands.end()) {
    if (operands.size() > 1) return ReportUsage(context, "- stands alone", "querygate fmt - < FILE");
    run.StandardInput();
    return run.Finish();
  }
  const auto files = FilesOf(operands);
  if (!files) {
    return ReportUsage(context, files.error(), "name files or folders, or run this where reports and policies are");
  }
  for (const std::string& file : *files) run.File(file);
  return run.Finish();
}

}  // namespace querygate::cli
