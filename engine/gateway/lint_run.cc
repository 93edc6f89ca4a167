#include "engine/gateway/lint_run.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/lint/lint.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;

enum class FileKind { kReport, kSource, kLimits, kAccess, kOther };

struct Target {
  FileKind kind = FileKind::kReport;
  std::string path;
  std::string name;  // report id, source or limits name where the folder gives one
};

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
          near ? "did you mean " + *near + "?" : "name a declaration, a folder or a report's id", {}};
}

class Run {
 public:
  explicit Run(Library& library) : library_(library) {}

  void LintTarget(const Target& target) {
    ++summary_.files;
    switch (target.kind) {
      case FileKind::kReport: return LintReportAt(target);
      case FileKind::kSource: return Add(library_.Source(target.name).diagnostics);
      case FileKind::kLimits: return Add(library_.Limits(target.name).diagnostics);
      case FileKind::kAccess: return LintAccess();
      case FileKind::kOther: --summary_.files; return;
    }
  }

  LintSummary Finish() && {
    SortDiagnostics(summary_.diagnostics);
    auto& all = summary_.diagnostics;
    all.erase(std::unique(all.begin(), all.end()), all.end());  // a shared policy is reported once
    return std::move(summary_);
  }

 private:
  void Add(const Diagnostics& diagnostics) { Append(summary_.diagnostics, diagnostics); }

  void LintAccess() {
    const auto access = library_.Access();
    Add(access.diagnostics);
    Diagnostics ignored;
    if (access.value) Add(CheckAccessedReports(*access.value, library_.catalog().ReportIds(ignored)));
  }

  void LintReportAt(const Target& target) {
    const auto loaded = target.name.empty() ? library_.catalog().ReportFile(target.path) : library_.catalog().Report(target.name);
    const auto compiled = library_.Compile(loaded);
    Add(compiled.diagnostics);
    if (!compiled.value) return;
    const auto inspection = library_.BackendOf(*compiled.value->source).InspectSchema(*compiled.value);
    if (!inspection) {
      const SourceDeclaration& source = *compiled.value->source->declaration;
      return Add({MakeDiagnostic("invalid-schema", *source.text, source.schema.position, inspection.error().cause,
                                 "the schema snapshot must be plain DDL that creates the source's tables")});
    }
    Add(LintReport(*compiled.value, *inspection));
    if (const auto access = library_.Access(); access.value) {
      Add(CheckNarrowings(*access.value, *compiled.value));
      Add(CheckScopeNames(*access.value, *compiled.value));
    }
  }

  Library& library_;
  LintSummary summary_;
};

Target TargetFor(const Catalog& catalog, const std::string& path) {
  Target target{KindOf(catalog, path), path, {}};
  if (target.kind == FileKind::kSource || target.kind == FileKind::kLimits) target.name = fs::path(path).stem().string();
  return target;
}

std::vector<Target> Everything(const Catalog& catalog, Diagnostics& diagnostics) {
  std::vector<Target> targets;
  for (const std::string& id : catalog.ReportIds(diagnostics)) {
    targets.push_back({FileKind::kReport, catalog.ReportPath(id), id});
  }
  for (const std::string& name : catalog.SourceNames()) targets.push_back({FileKind::kSource, {}, name});
  for (const std::string& name : catalog.LimitsNames()) targets.push_back({FileKind::kLimits, {}, name});
  targets.push_back({FileKind::kAccess, {}, {}});
  return targets;
}

}  // namespace

Expected<LintSummary, Unusable> RunLint(Library& library, const std::vector<std::string>& paths) {
  const Catalog& catalog = library.catalog();
  Run run(library);
  Diagnostics found;
  if (paths.empty()) {
    const auto targets = Everything(catalog, found);
    if (targets.size() == 1 && found.empty()) {  // the Access document alone is nothing to lint
      return Unexpected(Unusable{"there are no declarations below " + catalog.reports_directory(),
                                 "run this where reports and policies are, or name --config FILE", {}});
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
  LintSummary summary = std::move(run).Finish();
  Append(summary.diagnostics, found);
  SortDiagnostics(summary.diagnostics);
  return summary;
}

}  // namespace querygate
