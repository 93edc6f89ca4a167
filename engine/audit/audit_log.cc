#include "engine/audit/audit_log.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/audit/audit_file.h"
#include "engine/policy/digest.h"

namespace querygate {
namespace {

using Line = Unexpected<std::string>;

std::string Words(int error) { return std::generic_category().message(error); }

}  // namespace

AuditLog::AuditLog(AuditOptions options) : options_(std::move(options)) {
  const std::filesystem::path path(options_.path);
  directory_ = path.has_parent_path() ? path.parent_path().string() : std::string(".");
  name_ = path.filename().string();
}

AuditLog::~AuditLog() {
  if (file_ >= 0) {
    static_cast<void>(options_.files->SyncData(file_));  // every line was reported already
    options_.files->Close(file_);
  }
  if (lock_file_ >= 0) options_.files->Close(lock_file_);
}

Expected<std::unique_ptr<AuditLog>, std::string> AuditLog::Open(AuditOptions options) {
  if (!options.files) options.files = std::make_shared<SystemFileCalls>();
  std::unique_ptr<AuditLog> log(new AuditLog(std::move(options)));
  if (auto begun = log->Begin(); !begun) return Line("the audit log " + log->options_.path + ": " + begun.error());
  return log;
}

Expected<void, std::string> AuditLog::Begin() {
  FileCalls& files = *options_.files;
  const std::string lock_path = options_.path + ".lock";
  const auto lock = files.Open(lock_path, FileCalls::Mode::kLock);
  if (!lock) return Line("cannot open " + lock_path + ": " + Words(lock.error()));
  lock_file_ = *lock;
  const auto held = files.Lock(lock_file_);
  if (!held) return Line("cannot lock " + lock_path + ": " + Words(held.error()));
  if (!*held) return Line("another process writes it");
  last_sync_ = options_.clock->SteadyNow();
  if (files.IdentityOf(options_.path)) return Continue();
  if (auto found = FindPrevious(); !found) return found;
  return BeginFile();
}

Expected<void, std::string> AuditLog::Continue() {
  FileCalls& files = *options_.files;
  ChainReader chain;
  auto size = ReadAuditFile(files, options_.path, chain);
  if (!size) return Line("cannot read it: " + size.error());
  if (!chain.fault().empty())
    return Line("line " + std::to_string(chain.line_number()) + " is broken: " + chain.fault() +
                "; keep the file for inspection and move it away");
  if (!chain.begun()) {  // a crash before its first line was whole
    if (auto found = FindPrevious(); !found) return found;
  } else {
    place_ = chain.next();
  }
  const auto file = files.Open(options_.path, FileCalls::Mode::kAppend);
  if (!file) return Line("cannot open it: " + Words(file.error()));
  file_ = *file;
  const auto identity = files.IdentityOf(file_);
  if (!identity) return Line("cannot look at it: " + Words(identity.error()));
  identity_ = *identity;
  size_ = *size;
  torn_ = chain.torn();
  unfinished_ = chain.unfinished_line() > 0;
  recovered_bytes_ = static_cast<std::int64_t>(torn_.size());
  if (size_ == 0) return CompleteBeginning();
  // Accounts for the bytes at once: nobody should have to wait for the first call to hear of them.
  if (unfinished_) {
    const TornBytes torn{recovered_bytes_, Sha256Hex(torn_)};
    return WriteLine(RecoveredLine(place_, options_.clock->WallNow(), torn));
  }
  return {};
}

Expected<void, std::string> AuditLog::FindPrevious() {
  FileCalls& files = *options_.files;
  const auto names = files.NamesIn(directory_);
  if (!names) return Line("cannot list " + directory_ + ": " + Words(names.error()));
  std::string latest;
  for (const std::string& name : *names) {
    if (IsRotatedName(name, name_)) latest = std::max(latest, name);
  }
  if (latest.empty()) return {};
  ChainReader chain;
  const std::string path = (std::filesystem::path(directory_) / latest).string();
  if (auto read = ReadAuditFile(files, path, chain); !read) return Line("cannot read " + path + ": " + read.error());
  if (!chain.fault().empty() || !chain.begun() || chain.unfinished_line() > 0)
    return Line(path + " is broken; `querygate audit verify` tells where; keep it and move it away");
  place_ = chain.next();
  previous_file_ = latest;
  return {};
}

Expected<void, std::string> AuditLog::BeginFile() {
  const auto file = options_.files->Open(options_.path, FileCalls::Mode::kCreateNew);
  if (!file) return Line("cannot make it: " + Words(file.error()));
  file_ = *file;
  size_ = 0;
  in_directory_ = false;
  const auto identity = options_.files->IdentityOf(file_);
  if (!identity) return Line("cannot look at it: " + Words(identity.error()));
  identity_ = *identity;
  return CompleteBeginning();
}

// What BeginFile could not do is tried anew before the next line.
Expected<void, std::string> AuditLog::CompleteBeginning() {
  FileCalls& files = *options_.files;
  if (size_ == 0) {
    auto made = WriteLine(OpenedLine(place_, options_.clock->WallNow(), previous_file_));
    if (!made) return made;
  }
  if (in_directory_) return {};
  // The name must be on the disk before any line is said to be.
  const auto directory = files.Open(directory_, FileCalls::Mode::kDirectory);
  if (!directory) return Line("cannot open " + directory_ + ": " + Words(directory.error()));
  const auto synced = files.SyncDirectory(*directory);
  files.Close(*directory);
  if (!synced) return Line("cannot synchronise " + directory_ + ": " + Words(synced.error()));
  in_directory_ = true;
  return {};
}

Expected<void, std::string> AuditLog::EndFile() {
  FileCalls& files = *options_.files;
  if (auto here = CheckPlace(); !here) return here;
  if (auto synced = SyncFile(); !synced) return synced;
  previous_file_ = RotatedName(name_, place_.sequence - 1);
  const std::string rotated = (std::filesystem::path(directory_) / previous_file_).string();
  if (auto renamed = files.Rename(options_.path, rotated); !renamed)
    return Line("cannot rename it to " + rotated + ": " + Words(renamed.error()));
  files.Close(file_);
  file_ = -1;
  return {};
}

// A line that lands in a file which nobody can find is not logged.
Expected<void, std::string> AuditLog::CheckPlace() const {
  const auto identity = options_.files->IdentityOf(options_.path);
  if (identity && *identity == identity_) return {};
  return Line("the file was moved or removed while it was written; restart to begin a new one");
}

Expected<void, std::string> AuditLog::WriteLine(const AuditLine& line) {
  // A line feed ends what an earlier write left behind, in the same write as the line that accounts for it.
  const std::string bytes = (unfinished_ ? "\n" : "") + line.text + "\n";
  const auto count = options_.files->Write(file_, bytes);
  const std::size_t written = count ? *count : 0;
  size_ += static_cast<std::int64_t>(written);
  // A line without its line feed is a line of the chain already, as whoever reads the file will see it.
  if (written + 1 >= bytes.size()) {
    torn_.clear();
    unfinished_ = written < bytes.size();
    written_ = place_.sequence;
    place_ = ChainPlace{place_.sequence + 1, line.hash};
    if (!unfinished_) return {};
  } else if (written > 0) {
    // With no torn bytes before it, the line feed only ended a whole line.
    torn_ += std::string_view(bytes).substr(0, written).substr(unfinished_ && torn_.empty() ? 1 : 0);
    unfinished_ = !torn_.empty();
  }
  return Line(count ? "only a part of a line could be written" : "cannot write: " + Words(count.error()));
}

Expected<void, std::string> AuditLog::SyncFile() {
  if (auto synced = options_.files->SyncData(file_); !synced) {
    // Pages that could not be written may be forgotten, so that trying again would seem to succeed.
    ended_ = "the disk did not take it: " + Words(synced.error()) + "; check the disk, then restart";
    return Line(ended_);
  }
  on_disk_ = std::max(on_disk_, written_);
  last_sync_ = options_.clock->SteadyNow();
  return {};
}

Expected<void, std::string> AuditLog::Add(std::unique_lock<std::mutex>& lock, const AuditEntry& entry,
                                          std::int64_t& written) {
  if (!ended_.empty()) return Line(ended_);
  if (file_ >= 0) {
    if (auto here = CheckPlace(); !here) return here;
  }
  const AuditLine line = CallLine(place_, entry);  // its size: its place may still change
  if (line.text.size() >= kMaxAuditLineBytes) return Line("a line would exceed 64 KiB");
  if (file_ >= 0 && size_ + static_cast<std::int64_t>(line.text.size()) + 1 > options_.rotate_bytes && !unfinished_) {
    if (syncing_) {  // with this file: it cannot be closed yet, and all may be different afterwards
      synced_.wait(lock, [this] { return !syncing_; });
      return Add(lock, entry, written);
    }
    if (auto ended = EndFile(); !ended) return ended;
  }
  if (auto begun = file_ < 0 ? BeginFile() : CompleteBeginning(); !begun) return begun;
  if (unfinished_) {
    const TornBytes torn{static_cast<std::int64_t>(torn_.size()), Sha256Hex(torn_)};
    if (auto told = WriteLine(RecoveredLine(place_, entry.time, torn)); !told) return told;
  }
  if (auto done = WriteLine(CallLine(place_, entry)); !done) return done;
  written = written_;
  return {};
}

Failure AuditLog::Fail(std::string cause) const {
  return {"query_unavailable", "the audit log " + options_.path + ": " + std::move(cause)};
}

Expected<void, Failure> AuditLog::Append(const AuditEntry& entry) {
  std::int64_t sequence = 0;
  {
    std::unique_lock lock(mutex_);
    if (auto added = Add(lock, entry, sequence); !added) return Unexpected(Fail(std::move(added).error()));
    if (options_.sync_interval) {
      if (options_.clock->SteadyNow() - last_sync_ < *options_.sync_interval) return {};
      if (auto synced = SyncFile(); !synced) return Unexpected(Fail(std::move(synced).error()));
      return {};
    }
  }
  return WaitForDisk(sequence);
}

// One thread synchronises for all whose lines are written; the others wait for it, and may write meanwhile.
Expected<void, Failure> AuditLog::WaitForDisk(std::int64_t sequence) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (on_disk_ >= sequence) return {};
    if (!ended_.empty()) return Unexpected(Fail(ended_));
    if (!syncing_) break;
    synced_.wait(lock);
  }
  syncing_ = true;
  const std::int64_t reached = written_;
  const int file = file_;
  lock.unlock();
  const auto synced = options_.files->SyncData(file);
  lock.lock();
  syncing_ = false;
  synced_.notify_all();
  if (!synced) {
    ended_ = "the disk did not take it: " + Words(synced.error()) + "; check the disk, then restart";
    return Unexpected(Fail(ended_));
  }
  on_disk_ = std::max(on_disk_, reached);
  last_sync_ = options_.clock->SteadyNow();
  return {};
}

