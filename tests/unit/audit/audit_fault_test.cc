// Full disks, crashes in the middle of a line or a rotation, files that were taken away: the log goes on and says so,
// or stops.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include "tests/unit/audit/audit_fixture.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;
using namespace testing;

TEST_CASE("a crash between the two steps of a rotation is continued") {
  const AuditFixture fixture;
  {
    const auto log = fixture.Open();
    REQUIRE(log);
    REQUIRE(log->Append(Entry()));
    // The new file cannot be made: nothing is answered until it can.
    fixture.calls->FailNth(FaultyCalls::kOpen, 0, EMFILE);
    CHECK(Says(CauseOf(log->Rotate()), "cannot make it: Too many open files"));
    CHECK(std::filesystem::exists(fixture.path() + ".000000000002"));
    CHECK_FALSE(std::filesystem::exists(fixture.path()));
    fixture.calls->FailNth(FaultyCalls::kOpen, 0, EMFILE);
    CHECK(Says(CauseOf(log->Append(Entry())), "cannot make it"));
    REQUIRE(log->Append(Entry()));
    CHECK(fixture.Verdict() == "ok 4 4");
    fixture.calls->FailNth(FaultyCalls::kOpen, 0, EMFILE);
    CHECK_FALSE(log->Rotate());
  }
  const auto log = fixture.Open();
  REQUIRE(log);
  REQUIRE(log->Append(Entry()));
  CHECK(fixture.Verdict() == "ok 6 6");
  CHECK(Says(fixture.Text(), R"("previous_file":"audit.jsonl.000000000004")"));
}

TEST_CASE("a file whose beginning could not be written begins with the next line") {
  for (const int bytes : {0, 1, 50, -1}) {
    CAPTURE(bytes);
    const AuditFixture fixture;
    const auto log = fixture.Open();
    REQUIRE(log);
    fixture.calls->FailNth(FaultyCalls::kWrite, 0, ENOSPC, bytes);
    CHECK_FALSE(log->Rotate());
    REQUIRE(log->Append(Entry()));
    CHECK(fixture.Verdict().starts_with("ok "));
    fixture.calls->FailNth(FaultyCalls::kWrite, 0, ENOSPC, bytes);
    CHECK_FALSE(log->Rotate());
    REQUIRE(log->Rotate());
    REQUIRE(log->Append(Entry()));
    CHECK(fixture.Verdict().starts_with("ok "));
  }
}

TEST_CASE("no line counts before the name of its file is on the disk") {
  const AuditFixture fixture;
  const auto log = fixture.Open();
  REQUIRE(log);
  fixture.calls->FailNth(FaultyCalls::kSyncDirectory, 0);
  CHECK(Says(CauseOf(log->Rotate()), "cannot synchronise"));
  fixture.calls->FailNth(FaultyCalls::kSyncDirectory, 0);
  CHECK(Says(CauseOf(log->Append(Entry())), "cannot synchronise"));
  CHECK_FALSE(Says(fixture.Text(), "alice"));
  REQUIRE(log->Append(Entry()));
  fixture.calls->FailNth(FaultyCalls::kSyncDirectory, 0);
  REQUIRE(log->Append(Entry()));  // once is enough
  CHECK(fixture.Verdict() == "ok 4 4");
}

TEST_CASE("a line that cannot be written is not answered, and told with the next") {
  for (const int bytes : {0, 1, 20, 300, -1}) {
    CAPTURE(bytes);
    const AuditFixture fixture;
    const auto log = fixture.Open();
    REQUIRE(log);
    REQUIRE(log->Append(Entry()));
    fixture.calls->FailNth(FaultyCalls::kWrite, 0, ENOSPC, bytes);
    const std::string cause = CauseOf(log->Append(Entry("lost")));
    CHECK(Says(cause, bytes == 0 ? "cannot write: No space left on device" : "only a part of a line could be written"));
    REQUIRE(log->Append(Entry("after")));
    REQUIRE(log->Append(Entry("after")));
    const std::string text = fixture.Text();
    CHECK(Count(text, R"("event":"recovered")") == (bytes == 0 ? 0 : 1));
    CHECK(Count(text, R"("caller":"after")") == 2);
    CHECK(fixture.Verdict() == (bytes == 0 ? "ok 4 4" : bytes > 0 ? "ok 5 5" : "ok 6 6"));
  }
}

TEST_CASE("writes that fail one after the other are told together") {
  for (const int first : {1, 300, -1}) {
    for (const int second : {0, 1, 2, 100, -1}) {
      CAPTURE(first, second);
      const AuditFixture fixture;
      const auto log = fixture.Open();
      REQUIRE(log);
      fixture.calls->FailNth(FaultyCalls::kWrite, 0, ENOSPC, first);
      CHECK_FALSE(log->Append(Entry("lost")));
      fixture.calls->FailNth(FaultyCalls::kWrite, 0, ENOSPC, second);
      CHECK_FALSE(log->Append(Entry("lost too")));
      REQUIRE(log->Append(Entry("after")));
      CHECK(fixture.Verdict().starts_with("ok "));
      CHECK(Count(fixture.Text(), R"("caller":"after")") == 1);
      REQUIRE(log->Rotate());
      CHECK(fixture.Verdict().starts_with("ok "));
    }
  }
}

