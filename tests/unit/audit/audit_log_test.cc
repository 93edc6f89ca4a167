// The log goes on through restarts, rotations and many threads.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include "tests/unit/audit/audit_fixture.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;
using namespace testing;

TEST_CASE("lines form a chain that goes on after a restart") {
  const AuditFixture fixture;
  std::string last;
  {
    const auto log = fixture.Open();
    REQUIRE(log);
    CHECK(log->torn_bytes() == 0);
    REQUIRE(log->Append(Entry()));
    REQUIRE(log->Append(Entry("bob")));
    last = log->last_hash();
  }
  CHECK(fixture.Verdict() == "ok 3 3");
  {
    const auto log = fixture.Open();
    REQUIRE(log);
    CHECK(log->last_hash() == last);
    REQUIRE(log->Append(Entry()));
  }
  CHECK(fixture.Verdict() == "ok 4 4");
  struct stat status {};
  REQUIRE(::stat(fixture.path().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(fixture.Text().find(R"("previous":"0000000000)") != std::string::npos);
}

TEST_CASE("the system's own calls do all that the log asks of them") {
  const AuditFixture fixture;
  AuditOptions options = fixture.Options();
  options.files = nullptr;
  for (int start = 0; start < 2; ++start) {
    const auto log = fixture.Open(options);
    REQUIRE(log);
    REQUIRE(log->Append(Entry()));
    REQUIRE(log->Rotate());
    REQUIRE(log->Sync());
  }
  CHECK(fixture.Files().size() == 3);
  CHECK(fixture.Verdict() == "ok 5 5");
}

TEST_CASE("one process writes a log") {
  const AuditFixture fixture;
  const auto log = fixture.Open();
  REQUIRE(log);
  CHECK_FALSE(fixture.Open());
  CHECK(fixture.fault == "the audit log " + fixture.path() + ": another process writes it");
}

TEST_CASE("a link, a folder or a device is no log") {
  const AuditFixture fixture;
  std::filesystem::create_symlink(fixture.folder / "elsewhere", fixture.path());
  CHECK_FALSE(fixture.Open());
  std::filesystem::remove(fixture.path());
  std::filesystem::create_directory(fixture.path());
  CHECK_FALSE(fixture.Open());
  CHECK_FALSE(std::filesystem::exists(fixture.folder / "elsewhere"));
}

TEST_CASE("rotation keeps the chain, by size and when asked") {
  const AuditFixture fixture;
  AuditOptions options = fixture.Options();
  options.rotate_bytes = 2000;
  const auto log = fixture.Open(options);
  REQUIRE(log);
  for (int i = 0; i < 10; ++i) REQUIRE(log->Append(Entry()));
  REQUIRE(log->Rotate());
  REQUIRE(log->Append(Entry()));
  const auto files = fixture.Files();
  CHECK(files.size() >= 4);
  for (const std::string& file : files) CHECK(std::filesystem::file_size(file) <= 2000);
  // Each file has an opened line of its own.
  CHECK(fixture.Verdict() == "ok " + std::to_string(11 + files.size()) + " " + std::to_string(11 + files.size()));
  CHECK(Says(fixture.Text(), R"("event":"opened","previous_file":"audit.jsonl.0000000)"));
  // Names sort as the lines do.
  std::vector<std::string> sorted = files;
  std::sort(sorted.begin(), sorted.end());
  std::int64_t previous = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const std::int64_t number = std::stoll(sorted[i].substr(sorted[i].size() - 12));
    CHECK(number > previous);
    previous = number;
  }
}

TEST_CASE("a file that is missing in the middle is named by its neighbours") {
  const AuditFixture fixture;
  const auto log = fixture.Open();
  REQUIRE(log);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(log->Append(Entry()));
    REQUIRE(log->Rotate());
  }
  auto files = fixture.Files();
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() == 4);  // audit.jsonl, then …02, …04, …06
  CHECK(fixture.Verdict({files[1], files[3]}) ==
        "broken audit.jsonl.000000000006:1 lines 3 to 4 are missing between " + files[1] + " and this file");
  CHECK(fixture.Verdict({files[0], files[3], files[2], files[1]}) == "ok 7 7");
  CHECK(fixture.Verdict({files[2], files[3]}) == "ok 4 6");  // older files may have been deleted
  CHECK(fixture.Verdict({files[1], files[1]}) ==
        "broken audit.jsonl.000000000002:1 it does not follow the last line of " + files[1]);
  CHECK(fixture.Verdict({fixture.folder / "nothing"}) == "unreadable nothing");
}

TEST_CASE("a rename that fails leaves the log as it was") {
  const AuditFixture fixture;
  const auto log = fixture.Open();
  REQUIRE(log);
  fixture.calls->FailNth(FaultyCalls::kRename, 0, EACCES);
  CHECK(Says(CauseOf(log->Rotate()), "cannot rename it to"));
  REQUIRE(log->Append(Entry()));
  WriteFile(fixture.path() + ".000000000002", "occupied");
  CHECK(Says(CauseOf(log->Rotate()), "File exists"));
  CHECK(ReadFile(fixture.path() + ".000000000002") == "occupied");
}

TEST_CASE("lines are synchronised one by one, or once in a while") {
  const AuditFixture every;
  const auto strict = every.Open();
  REQUIRE(strict);
  every.calls->FailNth(FaultyCalls::kSyncData, -1);
  for (int i = 0; i < 5; ++i) REQUIRE(strict->Append(Entry()));
  CHECK(every.calls->calls(FaultyCalls::kSyncData) == 5);

  const AuditFixture lazy;
  AuditOptions options = lazy.Options();
  options.sync_interval = 1s;
  const auto log = lazy.Open(options);
  REQUIRE(log);
  lazy.calls->FailNth(FaultyCalls::kSyncData, -1);
  for (int i = 0; i < 5; ++i) REQUIRE(log->Append(Entry()));
  lazy.clock->Advance(999ms);
  REQUIRE(log->Append(Entry()));
  CHECK(lazy.calls->calls(FaultyCalls::kSyncData) == 0);
  lazy.clock->Advance(1ms);
  REQUIRE(log->Append(Entry()));
  CHECK(lazy.calls->calls(FaultyCalls::kSyncData) == 1);
  REQUIRE(log->Sync());
  CHECK(lazy.calls->calls(FaultyCalls::kSyncData) == 1);  // there is nothing new
  REQUIRE(log->Append(Entry()));
  REQUIRE(log->Sync());
  CHECK(lazy.calls->calls(FaultyCalls::kSyncData) == 2);
}

TEST_CASE("a line has a bound") {
  const AuditFixture fixture;
  const auto log = fixture.Open();
  REQUIRE(log);
  CHECK(Says(CauseOf(log->Append(Entry(std::string(64 * 1024, 'a')))), "a line would exceed 64 KiB"));
  REQUIRE(log->Append(Entry("a\"\n\x01\xFF")));
  CHECK(fixture.Verdict() == "ok 2 2");
}

// Notices a file that is closed while a thread still synchronises it.
class WatchfulCalls final : public SystemFileCalls {
 public:
  Expected<void, int> SyncData(int file) override {
    Change(file, 1);
    for (int i = 0; i < 20; ++i) std::this_thread::yield();
    Change(file, -1);
    return {};
  }
  void Close(int file) override {
    {
      const std::lock_guard lock(mutex_);
      early_ += syncing_[file] > 0 ? 1 : 0;
    }
    SystemFileCalls::Close(file);
  }
  int early() const { return early_; }

 private:
  void Change(int file, int by) {
    const std::lock_guard lock(mutex_);
    syncing_[file] += by;
  }

  std::mutex mutex_;
  std::map<int, int> syncing_;
  int early_ = 0;
};

TEST_CASE("no file is closed while it is synchronised", "[threads]") {
  const AuditFixture fixture;
  const auto calls = std::make_shared<WatchfulCalls>();
  AuditOptions options = fixture.Options();
  options.files = calls;
  options.rotate_bytes = 2000;
  const auto log = fixture.Open(options);
  REQUIRE(log);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i) static_cast<void>(log->Append(Entry()));
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(calls->early() == 0);
  CHECK(fixture.Files().size() > 20);
}

TEST_CASE("many threads write one chain while it rotates", "[threads]") {
  const AuditFixture fixture;
  AuditOptions options = fixture.Options();
  options.rotate_bytes = 8000;
  const auto log = fixture.Open(options);
  REQUIRE(log);
  std::array<int, 8> done{};
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < done.size(); ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 25; ++i) {
        if (log->Append(Entry("thread " + std::to_string(thread)))) ++done[thread];
        if (thread == 0 && i % 10 == 0) static_cast<void>(log->Rotate());
        if (thread == 1) static_cast<void>(log->last_hash());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : done) CHECK(count == 25);
  const auto files = fixture.Files();
  CHECK(files.size() > 4);
  const std::string lines = std::to_string(200 + files.size());
  CHECK(fixture.Verdict() == "ok " + lines + " " + lines);
}

}  // namespace
}  // namespace querygate
