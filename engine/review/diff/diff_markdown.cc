// A review comment: the verdicts first, everything else folded. What the change under review says is shown as text:
// nothing in it can start a link, a tag, a mention or another cell.
#include <array>
#include <string_view>

#include "engine/render/display_text.h"
#include "engine/review/diff/call_words.h"
#include "engine/review/diff/diff_formats.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

bool IsWordCharacter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// Whether the character at `at` could begin or end markup, a mention, an emoji or a link.
bool IsSpecial(const std::string& text, std::size_t at) {
  constexpr std::string_view kAlways = "&<>|`*[]~@#$\\";
  const char before = at == 0 ? ' ' : text[at - 1];
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  switch (text[at]) {
    case '_':
      return !IsWordCharacter(before) || !IsWordCharacter(after);
    case ':':
      return after != ' ';
    case '.':
      return before == 'w' || before == 'W';
    case '-':
    case '+':
      return at == 0;
    default:
      return kAlways.find(text[at]) != std::string_view::npos;
  }
}

std::string Escaped(const std::string& text) {
  const std::string printable = Printable(text);
  std::string escaped;
  for (std::size_t at = 0; at < printable.size(); ++at) {
    if (IsSpecial(printable, at)) {
      escaped += "&#" + std::to_string(static_cast<int>(printable[at])) + ";";
    } else {
      escaped += printable[at];
    }
  }
  return escaped;
}

// The same between tags that GitHub keeps: a code span could be ended by its own text.
std::string Code(const std::string& text) { return "<code>" + Escaped(text) + "</code>"; }

std::string Bold(const std::string& words, const Effects& effects) {
  return effects.widens || effects.unclear || effects.breaks ? "**" + words + "**" : words;
}

// The first change that decides the verdict.
std::string Headline(const std::vector<Change>& changes) {
  const Change* best = nullptr;
  const auto weight = [](const Change& change) {
    return change.effects.widens    ? 4
           : change.effects.unclear ? 3
           : change.effects.breaks  ? 2
           : change.effects.narrows ? 1
                                    : 0;
  };
  for (const Change& change : changes) {
    if (best == nullptr || weight(change) > weight(*best)) best = &change;
  }
  if (best == nullptr) return {};
  std::string text = Escaped(best->subject + ": " + best->text);
  if (changes.size() > 1) text += " (and " + std::to_string(changes.size() - 1) + " more)";
  return text;
}

void AppendRow(std::string& out, const std::string& name, const std::string& words, const Effects& effects,
               const std::vector<Change>& changes) {
  out += "| " + Code(name) + " | " + Bold(words, effects) + " | " + Headline(changes) + " |\n";
}

void AppendDetails(std::string& out, const std::string& name, const std::string& words,
                   const std::vector<Change>& changes, bool is_report) {
  out += "\n<details><summary>" + Code(name) + ": " + words + "</summary>\n\n";
  for (const Change& change : changes) {
    const std::string effects = EffectWords(change.effects);
    out += "- " + Escaped(change.topic + ", " + change.subject + ": " + change.text);
    out += effects.empty() ? " (no effect)\n" : " (" + Bold(effects, change.effects) + ")\n";
    if (!change.file.empty()) out += "  - " + Code(change.file + ":" + std::to_string(change.line)) + "\n";
    if (!change.datum.empty()) out += "  - newly visible: " + Escaped(change.datum) + "\n";
    if (change.call && is_report) {
      out += "  - newly accepted, as " + Escaped(NameOf(change.call->caller)) + ": " +
             Code(CallWords(name, *change.call)) + "\n";
    }
    if (change.callers.size() > 1) out += "  - for " + Escaped(Listed(change.callers)) + "\n";
  }
  out += "\n</details>\n";
}

}  // namespace

std::string RenderDiffMarkdown(const Diff& diff) {
  std::string out = "### querygate: " + Escaped(DiffSummary(diff)) + "\n\n";
  std::string details;
  std::string rows;
  std::size_t untouched = 0;
  for (const PolicyDiff& policy : diff.policies) {
    const std::string effects = EffectWords(policy.effects);
    const std::string words = effects.empty() ? "same" : effects;
    AppendRow(rows, policy.name, words, policy.effects, policy.changes);
    AppendDetails(details, policy.name, words, policy.changes, false);
  }
  for (const ReportDiff& report : diff.reports) {
    if (report.changes.empty()) {
      ++untouched;
      continue;
    }
    AppendRow(rows, report.id, VerdictWords(report), report.effects, report.changes);
    AppendDetails(details, report.id, VerdictWords(report), report.changes, true);
  }
  if (rows.empty()) return out + "Nothing changed in what anybody may ask or see.\n";
  out += "| what | verdict | why |\n| --- | --- | --- |\n" + rows;
  if (untouched > 0) {
    out +=
        "\n" + std::to_string(untouched) + (untouched == 1 ? " report is" : " reports are") + " without any change.\n";
  }
  return out + details;
}

}  // namespace querygate::review
