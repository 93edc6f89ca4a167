#include "engine/review/diff/text_search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <queue>
#include <set>
#include <utility>

namespace querygate::review {
namespace {

constexpr std::int64_t kMaxLength = 1'000;       // longest text whose length is counted
constexpr std::size_t kMaxSets = 5'000;          // states of one automaton made deterministic
constexpr std::size_t kMaxSituations = 100'000;  // of all automata together
constexpr std::size_t kMaxSteps = 2'000'000;
constexpr std::size_t kMaxWork = 100'000'000;  // states of one automaton looked at in all

constexpr char32_t kFirstSurrogate = 0xD800;
constexpr char32_t kLastSurrogate = 0xDFFF;
constexpr char32_t kLastCodePoint = 0x10FFFF;

// What a person would rather read comes first.
constexpr std::array<CodePointRange, 6> kPreferred = {{
    {'a', 'z'},
    {'0', '9'},
    {'A', 'Z'},
    {0x21, 0x7E},
    {0x20, 0x20},
    {0xA1, kLastCodePoint},
}};

struct Letter {
  std::size_t rank = 0;
  char32_t value = 0;
};

// One code point for each stretch of them that no automaton tells apart, the preferred ones first.
std::vector<Letter> MakeAlphabet(const std::vector<const RegularLanguage*>& languages) {
  std::set<char32_t> starts{1, kFirstSurrogate, kLastSurrogate + 1};
  for (const RegularLanguage* language : languages) {
    for (const RegularLanguage::State& state : language->states()) {
      for (const auto& [range, target] : state.reads) {
        starts.insert(std::max<char32_t>(range.first, 1));
        if (range.last < kLastCodePoint) starts.insert(range.last + 1);
      }
    }
  }
  std::vector<Letter> alphabet;
  for (auto start = starts.begin(); start != starts.end(); ++start) {
    const char32_t first = *start;
    const char32_t last = std::next(start) == starts.end() ? kLastCodePoint : *std::next(start) - 1;
    if (first >= kFirstSurrogate && last <= kLastSurrogate) continue;
    Letter letter{kPreferred.size(), first};
    for (std::size_t rank = 0; rank < kPreferred.size(); ++rank) {
      const CodePointRange& range = kPreferred[rank];
      if (first > range.last || last < range.first) continue;
      letter = {rank, std::max(first, range.first)};
      break;
    }
    alphabet.push_back(letter);
  }
  std::sort(alphabet.begin(), alphabet.end(),
            [](const Letter& a, const Letter& b) { return std::pair(a.rank, a.value) < std::pair(b.rank, b.value); });
  return alphabet;
}

// One automaton made deterministic as far as it is walked.
class Walker {
 public:
  explicit Walker(const RegularLanguage& language) : language_(language) { Intern({0}, true); }

  static constexpr std::size_t kStart = 0;

  bool accepts(std::size_t set) const { return accepts_[set]; }
  bool dead(std::size_t set) const { return sets_[set].empty(); }
  bool overflown() const { return sets_.size() > kMaxSets || work_ > kMaxWork; }

  std::size_t Step(std::size_t set, char32_t value) {
    const auto [known, inserted] = steps_.try_emplace({set, value}, 0);
    if (!inserted) return known->second;
    std::vector<std::size_t> next;
    for (const std::size_t state : sets_[set]) {
      for (const auto& [range, target] : language_.states()[state].reads) {
        if (range.first <= value && value <= range.last) next.push_back(target);
      }
    }
    const std::size_t to = Intern(std::move(next), false);
    steps_[{set, value}] = to;
    return to;
  }

 private:
  void Close(std::vector<std::size_t>& states, bool at_start, bool at_end) {
    work_ += language_.states().size();
    std::vector<bool> seen(language_.states().size(), false);
    std::vector<std::size_t> open = std::move(states);
    states.clear();
    while (!open.empty()) {
      const std::size_t state = open.back();
      open.pop_back();
      if (seen[state]) continue;
      seen[state] = true;
      states.push_back(state);
      for (const auto& [condition, target] : language_.states()[state].jumps) {
        if (condition == RegularLanguage::Condition::kAtStart && !at_start) continue;
        if (condition == RegularLanguage::Condition::kAtEnd && !at_end) continue;
        open.push_back(target);
      }
    }
    std::sort(states.begin(), states.end());
  }

  std::size_t Intern(std::vector<std::size_t> states, bool at_start) {
    Close(states, at_start, false);
    // The start is a set of its own: only there does `^` hold.
    const auto [known, inserted] = ids_.try_emplace({at_start, states}, sets_.size());
    if (!inserted) return known->second;
    std::vector<std::size_t> ending = states;
    Close(ending, at_start, true);
    accepts_.push_back(std::binary_search(ending.begin(), ending.end(), language_.states().size() - 1));
    sets_.push_back(std::move(states));
    return sets_.size() - 1;
  }

