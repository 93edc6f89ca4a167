#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_place.h"
#include "engine/policy/names.h"

namespace querygate::lint {

using compiling::Quoted;

void FindStringsForColumns(const LintInput& input, LintFindings& findings) {
  ForEachFacts(input, [&](const CompiledStatement& statement, const StatementFacts& facts) {
    for (const MisplacedText& text : facts.misplaced_texts) {
      const std::string name = text.column.substr(text.column.rfind('.') + 1);
      findings.Add("string-for-column", PlaceOfOffset(statement, text.offset),
                   "the text '" + name + "' is the same in every row; " + Quoted(text.column) + " is a column",
                   "remove the quotes if the column is meant");
    }
  });
}

}  // namespace querygate::lint
