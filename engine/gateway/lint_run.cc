#include "engine/gateway/lint_run.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/lint/lint.h"
#include "engine/lint/suppressions.h"
#include "engine/lint/test_rules.h"
#include "engine/load/comments.h"
#include "engine/policy/names.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;

enum class FileKind { kReport, kSource, kLimits, kAccess, kOther };

struct Target {
  FileKind kind = FileKind::kReport;
  std::string path;
  std::string name;  // report id, source or limits name where the folder gives one
};

constexpr std::string_view kUnreadable = "unreadable-file";

void Append(Diagnostics& to, const Diagnostics& from) { to.insert(to.end(), from.begin(), from.end()); }

bool EndsWith(const std::string& text, std::string_view suffix) { return text.ends_with(suffix); }

bool IsBelow(const std::string& path, const std::string& directory) {
  std::error_code error;
  const fs::path relative = fs::relative(path, directory, error);
  return !error && !relative.empty() && *relative.begin() != "..";
}

FileKind KindOf(const Catalog& catalog, const std::string& path) {
  const bool about_tests = EndsWith(path, ".test.yaml") || EndsWith(path, ".fixture.yaml");
  if (!EndsWith(path, ".yaml") || about_tests) return FileKind::kOther;
  const std::string& policies = catalog.policies_directory();
  if (IsBelow(path, policies)) {
    if (IsBelow(path, policies + "/sources")) return FileKind::kSource;
    if (IsBelow(path, policies + "/limits")) return FileKind::kLimits;
    return fs::path(path).filename() == "access.yaml" ? FileKind::kAccess : FileKind::kOther;
  }
  return fs::path(path).filename() == "querygate.yaml" ? FileKind::kOther : FileKind::kReport;
}

