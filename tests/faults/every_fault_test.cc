// Whichever call of the database library into the system fails, and whichever allocation: the exact answer or a named
// failure, nothing in between and nothing left behind.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/render/reasons.h"
#include "tests/cases.h"
#include "tests/faults/scene.h"

namespace querygate::faults {
namespace {

// A kind of fault: what answers the call that fails, and which reasons a caller may be told for it.
struct Kind {
  Point point;
  int code;
  const char* name;
  std::vector<std::string> reasons;
};

const std::vector<std::string> kSystem{"query_unavailable", "query_failed"};
const std::vector<std::string> kMemory{"budget_exceeded", "query_unavailable", "query_failed"};
const std::vector<std::string> kLocked{"lock_timeout"};

const std::vector<Kind>& FileKinds() {
  static const std::vector<Kind> kinds{
      {Point::kOpen, SQLITE_CANTOPEN, "CANTOPEN", kSystem},
      {Point::kOpen, SQLITE_NOMEM, "NOMEM", kMemory},
      {Point::kAccess, SQLITE_IOERR_ACCESS, "IOERR_ACCESS", kSystem},
      {Point::kFullPathname, SQLITE_CANTOPEN, "CANTOPEN", kSystem},
      {Point::kClose, SQLITE_IOERR_CLOSE, "IOERR_CLOSE", kSystem},
      {Point::kRead, SQLITE_IOERR_READ, "IOERR_READ", kSystem},
      {Point::kRead, SQLITE_IOERR_SHORT_READ, "IOERR_SHORT_READ", kSystem},
      {Point::kRead, SQLITE_IOERR_NOMEM, "IOERR_NOMEM", kMemory},
      {Point::kFileSize, SQLITE_IOERR_FSTAT, "IOERR_FSTAT", kSystem},
      {Point::kLock, SQLITE_BUSY, "BUSY", kLocked},
      {Point::kLock, SQLITE_IOERR_LOCK, "IOERR_LOCK", kSystem},
      {Point::kUnlock, SQLITE_IOERR_UNLOCK, "IOERR_UNLOCK", kSystem},
      {Point::kCheckReservedLock, SQLITE_IOERR_CHECKRESERVEDLOCK, "IOERR_CHECKRESERVEDLOCK", kSystem},
      {Point::kFileControl, SQLITE_IOERR, "IOERR", kSystem},
      {Point::kShmMap, SQLITE_IOERR_SHMMAP, "IOERR_SHMMAP", kSystem},
      {Point::kShmMap, SQLITE_NOMEM, "NOMEM", kMemory},
      {Point::kShmLock, SQLITE_BUSY, "BUSY", kLocked},
      {Point::kShmLock, SQLITE_IOERR_SHMLOCK, "IOERR_SHMLOCK", kSystem},
  };
  return kinds;
}

const std::vector<Kind>& MemoryKinds() {
  static const std::vector<Kind> kinds{{Point::kAllocate, SQLITE_NOMEM, "NOMEM", kMemory}};
  return kinds;
}

// No answer needs these: a reader that writes would change what it was only to look at.
constexpr Point kWriting[] = {Point::kWrite, Point::kTruncate, Point::kSync, Point::kDelete};

// Microseconds that each of the questions may wait for locks. The library by itself would try for ten seconds.
constexpr std::uint64_t kLockWait = 100'000;

enum class Start {
  kCold,  // no connection is open
  kWarm,  // a connection that has answered this question before
};

const char* NameOf(Start start) { return start == Start::kCold ? "cold" : "warm"; }
const char* NameOf(Storage storage) { return storage == Storage::kJournal ? "rollback journal" : "write-ahead log"; }

bool Contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// One question, put to gateways of one scene while something fails.
class Proof {
 public:
  Proof(const Scene& scene, const Question& question) : scene_(scene), question_(question) {
    exact_ = scene.Ask(scene.Open(), question);
    INFO(exact_.text << exact_.cause);
    REQUIRE(exact_.kind == Reply::Kind::kDelivered);
    REQUIRE(exact_.text.starts_with(R"({"status":"ok","complete":true,)"));
    files_ = scene.Files();
  }