TEST_CASE("what a crash left is accounted for at the next start, by its length and digest") {
  const AuditFixture fixture;
  REQUIRE(fixture.Open()->Append(Entry()));
  const std::string whole = fixture.Text();
  const std::string line = whole.substr(whole.find('\n') + 1);
  // Every length that a write of one more line may have had, the whole line without its line feed among them.
  for (std::size_t length = 1; length < line.size(); ++length) {
    CAPTURE(length);
    const AuditFixture other;
    WriteFile(other.path(), whole.substr(0, whole.find('\n') + 1 + length));
    if (length == 100 || length + 1 == line.size())
      CHECK(other.Verdict() == "broken audit.jsonl:2 the last line is cut off");
    const auto log = other.Open();
    REQUIRE(log);
    const bool whole_line = length + 1 == line.size();
    CHECK(log->torn_bytes() == (whole_line ? 0 : static_cast<std::int64_t>(length)));
    REQUIRE(log->Append(Entry()));
    CHECK(other.Verdict() == (whole_line ? "ok 4 4" : "ok 3 3"));
    // The bytes are still there, and cannot be changed.
    std::string text = other.Text();
    CHECK(Says(text, line.substr(0, length)));
    text[whole.find('\n') + 2] ^= 1;
    WriteFile(other.path(), text);
    CHECK(other.Verdict().starts_with("broken audit.jsonl:2 "));
  }
}

TEST_CASE("a crash while recovering, or before the first line was whole, is recovered as well") {
  const AuditFixture fixture;
  REQUIRE(fixture.Open()->Append(Entry()));
  const std::string whole = fixture.Text();
  for (const std::string& rest :
       {std::string("{\"seq\n{\"sequence\":3,"), std::string("{\"seq\n"), std::string("\n"), std::string("\n\n\n{")}) {
    CAPTURE(rest);
    const AuditFixture other;
    WriteFile(other.path(), whole + rest);
    const auto log = other.Open();
    REQUIRE(log);
    CHECK(log->torn_bytes() == static_cast<std::int64_t>(rest.size()));
    REQUIRE(log->Append(Entry()));
    CHECK(other.Verdict() == "ok 4 4");
  }
  for (const std::string& start : {std::string(), std::string("{\"sequ")}) {
    CAPTURE(start);
    const AuditFixture other;
    WriteFile(other.path() + ".000000000002", whole);
    WriteFile(other.path(), start);
    const auto log = other.Open();
    REQUIRE(log);
    REQUIRE(log->Append(Entry()));
    CHECK(other.Verdict() == "ok 4 4");
  }
}

TEST_CASE("a chain that was tampered with is not written on") {
  const AuditFixture fixture;
  REQUIRE(fixture.Open()->Append(Entry("mallory")));
  std::string text = fixture.Text();
  text.replace(text.find("mallory"), 7, "someone");
  WriteFile(fixture.path(), text);
  CHECK_FALSE(fixture.Open());
  CHECK(Says(fixture.fault, "line 2 is broken: the line does not have the hash that it names"));
  CHECK(fixture.Text() == text);
}

TEST_CASE("a file that was moved or removed is noticed before the next line") {
  for (const bool removed : {false, true}) {
    const AuditFixture fixture;
    const auto log = fixture.Open();
    REQUIRE(log);
    if (removed) {
      std::filesystem::remove(fixture.path());
    } else {
      std::filesystem::rename(fixture.path(), fixture.folder / "taken");
      WriteFile(fixture.path(), "");
    }
    CHECK(Says(CauseOf(log->Append(Entry())), "the file was moved or removed"));
    CHECK(Says(CauseOf(log->Rotate()), "the file was moved or removed"));
  }
}

TEST_CASE("a synchronisation that fails ends the log") {
  const AuditFixture fixture;
  const auto log = fixture.Open();
  REQUIRE(log);
  REQUIRE(log->Append(Entry()));
  fixture.calls->FailNth(FaultyCalls::kSyncData, 0);
  CHECK(Says(CauseOf(log->Append(Entry())), "the disk did not take it: Input/output error"));
  CHECK(Says(CauseOf(log->Append(Entry())), "the disk did not take it"));
  CHECK(Says(CauseOf(log->Rotate()), "the disk did not take it"));
  CHECK(Says(CauseOf(log->Sync()), "the disk did not take it"));
  CHECK(fixture.Verdict() == "ok 3 3");  // the line of the call that was not answered is there
}

}  // namespace
}  // namespace querygate
