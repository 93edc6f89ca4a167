#include "engine/gateway/test_selection.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/base/suggest.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".yaml";
constexpr std::string_view kTestSuffix = ".test.yaml";

void Append(Diagnostics& to, const Diagnostics& from) { to.insert(to.end(), from.begin(), from.end()); }

std::vector<std::string> TestFilesBelow(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const std::string path = it->path().lexically_normal().string();
    if (it->is_regular_file(ignored) && path.ends_with(kTestSuffix)) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

Unusable NothingMatched(const Catalog& catalog, const std::string& path) {
  const auto near = NearestName(path, catalog.TestIds());
  return {"there are no tests at " + path,
          near ? "did you mean " + *near + "?" : "name a .test.yaml file, a folder or a report that has tests",
          {}};
}

class Selection {
 public:
  explicit Selection(Library& library) : library_(library) {}

  void AddReport(const std::string& id) { Add(library_.catalog().Test(id), library_.catalog().ReportPath(id)); }

  void AddFile(const std::string& path) {
    const std::string report = path.substr(0, path.size() - kTestSuffix.size()) + std::string(kSuffix);
    Add(library_.catalog().TestFile(path), report);
  }

  TestSelection Take() && {
    SortDiagnostics(selection_.diagnostics);
    auto& all = selection_.diagnostics;
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return std::move(selection_);
  }

 private:
  void Add(const Loaded<ReportTestDeclaration>& loaded, const std::string& report_path) {
    Append(selection_.diagnostics, loaded.diagnostics);
    if (!loaded.value) return;
    const auto same = [&](const SelectedTest& other) {
      return other.tests->text->name() == loaded.value->text->name();
    };
    if (std::any_of(selection_.tests.begin(), selection_.tests.end(), same)) return;

    const Catalog& catalog = library_.catalog();
    std::error_code ignored;
    Compiled<CompiledReport> compiled;
    if (catalog.HasReport(loaded.value->report)) {
      compiled = library_.Report(loaded.value->report);
    } else if (fs::exists(report_path, ignored)) {
      compiled = library_.Compile(catalog.ReportFile(report_path));
    } else {
      selection_.diagnostics.push_back(MakeDiagnostic("test-without-report", *loaded.value->text, {0, 0, 1},
                                                      "there is no report " + loaded.value->report,
                                                      "a test lies beside its report, with the same name"));
      return;
    }
    Append(selection_.diagnostics, compiled.diagnostics);
    if (compiled.value) selection_.tests.push_back({loaded.value, compiled.value});
  }

  Library& library_;
  TestSelection selection_;
};

}  // namespace

Expected<TestSelection, Unusable> SelectTests(Library& library, const std::vector<std::string>& paths) {
  const Catalog& catalog = library.catalog();
  Selection selection(library);
  if (paths.empty()) {
    const std::vector<std::string> ids = catalog.TestIds();
    if (ids.empty()) {
      return Unexpected(Unusable{"there are no tests below " + catalog.reports_directory(),
                                 "a test is the file NAME.test.yaml beside the report NAME.yaml",
                                 {}});
    }
    for (const std::string& id : ids) selection.AddReport(id);
  }
  for (const std::string& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      const std::vector<std::string> files = TestFilesBelow(path);
      if (files.empty()) return Unexpected(NothingMatched(catalog, path));
      for (const std::string& file : files) selection.AddFile(file);
    } else if (fs::exists(path, error) && path.ends_with(kTestSuffix)) {
      selection.AddFile(path);
    } else if (catalog.HasTest(path)) {
      selection.AddReport(path);
    } else {
      const bool is_report = path.ends_with(kSuffix);
      const std::string file =
          is_report ? path.substr(0, path.size() - kSuffix.size()) + std::string(kTestSuffix) : std::string();
      if (!is_report || !fs::exists(file, error)) return Unexpected(NothingMatched(catalog, path));
      selection.AddFile(file);
    }
  }
  return std::move(selection).Take();
}

}  // namespace querygate
