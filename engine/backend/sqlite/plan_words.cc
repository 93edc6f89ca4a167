#include "engine/backend/sqlite/plan_words.h"

#include <array>

namespace querygate::sqlite {
namespace {

bool Take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::string TakeWord(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  std::string word(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

struct Row {
  std::string_view step, words;
};
// Whole steps, or their beginnings where the words end in a blank: the rest then follows.
constexpr auto kSteps = std::to_array<Row>({
    {"SCAN CONSTANT ROW", "makes one row without a table"},
    {"USE TEMP B-TREE FOR RIGHT PART OF ORDER BY", "sorts rows of equal beginning for ORDER BY, in memory"},
    {"USE TEMP B-TREE FOR LAST TERM OF ORDER BY", "sorts rows of equal beginning for ORDER BY, in memory"},
    {"USE TEMP B-TREE FOR ", "sorts in memory for "},
    {"COMPOUND QUERY", "puts several queries together"},
    {"LEFT-MOST SUBQUERY", "the first of them"},
    {"UNION ALL", "and all rows of the next"},
    {"UNION USING TEMP B-TREE", "and the rows of the next that are not there yet, kept in memory"},
    {"EXCEPT USING TEMP B-TREE", "without the rows of the next, kept in memory"},
    {"INTERSECT USING TEMP B-TREE", "and only the rows that the next has too, kept in memory"},
    {"MERGE (", "walks both in order: ("},
    {"CO-ROUTINE ", "computes, row by row as it is read, "},
    {"MATERIALIZE ", "computes first and keeps in memory "},
    {"CORRELATED SCALAR SUBQUERY", "for every row anew, a nested query"},
    {"CORRELATED LIST SUBQUERY", "for every row anew, a nested list"},
    {"SCALAR SUBQUERY", "once, a nested query"},
    {"LIST SUBQUERY", "once, a nested list"},
    {"RECURSIVE STEP", "again, as long as rows come"},
    {"SETUP", "to begin with"},
    {"INDEX ", "alternative "},
    {"MULTI-INDEX OR", "by several indexes, one for each OR"},
    {"BLOOM FILTER ON ", "passes over rows early that cannot match in "},
});

std::string Behind(std::string_view conditions) {
  if (!conditions.starts_with('(') || !conditions.ends_with(')')) return std::string(conditions);
  return "where " + std::string(conditions.substr(1, conditions.size() - 2));
}

std::string ReadWords(bool scan, std::string_view rest) {
  const std::string table = TakeWord(rest);
  std::string ending;
  if (rest.ends_with(" LEFT-JOIN") || rest == "LEFT-JOIN") {
    rest.remove_suffix(rest == "LEFT-JOIN" ? rest.size() : 10);
    ending = ", a row without match kept";
  }
  std::string words = scan ? "reads every row of " + table : "searches " + table;
  if (rest.empty()) return words + ending;
  if (!Take(rest, "USING ")) return words + " " + std::string(rest) + ending;
  if (Take(rest, "INTEGER PRIMARY KEY ") || Take(rest, "PRIMARY KEY "))
    return words + " by its primary key, " + Behind(rest) + ending;
  const bool automatic = Take(rest, "AUTOMATIC ");
  Take(rest, "PARTIAL ");
  const bool covering = Take(rest, "COVERING ");
  if (!Take(rest, "INDEX ")) return words + " using " + std::string(rest) + ending;
  if (automatic) return "builds an index of " + table + " for this call and searches it, " + Behind(rest) + ending;
  const std::string index = TakeWord(rest);
  words += scan ? " in the order of the index " + index : " by the index " + index;
  if (covering) words += ", which holds all that is needed";
  if (!rest.empty()) words += ", " + Behind(rest);
  return words + ending;
}

}  // namespace

std::string PlanWords(std::string_view step) {
  const std::size_t blanks = std::min(step.find_first_not_of(' '), step.size());
  const std::string indent(blanks, ' ');
  step.remove_prefix(blanks);
  for (const Row& row : kSteps) {
    if (step == row.step) return indent + std::string(row.words);
    const bool open = row.words.ends_with(' ') || row.words.ends_with('(');
    if (open && step.starts_with(row.step))
      return indent + std::string(row.words) + std::string(step.substr(row.step.size()));
    // Nested queries are numbered.
    if (step.starts_with(row.step) && row.step.ends_with("SUBQUERY")) {
      return indent + std::string(row.words) + std::string(step.substr(row.step.size()));
    }
  }
  if (Take(step, "SCAN ")) return indent + ReadWords(true, step);
  if (Take(step, "SEARCH ")) return indent + ReadWords(false, step);
  return indent + std::string(step);
}

}  // namespace querygate::sqlite