  const RegularLanguage& language_;
  std::map<std::pair<bool, std::vector<std::size_t>>, std::size_t> ids_;
  std::vector<std::vector<std::size_t>> sets_;
  std::vector<bool> accepts_;
  std::map<std::pair<std::size_t, char32_t>, std::size_t> steps_;
  std::size_t work_ = 0;
};

void AppendUtf8(std::string& out, char32_t value) {
  const auto byte = [&out](char32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (value < 0x80) {
    byte(value);
  } else if (value < 0x800) {
    byte(0xC0 | value >> 6);
    byte(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    byte(0xE0 | value >> 12);
    byte(0x80 | (value >> 6 & 0x3F));
    byte(0x80 | (value & 0x3F));
  } else {
    byte(0xF0 | value >> 18);
    byte(0x80 | (value >> 12 & 0x3F));
    byte(0x80 | (value >> 6 & 0x3F));
    byte(0x80 | (value & 0x3F));
  }
}

bool LengthHolds(const TextRules& rules, std::int64_t length) {
  return length >= rules.min_length && (!rules.max_length || length <= *rules.max_length);
}

// Breadth first over all automata at once: the first text that fits is a shortest one.
class Search {
 public:
  Search(const TextRules& inside, const TextRules* outside) : inside_(inside), outside_(outside) {
    std::vector<const RegularLanguage*> all = inside.languages;
    if (outside != nullptr) all.insert(all.end(), outside->languages.begin(), outside->languages.end());
    alphabet_ = MakeAlphabet(all);
    walkers_.reserve(all.size());
    for (const RegularLanguage* language : all) walkers_.emplace_back(*language);
    for (const TextRules* rules : {&inside_, outside_}) {
      if (rules == nullptr) continue;
      counted_ = std::max(counted_, rules->min_length);
      if (rules->max_length) counted_ = std::max(counted_, *rules->max_length + 1);
    }
  }

  TextSearch Run() {
    if (counted_ > kMaxLength) return Undecided("texts longer than 1000 characters are not compared");
    Visit({std::vector<std::size_t>(walkers_.size(), Walker::kStart), 0}, kNowhere, 0);
    for (std::size_t at = 0; at < visits_.size(); ++at) {
      if (Fits(visits_[at].situation)) return {TextSearch::Answer::kFound, TextOf(at), {}};
      if (!Extend(at)) return Undecided("the patterns are too large to be compared");
    }
    return {};
  }

 private:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  // Where every automaton stands, and the length read so far as far as it is counted.
  struct Situation {
    std::vector<std::size_t> sets;
    std::int64_t length = 0;
    friend auto operator<=>(const Situation&, const Situation&) = default;
  };
  struct Visited {
    Situation situation;
    std::size_t from = kNowhere;
    char32_t letter = 0;
  };

  static TextSearch Undecided(std::string why) { return {TextSearch::Answer::kUndecided, {}, std::move(why)}; }

  void Visit(Situation situation, std::size_t from, char32_t letter) {
    if (seen_.insert(situation).second) visits_.push_back({std::move(situation), from, letter});
  }

  bool Fits(const Situation& situation) const {
    const std::size_t own = inside_.languages.size();
    for (std::size_t i = 0; i < own; ++i) {
      if (!walkers_[i].accepts(situation.sets[i])) return false;
    }
    if (!LengthHolds(inside_, situation.length)) return false;
    if (outside_ == nullptr || !LengthHolds(*outside_, situation.length)) return true;
    for (std::size_t i = own; i < walkers_.size(); ++i) {
      if (!walkers_[i].accepts(situation.sets[i])) return true;
    }
    return false;
  }

  // False when the work is more than it is worth.
  bool Extend(std::size_t at) {
    const Situation situation = visits_[at].situation;
    const std::int64_t length = std::min(situation.length + 1, counted_);
    if (inside_.max_length && length > *inside_.max_length) return true;
    for (const Letter& letter : alphabet_) {
      if (++steps_ > kMaxSteps) return false;
      Situation next{situation.sets, length};
      bool alive = true;
      for (std::size_t i = 0; i < walkers_.size() && alive; ++i) {
        next.sets[i] = walkers_[i].Step(situation.sets[i], letter.value);
        if (walkers_[i].overflown()) return false;
        alive = i >= inside_.languages.size() || !walkers_[i].dead(next.sets[i]);
      }
      if (alive) Visit(std::move(next), at, letter.value);
      if (visits_.size() > kMaxSituations) return false;
    }
    return true;
  }

  std::string TextOf(std::size_t at) const {
    std::vector<char32_t> letters;
    for (; visits_[at].from != kNowhere; at = visits_[at].from) letters.push_back(visits_[at].letter);
    std::string text;
    for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter) AppendUtf8(text, *letter);
    return text;
  }

  const TextRules& inside_;
  const TextRules* outside_;
  std::vector<Letter> alphabet_;
  std::vector<Walker> walkers_;
  std::int64_t counted_ = 0;
  std::vector<Visited> visits_;
  std::set<Situation> seen_;
  std::size_t steps_ = 0;
};

}  // namespace

TextSearch FindText(const TextRules& inside, const TextRules* outside) { return Search(inside, outside).Run(); }

}  // namespace querygate::review
