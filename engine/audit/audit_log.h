// The audit log: lines that follow each other, in a file that only this process writes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/audit/entry.h"
#include "engine/audit/file_calls.h"
#include "engine/audit/line.h"
#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"

namespace querygate {

struct AuditOptions {
  std::string path;
  std::int64_t rotate_bytes = 64 << 20;  // a file is ended before the line that would exceed this
  // Absent: a line is on the disk before Append returns. Else lines are synchronised at the first line after that
  // much time, by Sync, and at the end of a file.
  std::optional<std::chrono::milliseconds> sync_interval;
  std::shared_ptr<FileCalls> files;  // null: the system's
  std::shared_ptr<const Clock> clock;
};

// Thread-safe. One write makes one line; threads that wait for the disk share a synchronisation.
class AuditLog {
 public:
  // Takes the lock on PATH.lock, verifies the file that is there, accounts for what a crash left behind, and continues
  // the chain; without a file it continues that of the last rotated one. The error is one line for the operator: a
  // chain that is broken is not written on.
  static Expected<std::unique_ptr<AuditLog>, std::string> Open(AuditOptions options);
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  // After a failure the call that the entry is about must not be answered. A write that fails is tried anew with the
  // next line. A synchronisation that fails ends the log: which bytes reached the disk is then unknown for good.
  Expected<void, Failure> Append(const AuditEntry& entry);

  // For a timer, where `sync_interval` is set: no line waits longer than until the next call.
  Expected<void, Failure> Sync();

  // Ends the file and begins a new one. The old one is named PATH.N, N being the sequence number of its last line in
  // twelve digits: names sort as the lines do.
  Expected<void, Failure> Rotate();

  // Hash of the last line, for whoever keeps it elsewhere.
  std::string last_hash() const;

  // What Open had to account for, for the operator; 0: nothing.
  std::int64_t torn_bytes() const { return recovered_bytes_; }

 private:
  explicit AuditLog(AuditOptions options);

  Expected<void, std::string> Begin();
  Expected<void, std::string> Continue();      // on the file that is there
  Expected<void, std::string> FindPrevious();  // the chain that a new file continues
  Expected<void, std::string> BeginFile();
  Expected<void, std::string> CompleteBeginning();
  Expected<void, std::string> EndFile();
  Expected<void, std::string> WriteLine(const AuditLine& line);
  Expected<void, std::string> CheckPlace() const;
  Expected<void, std::string> SyncFile();
  Expected<void, std::string> Add(std::unique_lock<std::mutex>& lock, const AuditEntry& entry, std::int64_t& written);
  Expected<void, Failure> WaitForDisk(std::int64_t sequence);
  Failure Fail(std::string cause) const;

  const AuditOptions options_;
  std::string directory_, name_;
  int lock_file_ = -1;

  // Of what follows: guarded by mutex_.
  mutable std::mutex mutex_;
  std::condition_variable synced_;
  int file_ = -1;  // -1: the last one was ended and no new one could be begun
  FileIdentity identity_;
  bool in_directory_ = false;  // its name is on the disk
  std::string previous_file_;
  std::int64_t size_ = 0;
  ChainPlace place_;         // of the next line
  std::string torn_;         // left by a write of this process that did not finish
  bool unfinished_ = false;  // the file does not end with a line feed
  bool syncing_ = false;
  std::int64_t written_ = 0, on_disk_ = 0;  // sequence numbers
  std::chrono::steady_clock::time_point last_sync_;
  std::string ended_;  // why nothing is written any more; empty while all is well
  std::int64_t recovered_bytes_ = 0;
};

}  // namespace querygate
