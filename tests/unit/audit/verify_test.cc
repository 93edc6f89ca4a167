// No change of a log goes unnoticed: bytes, lines, order, ends.
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/audit/audit_fixture.h"

namespace querygate {
namespace {

using testing::AuditFixture;
using testing::Entry;
using testing::WriteFile;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    lines.push_back(text.substr(start, end - start + 1));
    start = end + 1;
  }
  return lines;
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

struct Written {
  AuditFixture fixture;
  std::string text;
  std::vector<std::string> lines;  // opened, alice, bob, carol

  Written() {
    const auto log = fixture.Open();
    REQUIRE(log);
    for (const char* caller : {"alice", "bob", "carol"}) REQUIRE(log->Append(Entry(caller)));
    text = fixture.Text();
    lines = Lines(text);
    REQUIRE(lines.size() == 4);
  }
  std::string Verdict(const std::string& changed) const {
    WriteFile(fixture.path(), changed);
    return fixture.Verdict();
  }
};

TEST_CASE("every byte of a log matters") {
  const Written log;
  testing::CaseCount count("audit logs with one changed bit");
  for (std::size_t at = 0; at < log.text.size(); ++at) {
    CAPTURE(at);
    std::string changed = log.text;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CHECK(count.Add(log.Verdict(changed).starts_with("broken")));
  }
  for (std::size_t size = 0; size < log.text.size(); ++size) {
    const std::string verdict = log.Verdict(log.text.substr(0, size));
    const bool at_line = size == 0 || log.text[size - 1] == '\n';
    CAPTURE(size, verdict);
    // Whole lines that are cut off leave a sound log: only a hash noted elsewhere tells.
    CHECK(count.Add(at_line && size > 0 ? verdict.starts_with("ok") : verdict.starts_with("broken")));
  }
}

TEST_CASE("the first broken line is named with what is wrong") {
  const Written log;
  auto lines = log.lines;
  CHECK(log.Verdict(log.text) == "ok 4 4");
  lines.erase(lines.begin() + 2);
  CHECK(log.Verdict(Joined(lines)) == "broken audit.jsonl:3 it has the sequence number 4 where 3 follows");
  lines = log.lines;
  std::swap(lines[2], lines[3]);
  CHECK(log.Verdict(Joined(lines)) == "broken audit.jsonl:3 it has the sequence number 4 where 3 follows");
  lines = log.lines;
  lines.insert(lines.begin() + 2, lines[1]);
  CHECK(log.Verdict(Joined(lines)) == "broken audit.jsonl:3 it has the sequence number 2 where 3 follows");
  lines = log.lines;
  lines.insert(lines.begin() + 2, "\n");
  CHECK(log.Verdict(Joined(lines)) == "broken audit.jsonl:3 this is not a line of an audit log");
  lines = log.lines;
  lines.erase(lines.begin());
  CHECK(log.Verdict(Joined(lines)) == "broken audit.jsonl:1 the file does not begin with an opened line");
  CHECK(log.Verdict(log.text + "x\n") == "broken audit.jsonl:5 the last line is cut off");
  CHECK(log.Verdict(log.text + "x") == "broken audit.jsonl:5 the last line is cut off");
  CHECK(log.Verdict("") == "broken audit.jsonl:1 the file holds no line");
  CHECK(log.Verdict(std::string(200'000, 'x')).starts_with("broken audit.jsonl:1 "));
  CHECK(log.Verdict("\n" + log.text).starts_with("broken audit.jsonl:1 "));

  // A line with a right hash of its own that follows another line.
  AuditLine forged = CallLine({3, std::string(64, 'a')}, Entry("eve"));
  lines = log.lines;
  lines[2] = forged.text + "\n";
  CHECK(log.Verdict(Joined(lines)) == "broken audit.jsonl:3 it does not follow the line before");
  // Forged so that it does: then the line after does not.
  const std::string previous = lines[1].substr(lines[1].size() - 67, 64);
  forged = CallLine({3, previous}, Entry("eve"));
  lines[2] = forged.text + "\n";
  CHECK(log.Verdict(Joined(lines)) == "broken audit.jsonl:4 it does not follow the line before");
}

TEST_CASE("a recovered line cannot excuse other bytes than those it names") {
  const Written log;
  const std::string previous = log.lines[3].substr(log.lines[3].size() - 67, 64);
  const TornBytes none{0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"};
  const TornBytes wrong{3, none.sha256};
  CHECK(log.Verdict(log.text + RecoveredLine({5, previous}, {}, none).text + "\n") == "ok 5 5");
  CHECK(log.Verdict(log.text + "abc\n" + RecoveredLine({5, previous}, {}, none).text + "\n") ==
        "broken audit.jsonl:5 the bytes are not those that a crash had left");
  CHECK(log.Verdict(log.text + "abc\n" + RecoveredLine({5, previous}, {}, wrong).text + "\n") ==
        "broken audit.jsonl:5 the bytes are not those that a crash had left");
  CHECK(log.Verdict(log.text + RecoveredLine({5, previous}, {}, wrong).text + "\n") ==
        "broken audit.jsonl:5 the bytes are not those that a crash had left");
  CHECK(log.Verdict(log.text + "abc\n" + CallLine({5, previous}, Entry()).text + "\n") ==
        "broken audit.jsonl:5 this is not a line of an audit log");
}

TEST_CASE("a hash that was noted elsewhere tells of lines that were cut off") {
  const Written log;
  SystemFileCalls calls;
  const std::string noted = log.lines[3].substr(log.lines[3].size() - 67, 64);
  CHECK(std::holds_alternative<AuditSound>(VerifyAudit(calls, {log.fixture.path()}, noted)));
  WriteFile(log.fixture.path(), log.lines[0] + log.lines[1] + log.lines[2]);
  CHECK(std::holds_alternative<AuditSound>(VerifyAudit(calls, {log.fixture.path()}, std::nullopt)));
  const auto verdict = VerifyAudit(calls, {log.fixture.path()}, noted);
  REQUIRE(std::holds_alternative<AuditBroken>(verdict));
  CHECK(std::get<AuditBroken>(verdict).what ==
        "no line has the hash that was looked for: lines were cut off or written anew");
}

}  // namespace
}  // namespace querygate
