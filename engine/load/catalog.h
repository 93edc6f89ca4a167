// Finds and reads declarations and policies below their folders. The only reader of files here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/expected.h"
#include "engine/load/documents.h"

namespace querygate {

// Reads a file as text: at most `max_bytes`. The error is one line for people ("cannot read X: …").
Expected<std::string, std::string> ReadFile(const std::string& path, std::size_t max_bytes);

// A path as people see it: relative where it lies below the working directory.
std::string ShownPath(const std::string& path);

// A folder of reports and a folder of policies. Stateless: each call reads the disk. `shown_prefix`es are
// how paths appear in diagnostics (relative to the working directory where possible).
class Catalog {
 public:
  Catalog(std::string reports_directory, std::string policies_directory);

  const std::string& reports_directory() const { return reports_; }
  const std::string& policies_directory() const { return policies_; }

  // Ids by path, sorted: every `*.yaml` below the reports folder except `*.test.yaml` and `*.fixture.yaml`. Names outside
  // `[a-z][a-z0-9_]*(/[a-z][a-z0-9_]*)*` give a diagnostic (rule "document-name").
  std::vector<std::string> ReportIds(Diagnostics& diagnostics) const;
  std::vector<std::string> SourceNames() const;
  std::vector<std::string> LimitsNames() const;

  bool HasReport(std::string_view id) const;
  std::string ReportPath(std::string_view id) const;  // the file, whether or not it exists

  Loaded<ReportDeclaration> Report(const std::string& id) const;
  // A file given by path (for `lint PATH`); the id is derived from the path where it lies below the reports
  // folder, else from the file's name.
  Loaded<ReportDeclaration> ReportFile(const std::string& path) const;
  // The ids that have a test file, sorted, whether or not there is such a report.
  std::vector<std::string> TestIds() const;
  bool HasTest(std::string_view id) const;
  std::string TestPath(std::string_view id) const;
  // With the fixture that it names. Null value without diagnostics when there is no such document.
  Loaded<ReportTestDeclaration> Test(const std::string& id) const;
  // A file given by path; the report is the one beside it, by the path below the reports folder.
  Loaded<ReportTestDeclaration> TestFile(const std::string& path) const;

  // Null value without diagnostics when there is no such document.
  Loaded<SourceDeclaration> Source(const std::string& name) const;  // with schema_text
  Loaded<LimitsDeclaration> Limits(const std::string& name) const;
  Loaded<AccessDeclaration> Access() const;

 private:
  std::string reports_;
  std::string policies_;
};

}  // namespace querygate
