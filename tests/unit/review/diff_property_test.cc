// The promise of a comparison, held against the engine itself: whatever HEAD accepts or shows and BASE does not is
// covered by a reported widening, and reports that are called the same behave the same.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include <catch2/catch.hpp>
#include <stdlib.h>

#include "engine/backend/registry.h"
#include "engine/review/diff/diff.h"
#include "engine/review/diff/diff_formats.h"
#include "engine/run/bind.h"
#include "engine/run/execute.h"
#include "tests/unit/review/random_policy.h"

namespace querygate::review {
namespace {

constexpr int kPairs = 200;
constexpr int kCalls = 50;
constexpr int kHeads = 6;  // of one BASE
const Instant kNow = *ParseTimestamp("2026-01-01T00:10:00Z");

class TestClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override { return {}; }
  Instant WallNow() const override { return kNow; }
};

// A database file for all pairs.
class Database {
 public:
  Database() {
    std::string pattern = (std::filesystem::temp_directory_path() / "querygate-diff-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
    const auto made = CreateDatabase("sqlite", path(), kItemsSchema + kItemsRows);
    REQUIRE(made.has_value());
  }
  ~Database() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  std::string path() const { return (folder_ / "items.sqlite").string(); }

 private:
  std::filesystem::path folder_;
};

struct RandomCall {
  Caller caller;
  Arguments arguments;
};

RandomCall MakeCall(fuzz::Random& random, const CompiledReport& report) {
  RandomCall call;
  const std::vector<std::vector<std::string>> roles = {{"a"}, {"b"}, {"a", "b"}, {}};
  call.caller.kind = random.Pick(
      std::vector{Caller::Kind::kIdentified, Caller::Kind::kLocal, Caller::Kind::kLocal, Caller::Kind::kAnonymous});
  if (call.caller.kind == Caller::Kind::kIdentified) call.caller.roles = random.Pick(roles);
  if (random.Chance(92))
    call.caller.scope.emplace_back("store", ToArgument(std::string(random.Chance(70) ? "s1" : "s2")));
  for (const ParameterSpec& spec : report.parameters) {
    // Mostly what the report takes, so that whole calls are accepted often enough.
    std::optional<Argument> argument;
    for (int attempt = 0; attempt < 12; ++attempt) {
      argument = RandomArgument(random, spec.name);
      const bool taken = JudgeParameter(spec, argument ? &*argument : nullptr, kNow, nullptr).has_value();
      if (taken || random.Chance(4)) break;
    }
    if (!argument) continue;
    (spec.from_scope ? call.caller.scope : call.arguments).emplace_back(spec.name, *std::move(argument));
  }
  return call;
}

// What a side does with a call: nothing when it is refused before a source is opened.
struct Answer {
  bool accepted = false;
  std::string body;  // of a delivered result
};

Answer Ask(const PolicySide& side, const RandomCall& call, AttachedSource& source) {
  Answer answer;
  const auto& report = side.reports.at(kRandomReport).report;
  if (report->status == ReportStatus::kRetired) return answer;
  const auto permission = Permit(side.access, call.caller, *report);
  if (!permission) return answer;
  const auto bindings = BindArguments(*report, side.access, call.caller, *permission, call.arguments, kNow);
  if (!bindings) return answer;
  answer.accepted = true;
  const TestClock clock;
  CallContext context;
  context.now = kNow;
  context.clock = &clock;
  context.budget = report->budget;
  context.deadline.at = std::chrono::steady_clock::time_point(std::chrono::hours(1));
  answer.body = Execute(report, *bindings, source, context, clock).json;
  return answer;
}

struct Counts {
  int pairs = 0, same = 0, widened = 0, unclear = 0;
  int calls = 0, accepted_by_both = 0, newly_accepted = 0, newly_answered = 0, different = 0;
  int witnesses = 0, widenings = 0;
  std::map<std::string, int> newly_by_choice;  // pairs that differ in this choice alone and accept a new call
};

class Pair {
 public:
  Pair(const PolicySide& base, const PolicySide& head, const Database& database)
      : base_(base),
        head_(head),
        diff_(Compare(base, head, kNow)),
        report_(diff_.reports.at(0)),
        backend_(MakeBackend("sqlite")),
        base_source_(backend_->Attach(base.sources.at("shop"), database.path())),
        head_source_(backend_->Attach(head.sources.at("shop"), database.path())) {}

  void Check(fuzz::Random& random, const std::string& choice, Counts& counts) {
    CheckExamples(counts);
    counts.same += report_.verdict == Verdict::kSame ? 1 : 0;
    counts.widened += report_.effects.widens ? 1 : 0;
    counts.unclear += report_.effects.unclear ? 1 : 0;
    bool newly = false;
    for (int i = 0; i < kCalls; ++i) {
      const PolicySide& shaped_by = random.Chance(75) ? head_ : base_;
      newly = CheckCall(MakeCall(random, *shaped_by.reports.at(kRandomReport).report), counts) || newly;
    }
    if (newly && !choice.empty()) ++counts.newly_by_choice[choice];
  }

