// A log in a folder of its own, and system calls that fail when they are told to.
#pragma once

#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/audit/audit_log.h"
#include "engine/audit/verify.h"
#include "tests/conformance/temporary_folder.h"
#include "tests/manual_clock.h"

namespace querygate::testing {

// Thread-safe as long as faults are planned before threads start.
class FaultyCalls final : public FileCalls {
 public:
  enum Call : std::size_t { kOpen, kWrite, kSyncData, kSyncDirectory, kRename };

  // The n-th call from now on (from 0) fails. A write may take `bytes` of it first, or all but the last byte with -1.
  void FailNth(Call call, int n, int error = EIO, int bytes = 0) {
    counts_[call] = 0;
    faults_[call] = {n, error, bytes};
  }
  int calls(Call call) const { return counts_[call]; }

  Expected<int, int> Open(const std::string& path, Mode mode) override {
    if (const int error = Due(kOpen)) return Unexpected(error);
    return real_.Open(path, mode);
  }
  Expected<std::size_t, int> Write(int file, std::string_view bytes) override {
    const int error = Due(kWrite);
    if (error == 0) return real_.Write(file, bytes);
    const int wanted = faults_[kWrite].bytes;
    if (wanted == 0) return Unexpected(error);
    return real_.Write(file, bytes.substr(0, wanted < 0 ? bytes.size() - 1 : static_cast<std::size_t>(wanted)));
  }
  Expected<std::size_t, int> Read(int file, char* buffer, std::size_t size) override {
    return real_.Read(file, buffer, size);
  }
  // No test looks at what a disk holds: synchronising would only take time.
  Expected<void, int> SyncData(int) override {
    if (const int error = Due(kSyncData)) return Unexpected(error);
    return {};
  }
  Expected<void, int> SyncDirectory(int) override {
    if (const int error = Due(kSyncDirectory)) return Unexpected(error);
    return {};
  }
  Expected<void, int> Rename(const std::string& from, const std::string& to) override {
    if (const int error = Due(kRename)) return Unexpected(error);
    return real_.Rename(from, to);
  }
  Expected<FileIdentity, int> IdentityOf(const std::string& path) override { return real_.IdentityOf(path); }
  Expected<FileIdentity, int> IdentityOf(int file) override { return real_.IdentityOf(file); }
  Expected<bool, int> Lock(int file) override { return real_.Lock(file); }
  Expected<std::vector<std::string>, int> NamesIn(const std::string& directory) override {
    return real_.NamesIn(directory);
  }
  void Close(int file) override { real_.Close(file); }

 private:
  struct Fault {
    int n = -1, error = 0, bytes = 0;
  };
  int Due(Call call) {
    const int n = counts_[call]++;
    return n == faults_[call].n ? faults_[call].error : 0;
  }

  SystemFileCalls real_;
  std::array<std::atomic<int>, 5> counts_{};
  std::array<Fault, 5> faults_{};
};

class AuditFixture {
 public:
  AuditOptions Options() const {
    AuditOptions options;
    options.path = path();
    options.files = calls;
    options.clock = clock;
    return options;
  }
  std::unique_ptr<AuditLog> Open() const { return Open(Options()); }
  std::unique_ptr<AuditLog> Open(AuditOptions options) const {
    auto log = AuditLog::Open(std::move(options));
    fault = log ? "" : log.error();
    return log ? *std::move(log) : nullptr;
  }

  std::string path() const { return folder / "audit.jsonl"; }
  std::string Text() const { return ReadFile(path()); }
  // All files of the log, in the order of the folder.
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("audit.jsonl") && !name.ends_with(".lock")) files.push_back(entry.path().string());
    }
    return files;
  }
  // "ok LINES LAST", "broken FILE:LINE WHAT" or "unreadable FILE".
  std::string Verdict(const std::vector<std::string>& files) const {
    SystemFileCalls system;
    const AuditVerdict verdict = VerifyAudit(system, files, std::nullopt);
    if (const auto* sound = std::get_if<AuditSound>(&verdict)) {
      return "ok " + std::to_string(sound->lines) + " " + std::to_string(sound->last_sequence);
    }
    if (const auto* broken = std::get_if<AuditBroken>(&verdict)) {
      return "broken " + std::filesystem::path(broken->file).filename().string() + ":" + std::to_string(broken->line) +
             " " + broken->what;
    }
    return "unreadable " + std::filesystem::path(std::get<AuditUnreadable>(verdict).file).filename().string();
  }
  std::string Verdict() const { return Verdict(Files()); }

  TemporaryFolder folder;
  std::shared_ptr<FaultyCalls> calls = std::make_shared<FaultyCalls>();
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(1'800'000'000);
  mutable std::string fault;  // of the last Open
};

inline AuditEntry Entry(const std::string& caller = "alice") {
  AuditEntry entry;
  entry.time = {1'800'000'000, 0};
  entry.caller = caller;
  entry.report = "parcels/units";
  entry.version = 2;
  entry.policy_digest = "d";
  entry.arguments_hash = "h";
  entry.outcome = "ok";
  entry.rows = 3;
  entry.bytes = 10;
  entry.result_digest = "r";
  return entry;
}

// Empty when there is none.
inline std::string CauseOf(const Expected<void, Failure>& outcome) {
  if (outcome) return "";
  return outcome.error().reason == "query_unavailable" ? outcome.error().cause : "reason " + outcome.error().reason;
}

inline bool Says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline std::size_t Count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace querygate::testing
