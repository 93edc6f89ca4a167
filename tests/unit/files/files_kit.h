// A source over files in a folder of its own, and calls of reports over it.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/files/files_backend.h"
#include "engine/policy/compiled_report.h"
#include "engine/run/answer.h"
#include "tests/conformance/temporary_folder.h"
#include "tests/manual_clock.h"

namespace querygate::testing {

struct Heard {
  std::string reason;  // "ok", or why there is nothing
  std::string text;    // the rows, as jsonl
  std::string cause;
  Receipt receipt;
};

// A column as the report declares it: `type: integer`.
struct Asked {
  std::string name;
  std::string type;
};

class FilesKit {
 public:
  // `tables` and what follows it, as a Source document has it. The clock stands still: every file that is written
  // from now on is too young to be remembered, unless the clock is `settled`, which is a day ahead.
  explicit FilesKit(const std::string& tables, files::FilesOptions options = {}, bool settled = false);

  void Put(const std::string& name, const std::string& bytes);
  std::string Path(const std::string& name) const { return folder_ / name; }
  // Where the files are: names below the folder, by table.
  void Bind(const std::string& table, const std::vector<std::string>& names);
  void BindPath(const std::string& path);
  void BindPlace(DataPlace place);

  // All rows of a table, in the order of these columns.
  std::shared_ptr<const CompiledReport> Select(const std::string& table, const std::vector<Asked>& columns,
                                               const std::string& where = {}) const;
  // One row: how many rows the table has, under the name n.
  std::shared_ptr<const CompiledReport> Count(const std::string& table) const;

  Heard Call(const std::shared_ptr<const CompiledReport>& report);
  Expected<Inspection, Failure> Inspect(const std::shared_ptr<const CompiledReport>& report);

  const CompiledSource& source() const { return *source_; }
  ManualClock& clock() { return clock_; }
  Budget& budget() { return budget_; }
  const Backend& backend() const { return *backend_; }

 private:
  std::shared_ptr<const CompiledReport> Compile(const std::string& table, const std::string& columns,
                                                const std::string& functions, const std::string& sql,
                                                const std::string& declared) const;
  CallContext Context() const;

  TemporaryFolder folder_;
  ManualClock clock_;
  Budget budget_;
  std::shared_ptr<const CompiledSource> source_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<AttachedSource> attached_;
  DataPlace place_;
};

// One table `t` of this format with these columns.
std::string TableOf(const std::string& format, const std::string& columns, const std::string& rest = {});

}  // namespace querygate::testing