 private:
  bool covered() const { return report_.effects.widens || report_.effects.unclear; }

  bool OtherRows() const {
    return std::any_of(report_.changes.begin(), report_.changes.end(),
                       [](const Change& change) { return change.topic == "row scope"; });
  }

  // Every example is what it claims to be, judged by the engine.
  void CheckExamples(Counts& counts) const {
    for (const Change& change : report_.changes) {
      counts.widenings += change.effects.widens ? 1 : 0;
      if (!change.call) continue;
      ++counts.witnesses;
      INFO(RenderDiffText(diff_));
      CHECK(Accepts(head_, *head_.reports.at(kRandomReport).report, *change.call, kNow));
      CHECK_FALSE(Accepts(base_, *base_.reports.at(kRandomReport).report, *change.call, kNow));
    }
  }

  // True when the call is newly accepted.
  bool CheckCall(const RandomCall& call, Counts& counts) {
    const Answer before = Ask(base_, call, *base_source_);
    const Answer now = Ask(head_, call, *head_source_);
    ++counts.calls;
    INFO(RenderDiffText(diff_));
    INFO("before: " << before.accepted << ' ' << before.body << "\nnow: " << now.accepted << ' ' << now.body);
    if (report_.verdict == Verdict::kSame) {
      CHECK(before.accepted == now.accepted);
      CHECK(before.body == now.body);
    }
    if (before.accepted && now.accepted) ++counts.accepted_by_both;
    if (before.accepted && !now.accepted) CHECK((report_.effects.narrows || report_.effects.unclear));
    if (now.accepted && !before.accepted) {
      ++counts.newly_accepted;
      CHECK(covered());
      return true;
    }
    if (!now.accepted) return false;
    if (before.body.empty() && !now.body.empty()) {
      // Other rows, of another scope or for another default, may satisfy the contract where the earlier did not.
      ++counts.newly_answered;
      CHECK((covered() || report_.effects.breaks || OtherRows()));
    } else if (!before.body.empty() && now.body.empty()) {
      CHECK((report_.effects.narrows || report_.effects.unclear || report_.effects.breaks || OtherRows()));
    } else if (before.body != now.body) {
      ++counts.different;
      CHECK((covered() || report_.effects.breaks || report_.effects.narrows));
      // More rows than before for one call are more than a broken contract.
      if (now.body.size() > before.body.size() + 20) CHECK((covered() || report_.effects.breaks));
    }
    return false;
  }

  const PolicySide& base_;
  const PolicySide& head_;
  Diff diff_;
  const ReportDiff& report_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<AttachedSource> base_source_, head_source_;
};

TEST_CASE("what HEAD accepts or shows and BASE does not is covered by a reported widening") {
  const Database database;
  fuzz::Random random(20260101);
  Counts counts;
  while (counts.pairs < kPairs) {
    const RandomPolicy base(random);
    const auto base_side = base.Compile();
    if (!base_side) continue;
    for (int heads = 0; heads < kHeads; ++heads) {
      RandomPolicy head = base;
      const auto changed = head.Mutate(random, random.Chance(60) ? 1 : 2);
      const auto head_side = head.Compile();
      if (!head_side) continue;
      ++counts.pairs;
      INFO("changed: " << changed.front() << ", " << changed.back() << "\nBASE\n"
                       << base.Text() << "\nHEAD\n"
                       << head.Text());
      Pair(*base_side, *head_side, database).Check(random, changed.size() == 1 ? changed.front() : "", counts);
    }
  }
  std::cout << "pairs " << counts.pairs << ": " << counts.widened << " widened, " << counts.unclear << " incomparable, "
            << counts.same << " same\ncalls " << counts.calls << ": " << counts.accepted_by_both
            << " accepted by both, " << counts.newly_accepted << " newly accepted, " << counts.newly_answered
            << " newly answered, " << counts.different << " answered differently\nwidenings " << counts.widenings
            << ", of them with an example call " << counts.witnesses
            << "\nnewly accepted by the one choice that differs:";
  for (const auto& [choice, count] : counts.newly_by_choice) std::cout << ' ' << choice << ' ' << count;
  std::cout << '\n';
  // A generator that never reaches what it is about proves nothing.
  CHECK(counts.newly_accepted > 200);
  CHECK(counts.newly_answered > 0);
  CHECK(counts.accepted_by_both > 2'000);
  CHECK(counts.newly_by_choice.size() >= 10);
}

}  // namespace
}  // namespace querygate::review