// A folder's YAML files, sorted, symbolic links to folders not followed.
std::vector<std::string> FilesBelow(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored)) files.push_back(it->path().lexically_normal().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Unusable NothingMatched(const Library& library, const std::string& path) {
  Diagnostics ignored;
  const std::vector<std::string> ids = library.catalog().ReportIds(ignored);
  const auto near = NearestName(path, ids);
  return {"nothing to lint at " + path,
          near ? "did you mean " + *near + "?" : "name a declaration, a folder or a report's id",
          {}};
}

// A file whose comments may suppress findings.
struct Judged {
  std::shared_ptr<const SourceText> text;
  bool target = false;    // it was to be linted, not only read on the way
  bool complete = false;  // every rule has judged it
};

class Run {
 public:
  Run(Library& library, const LintSettings& settings) : library_(library), settings_(settings) {}

  void LintTarget(const Target& target) {
    switch (target.kind) {
      case FileKind::kReport:
        return LintReportAt(target);
      case FileKind::kSource:
        return LintSource(target);
      case FileKind::kLimits:
        return LintLimits(target);
      case FileKind::kAccess:
        return LintAccess(target);
      case FileKind::kOther:
        return;
    }
  }

  void Add(const Diagnostics& diagnostics) { Append(report_.findings, diagnostics); }

  FindingsReport Finish() && {
    SortDiagnostics(report_.findings);
    auto& all = report_.findings;
    all.erase(std::unique(all.begin(), all.end()), all.end());  // a shared policy is reported once
    SetFaultsApart();
    for (const auto& [name, judged] : judged_) {
      const SuppressionContext context{settings_.today, settings_.levels, judged.target, judged.complete};
      ApplySuppressions(*judged.text, FindComments(*judged.text), context, all, report_.suppressed);
    }
    std::erase_if(all, [this](Diagnostic& finding) { return !settings_.levels.Apply(finding); });
    std::erase_if(report_.suppressed,
                  [this](SuppressedFinding& finding) { return !settings_.levels.Apply(finding.diagnostic); });
    SortDiagnostics(all);
    std::sort(report_.files.begin(), report_.files.end());
    report_.files.erase(std::unique(report_.files.begin(), report_.files.end()), report_.files.end());
    report_.command = "lint";
    return std::move(report_);
  }

 private:
  void AddFile(const std::string& path) { report_.files.push_back(ShownPath(path)); }

  // What could not be read was not judged, nor was what depends on it.
  static bool HasUnreadable(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& diagnostic) { return diagnostic.rule == kUnreadable; });
  }

  void SetFaultsApart() {
    std::erase_if(report_.findings, [this](const Diagnostic& finding) {
      if (finding.rule != kUnreadable) return false;
      report_.faults.push_back(finding);
      return true;
    });
  }

  // `target`: the file to lint; else one that was read on the way.
  void Note(const std::shared_ptr<const SourceText>& text, bool target, bool complete) {
    Judged& judged = judged_[text->name()];
    judged.text = text;
    judged.target |= target;
    judged.complete |= complete;
  }

  void LintSource(const Target& target) {
    AddFile(target.path);
    const auto source = library_.Source(target.name);
    Add(source.diagnostics);
    if (source.value) Note(source.value->declaration->text, true, true);
  }

  void LintLimits(const Target& target) {
    AddFile(target.path);
    const auto limits = library_.Limits(target.name);
    Add(limits.diagnostics);
    if (limits.value) Note(limits.value->text, true, true);
  }

  void LintAccess(const Target& target) {
    const auto access = library_.Access();
    const bool absent = access.value && !access.value->declaration && access.diagnostics.empty();
    if (absent) return;  // it is optional
    AddFile(target.path);
    Add(access.diagnostics);
    if (!access.value) return;
    Diagnostics ignored;
    Add(CheckAccessedReports(*access.value, library_.catalog().ReportIds(ignored)));
    if (access.value->declaration) Note(access.value->declaration->text, true, true);
  }

  // Callers follow `replaced_by` without asking anybody.
  void CheckSuccessor(const CompiledReport& report) {
    const auto& successor = report.declaration->replaced_by;
    if (!successor) return;
    std::string message, help;
    if (!library_.catalog().HasReport(successor->value)) {
      Diagnostics ignored;
      message = "there is no report " + compiling::Quoted(successor->value);
      help = compiling::NameHelp(successor->value, library_.catalog().ReportIds(ignored), "reports");
    } else if (const auto next = library_.Report(successor->value);
               next.value && next.value->status == ReportStatus::kRetired) {
      message = "report " + compiling::Quoted(successor->value) + " is retired itself";
      help = "name a report that is served";
    } else {
      return;
    }
    Add({MakeDiagnostic("unknown-successor", *report.declaration->text, successor->position, std::move(message),
                        std::move(help))});
  }

  bool TestsAnything() {
    if (!tests_anything_) {
      const std::vector<std::string> tested = library_.catalog().TestIds();
      tests_anything_ = std::any_of(tested.begin(), tested.end(),
                                    [this](const std::string& id) { return library_.catalog().HasReport(id); });
    }
    return *tests_anything_;
  }

  // The test beside a report of the catalogue. Deployments that test nothing are told nothing.
  void LintTestOf(const CompiledReport& report) {
    const Catalog& catalog = library_.catalog();
    if (!catalog.HasReport(report.id)) return;
    if (!catalog.HasTest(report.id)) {
      if (!TestsAnything()) return;
      return Add({MakeDiagnostic("missing-test", *report.declaration->text, report.declaration->title.position,
                                 "the report has no test, though others have",
                                 "write the cases into the file of the same name that ends in .test.yaml")});
    }
    AddFile(catalog.TestPath(report.id));
    const auto tests = catalog.Test(report.id);
    Add(tests.diagnostics);
    if (!tests.value) return;
    Note(tests.value->text, true, true);
    Add(LintReportTest(report, *tests.value));
  }

  void LintReportAt(const Target& target) {
    const Catalog& catalog = library_.catalog();
    const auto loaded = target.name.empty() ? catalog.ReportFile(target.path) : catalog.Report(target.name);
    const auto compiled = library_.Compile(loaded);
    if (!HasUnreadable(compiled.diagnostics)) AddFile(target.path);
    Add(compiled.diagnostics);
    if (loaded.value) Note(loaded.value->text, true, false);
    if (!compiled.value) return;
    CheckSuccessor(*compiled.value);
    Note(compiled.value->source->declaration->text, false, false);
    const auto inspection = library_.BackendOf(*compiled.value->source).InspectSchema(*compiled.value);
    if (!inspection) {
      const SourceDeclaration& source = *compiled.value->source->declaration;
      return Add({MakeDiagnostic("invalid-schema", *source.text, source.schema.position, inspection.error().cause,
                                 "the schema snapshot must be plain DDL that creates the source's tables")});
    }
    Add(LintReport(*compiled.value, *inspection));
    LintTestOf(*compiled.value);
    Note(loaded.value->text, true, true);
    if (const auto access = library_.Access(); access.value) {
      Add(CheckNarrowings(*access.value, *compiled.value));
      Add(CheckScopeNames(*access.value, *compiled.value));
    }
  }

  Library& library_;
  const LintSettings& settings_;
  FindingsReport report_;
  std::optional<bool> tests_anything_;  // the deployment, of any report; found out when asked
  std::map<std::string, Judged> judged_;  // by name of the file, as findings have it
};