Expected<void, Failure> AuditLog::Sync() {
  const std::lock_guard lock(mutex_);
  if (!ended_.empty()) return Unexpected(Fail(ended_));
  if (file_ < 0 || on_disk_ >= written_) return {};
  if (auto synced = SyncFile(); !synced) return Unexpected(Fail(std::move(synced).error()));
  return {};
}

Expected<void, Failure> AuditLog::Rotate() {
  std::unique_lock lock(mutex_);
  synced_.wait(lock, [this] { return !syncing_; });
  if (!ended_.empty()) return Unexpected(Fail(ended_));
  if (file_ >= 0) {
    if (auto begun = CompleteBeginning(); !begun) return Unexpected(Fail(std::move(begun).error()));
  }
  if (file_ >= 0 && unfinished_) {
    const TornBytes torn{static_cast<std::int64_t>(torn_.size()), Sha256Hex(torn_)};
    if (auto told = WriteLine(RecoveredLine(place_, options_.clock->WallNow(), torn)); !told)
      return Unexpected(Fail(std::move(told).error()));
  }
  if (file_ >= 0) {
    if (auto ended = EndFile(); !ended) return Unexpected(Fail(std::move(ended).error()));
  }
  if (auto begun = BeginFile(); !begun) return Unexpected(Fail(std::move(begun).error()));
  return {};
}

std::string AuditLog::last_hash() const {
  const std::lock_guard lock(mutex_);
  return place_.previous;
}

}  // namespace querygate