  // Every fault of the kind, one run each, until a run meets none. The number of fault points.
  std::size_t Run(const Kind& kind, Start start, bool from_then_on, testing::CaseCount& count) {
    const std::set<std::string> open = OpenDescriptors();
    std::uint64_t number = 0;
    {
      const Gateway gateway = scene_.Open();
      if (start == Start::kWarm) CheckExact(scene_.Ask(gateway, question_));
      std::size_t open_while_idle = 0;
      for (bool failed = true; failed;) {
        ++number;
        INFO(querygate::faults::NameOf(kind.point) << " " << kind.name << " " << number << " of " << question_.name
                                                   << ", " << NameOf(start) << (from_then_on ? ", from then on" : ""));
        scene_.plan().Arm({kind.point, kind.code, number, from_then_on});
        const Reply reply = scene_.Ask(gateway, question_);
        scene_.plan().Disarm();
        failed = scene_.plan().failed() != 0;
        CheckReply(reply, kind, failed, count);
        CHECK(scene_.plan().slept_microseconds() <= kLockWait);
        for (const Point point : kWriting) CHECK(scene_.plan().met(point) == 0);
        CheckExact(scene_.Ask(gateway, question_));
        const std::size_t open_now = OpenDescriptors().size();
        CHECK(open_now == (number == 1 ? open_now : open_while_idle));
        open_while_idle = open_now;
        if (start == Start::kCold) DropConnection(gateway);
      }
    }
    CHECK(OpenDescriptors() == open);
    CHECK(scene_.Files() == files_);
    return number - 1;
  }

 private:
  // A file that cannot be asked about is not trusted to be the one that was opened; nor is a new connection to it.
  void DropConnection(const Gateway& gateway) const {
    scene_.plan().Arm({Point::kFileControl, SQLITE_IOERR, 1, true});
    const Reply reply = scene_.Ask(gateway, question_);
    scene_.plan().Disarm();
    CHECK(reply.kind == Reply::Kind::kFailed);
  }

  void CheckExact(const Reply& reply) const {
    INFO(reply.text << ": " << reply.cause);
    CHECK(reply.kind == Reply::Kind::kDelivered);
    CHECK(reply.text == exact_.text);
  }

  void CheckReply(const Reply& reply, const Kind& kind, bool failed, testing::CaseCount& count) const {
    INFO(reply.text << ": " << reply.cause);
    if (!failed) return CheckExact(reply);
    const Reason* const reason = FindReason(reply.text);
    const bool exact = reply.kind == Reply::Kind::kDelivered && reply.text == exact_.text;
    const bool named = reply.kind == Reply::Kind::kFailed && reason != nullptr && reason->status == "failed" &&
                       Contains(kind.reasons, reply.text);
    CHECK(count.Add(exact || named));
  }

  const Scene& scene_;
  const Question& question_;
  Reply exact_;
  std::map<std::string, std::string> files_;
};

// Where kinds of faults are tried.
struct Extent {
  std::vector<Storage> storages{Storage::kJournal, Storage::kLog};
  std::vector<Question> questions = Questions();
};

// Many thousands of allocations, which are ten times slower where sanitizers watch them: there, for one question over
// one storage.
Extent MemoryExtent() {
#ifdef QUERYGATE_SANITIZED
  return {{Storage::kJournal}, {Questions().at(1)}};
#else
  return {};
#endif
}

void ProveAll(const std::vector<Kind>& kinds, Isolation isolation, const Extent& extent = {}) {
  std::vector<std::size_t> points(kinds.size());
  const char* const where = isolation == Isolation::kThread ? "threads" : "workers";
  for (const Storage storage : extent.storages) {
    CAPTURE(NameOf(storage));
    const Scene scene(storage, isolation);
    for (const Question& question : extent.questions) {
      Proof proof(scene, question);
      for (std::size_t row = 0; row < kinds.size(); ++row) {
        testing::CaseCount count("faults of " + std::string(NameOf(kinds[row].point)) + " " + kinds[row].name + ", " +
                                 where);
        for (const Start start : {Start::kCold, Start::kWarm}) {
          for (const bool from_then_on : {false, true}) {
            points[row] += proof.Run(kinds[row], start, from_then_on, count);
          }
        }
      }
    }
  }
  for (std::size_t row = 0; row < kinds.size(); ++row) {
    INFO(NameOf(kinds[row].point) << " " << kinds[row].name);
    CHECK(points[row] > 0);
  }
}

}  // namespace

TEST_CASE("any call into the file system fails, calls in threads", "[files][threads]") {
  ProveAll(FileKinds(), Isolation::kThread);
}

TEST_CASE("any call into the file system fails, calls in workers", "[files][workers]") {
  ProveAll(FileKinds(), Isolation::kProcess);
}

TEST_CASE("any allocation fails, calls in threads", "[memory][threads]") {
  ProveAll(MemoryKinds(), Isolation::kThread, MemoryExtent());
}

TEST_CASE("any allocation fails, calls in workers", "[memory][workers]") {
  ProveAll(MemoryKinds(), Isolation::kProcess, MemoryExtent());
}

}  // namespace querygate::faults
