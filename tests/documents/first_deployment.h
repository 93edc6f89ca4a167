// A deployment of a test's own: the shipped logistics source and limits, with reports and edits that a test makes.
#pragma once

#include <string>
#include <string_view>

#include "tests/documents/scenario.h"

namespace querygate::scenario {

struct Answer {
  std::string body;   // design's json; "unusable" when the declaration is not usable
  std::string cause;  // for the operator: why it failed; the diagnostics of what is unusable
};

class OwnDeployment {
 public:
  OwnDeployment();
  const std::string& database() const { return database_; }

  // Puts a file of the repository here, with each `from`, which must be there exactly once, as `to`.
  struct Edit {
    std::string_view from, to;
  };
  void Copy(std::string_view file, const std::vector<Edit>& edits = {});
  void Write(std::string_view file, const std::string& text) const;

  // A report test/own over `parcels` with one query. `columns` and `sql` are YAML, `allow` a flow mapping.
  void WriteReport(const std::string& allow, const std::string& sql, const std::string& columns,
                   const std::string& parameters = "{}") const;

  Answer Run(const std::string& report, std::string_view json_arguments = "{}") const;
  // The findings for one file, as lint prints them.
  std::string Lint(const std::string& file) const;

 private:
  Gateway Open() const;
  Folder folder_;
  std::string database_ = folder_ / "logistics.sqlite";
};

}  // namespace querygate::scenario
