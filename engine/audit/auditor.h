// The audit log of one deployment: what a front end calls between an outcome and its delivery.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/audit/audit_log.h"
#include "engine/audit/entry.h"
#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/declaration/audit.h"

namespace querygate {

// Thread-safe.
class Auditor {
 public:
  // Relative paths of the declaration start at `directory`; empty: the working directory. The error is one line for the
  // operator. `files` null: the system's.
  static Expected<std::unique_ptr<Auditor>, std::string> Open(const AuditDeclaration& declaration,
                                                              const std::string& directory,
                                                              std::shared_ptr<const Clock> clock,
                                                              std::shared_ptr<FileCalls> files = nullptr);

  // After a failure the answer must not be delivered; the failure is what the caller is told instead.
  Expected<void, Failure> Record(const AuditedCall& call) { return log_->Append(MakeAuditEntry(call, key_)); }

  AuditLog& log() { return *log_; }  // to rotate, to synchronise by a timer

 private:
  Auditor(std::string key, std::unique_ptr<AuditLog> log) : key_(std::move(key)), log_(std::move(log)) {}

  std::string key_;
  std::unique_ptr<AuditLog> log_;
};

}  // namespace querygate