Target TargetFor(const Catalog& catalog, const std::string& path) {
  Target target{KindOf(catalog, path), path, {}};
  if (target.kind == FileKind::kSource || target.kind == FileKind::kLimits)
    target.name = fs::path(path).stem().string();
  return target;
}

std::vector<Target> Everything(const Catalog& catalog, Diagnostics& diagnostics) {
  std::vector<Target> targets;
  for (const std::string& id : catalog.ReportIds(diagnostics)) {
    targets.push_back({FileKind::kReport, catalog.ReportPath(id), id});
  }
  const std::string& policies = catalog.policies_directory();
  for (const std::string& name : catalog.SourceNames()) {
    targets.push_back({FileKind::kSource, policies + "/sources/" + name + ".yaml", name});
  }
  for (const std::string& name : catalog.LimitsNames()) {
    targets.push_back({FileKind::kLimits, policies + "/limits/" + name + ".yaml", name});
  }
  targets.push_back({FileKind::kAccess, policies + "/access.yaml", {}});
  return targets;
}

}  // namespace

Expected<FindingsReport, Unusable> RunLint(Library& library, const std::vector<std::string>& paths,
                                           const LintSettings& settings) {
  const Catalog& catalog = library.catalog();
  Run run(library, settings);
  Diagnostics found;
  if (paths.empty()) {
    const auto targets = Everything(catalog, found);
    if (targets.size() == 1 && found.empty()) {  // the Access document alone is nothing to lint
      return Unexpected(Unusable{"there are no declarations below " + catalog.reports_directory(),
                                 "run this where reports and policies are, or name --config FILE",
                                 {}});
    }
    for (const Target& target : targets) run.LintTarget(target);
  }
  for (const std::string& path : paths) {
    std::error_code error;
    std::size_t matched = 0;
    if (fs::is_directory(path, error)) {
      for (const std::string& file : FilesBelow(path)) {
        const Target target = TargetFor(catalog, file);
        if (target.kind == FileKind::kOther) continue;
        run.LintTarget(target);
        ++matched;
      }
    } else if (fs::exists(path, error)) {
      const Target target = TargetFor(catalog, path);
      if (target.kind != FileKind::kOther) {
        run.LintTarget(target);
        ++matched;
      }
    } else if (catalog.HasReport(path)) {
      run.LintTarget({FileKind::kReport, catalog.ReportPath(path), path});
      ++matched;
    }
    if (matched == 0) return Unexpected(NothingMatched(library, path));
  }
  run.Add(found);
  return std::move(run).Finish();
}

}  // namespace querygate
