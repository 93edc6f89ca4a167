// Databases of the shipped sources, gateways over them in this process or with workers, and the questions that are put
// to them while something fails.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

#include "engine/gateway/gateway.h"
#include "tests/documents/scenario.h"
#include "tests/faults/fault_plan.h"

namespace querygate::faults {

// A worker finds the file of the plan that it shares with the test here.
inline constexpr const char* kPlanVariable = "QUERYGATE_FAULT_PLAN";

// Of this process; the library beneath it was told of it by main.
FaultPlan& OwnPlan();

// How a database keeps what a writer has not finished.
enum class Storage {
  kJournal,  // a rollback journal that is kept between transactions
  kLog,      // a write-ahead log, with a writer in another process that has it open
};

struct Question {
  const char* name;
  const char* report;
  std::vector<std::string> arguments;  // name=value
  std::vector<std::string> scope;      // name=value
};
const std::vector<Question>& Questions();

struct Reply {
  enum class Kind { kDelivered, kRejected, kFailed, kUnusable };
  Kind kind = Kind::kUnusable;
  std::string text;   // what was delivered, its instant left out, or the reason
  std::string cause;  // of a failure
};

// Another process that has databases open.
class Writer {
 public:
  explicit Writer(const std::vector<std::string>& databases);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

 private:
  pid_t process_ = 0;
};

class Scene {
 public:
  Scene(Storage storage, Isolation isolation);

  Gateway Open() const;
  Reply Ask(const Gateway& gateway, const Question& question) const;
  // That of whoever reads the databases.
  FaultPlan& plan() const { return *plan_; }
  // Every file of the databases' folder with its content; of the index of a log only that it is there.
  std::map<std::string, std::string> Files() const;

 private:
  const Isolation isolation_;
  const scenario::Folder folder_;
  const std::string plan_file_;
  std::unique_ptr<SharedPlan> shared_;
  FaultPlan* plan_ = nullptr;
  std::map<std::string, std::string> sources_;
  std::unique_ptr<Writer> writer_;
};

// What this process has open, by number and by what it is.
std::set<std::string> OpenDescriptors();

}  // namespace querygate::faults
