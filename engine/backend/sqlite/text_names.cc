// Rules about names: schema qualifiers, common tables, names of the schema that nobody listed.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/backend/sqlite/text_check.h"
#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

bool IsDot(const std::vector<SqlToken>& tokens, std::size_t i) {
  return i < tokens.size() && IsOperator(tokens[i], ".");
}

// What may stand before a dot: tables, views, common tables and aliases of the statement.
std::set<std::string> Qualifiers(const Outline& outline) {
  std::set<std::string> names;
  for (const TableReference& reference : outline.references) {
    names.insert(reference.alias.empty() ? reference.name : reference.alias);
    names.insert(reference.name);
  }
  for (const Select& select : outline.selects) {
    for (const SelectCore& core : select.cores) {
      for (const FromItem& item : core.from) names.insert(item.alias);
    }
  }
  names.erase("");
  return names;
}

// Names that the text gives to something of its own. Such a name is no private one, but only where it cannot
// mean what the schema calls so.
class OwnNames {
 public:
  OwnNames(const QueryText& text, const Schema& schema) : text_(text), introduced_(text.tokens.size()) {
    const Outline& outline = *text.outline;
    for (const std::size_t token : outline.introductions) {
      introduced_[token] = true;
      names_.insert(FoldedName(text.tokens[token]));
    }
    for (const Select& select : outline.selects) {
      for (const CommonTable& common : select.common_tables) common_tables_.insert(common.name);
      for (const TokenRange& term : select.order_by) order_terms_[term.begin] = term;
    }
    for (const TableReference& reference : outline.references) {
      reference_tokens_.insert(reference.token);
      const SchemaObject* object = schema.Find(reference.name);
      if (object == nullptr) continue;
      of_schema_.insert(reference.alias.empty() ? reference.name : reference.alias);
      for (const SchemaColumn& column : object->columns) columns_.insert(FoldName(column.name));
    }
  }

  // The name at the token can only be the text's own.
  bool Explains(std::size_t token) const {
    if (token >= introduced_.size()) return false;
    const std::string name = FoldedName(text_.tokens[token]);
    if (introduced_[token]) return true;
    if (names_.count(name) == 0) return false;
    if (reference_tokens_.count(token) > 0) return common_tables_.count(name) > 0;
    if (token >= 2 && IsOperator(text_.tokens[token - 1], ".")) {
      return of_schema_.count(FoldedName(text_.tokens[token - 2])) == 0;
    }
    const bool qualifies = token + 1 < text_.tokens.size() && IsOperator(text_.tokens[token + 1], ".");
    return qualifies || columns_.count(name) == 0 || IsWholeOrderTerm(token);
  }

 private:
  // Where ORDER BY finds an alias, it does not look for a column.
  bool IsWholeOrderTerm(std::size_t token) const {
    const auto found = order_terms_.find(token);
    if (found == order_terms_.end()) return false;
    if (found->second.size() == 1) return true;
    const SqlToken& next = text_.tokens[token + 1];
    return IsWord(next, "ASC") || IsWord(next, "DESC") || IsWord(next, "COLLATE") || IsWord(next, "NULLS");
  }

  const QueryText& text_;
  std::vector<bool> introduced_;
  std::set<std::string> names_;
  std::set<std::string> common_tables_;
  std::set<std::size_t> reference_tokens_;
  std::set<std::string> of_schema_;  // qualifiers that stand for a table or view of the schema
  std::set<std::string> columns_;    // of those tables and views
  std::map<std::size_t, TokenRange> order_terms_;
};

// Names of the schema that no listed table makes readable, with how to speak of them.
std::map<std::string, std::string, std::less<>> UnlistedNames(const Schema& schema, const Allowlist& allowlist) {
  std::map<std::string, std::string, std::less<>> unlisted;
  for (const auto& [folded, object] : schema.objects) {
    unlisted.try_emplace(folded, object.name);
    for (const SchemaColumn& column : object.columns) {
      std::string& spoken = unlisted[FoldName(column.name)];
      if (spoken.empty() || allowlist.FindTable(folded) != nullptr) spoken = object.name + "." + column.name;
    }
  }
  for (const auto& [table, entry] : allowlist.tables()) {
    unlisted.erase(table);
    for (const auto& [column, grant] : entry.columns) unlisted.erase(column);
  }
  return unlisted;
}

// Tokens that are names to the grammar but name no column or table: types and collations.
std::vector<bool> TypeTokens(const std::vector<SqlToken>& tokens, const std::vector<std::size_t>& match) {
  std::vector<bool> types(tokens.size());
  for (std::size_t i = 0; i + 1 < match.size(); ++i) {
    if (IsWord(tokens[i], "COLLATE")) types[i + 1] = true;
    if (!IsWord(tokens[i], "CAST") || !IsOperator(tokens[i + 1], "(")) continue;
    const std::size_t close = match[i + 1];
    std::size_t as = i + 2;
    while (as < close && !IsWord(tokens[as], "AS")) as = match[as] + 1;
    for (std::size_t type = as; type < close; ++type) types[type] = true;
  }
  return types;
}

bool IsListedFunctionCall(const std::vector<SqlToken>& tokens, std::size_t i) {
  return tokens[i].kind == SqlToken::Kind::kWord && i + 1 < tokens.size() && IsOperator(tokens[i + 1], "(");
}

}  // namespace

void CheckQualifiedNames(TextCheck& check) {
  const std::vector<SqlToken>& tokens = check.tokens();
  const std::set<std::string> qualifiers = Qualifiers(check.outline());
  const auto refuse = [&](std::size_t i, const std::string& name) {
    check.Report("qualified-name", i, "the name is qualified by " + name + ", which is no table of this statement",
                 "name tables without a schema, and columns by their table or its alias", name);
  };
  std::set<std::size_t> reported;
  for (const TableReference& reference : check.outline().references) {
    if (!reference.qualified) continue;
    refuse(reference.token - 2, FoldedName(tokens[reference.token - 2]));
    reported.insert(reference.token - 2);
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!IsDot(tokens, i + 1) || tokens[i].kind == SqlToken::Kind::kOperator || reported.count(i) > 0) continue;
    const std::string name = FoldedName(tokens[i]);
    const bool schema_name = name == "main" || name == "temp";
    const bool three_parts = IsDot(tokens, i + 3) || (i > 0 && IsDot(tokens, i - 1));
    if (schema_name || three_parts || qualifiers.count(name) == 0) refuse(i, name);
    if (three_parts) i += 2;
  }
}

void CheckCommonTables(TextCheck& check) {
  const Outline& outline = check.outline();
  std::set<std::string> seen;
  for (const Select& select : outline.selects) {
    for (const CommonTable& common : select.common_tables) {
      const bool object = check.schema().Find(common.name) != nullptr || common.name.rfind("sqlite_", 0) == 0;
      const bool listed = check.report().allowlist.FindTable(common.name) != nullptr;
      const bool repeated = !seen.insert(common.name).second;
      if (object || listed || repeated) {
        check.Report(
            "shadowing-cte", common.token,
            "common table " + common.name + " has the name of another " + (object || listed ? "table" : "common table"),
            "give it a name of its own", common.name);
      }
      const TokenRange body = outline.selects[common.select].range;
      const bool used =
          std::any_of(outline.references.begin(), outline.references.end(), [&](const TableReference& use) {
            const bool inside = use.token >= body.begin && use.token < body.end;
            return !inside && !use.qualified && use.name == common.name;
          });
      if (used) continue;
      check.Report("unused-cte", common.token, "common table " + common.name + " is never used, so nothing checks it",
                   "remove it", common.name);
    }
  }
}

void CheckPrivateNames(TextCheck& check) {
  const std::vector<SqlToken>& tokens = check.tokens();
  const auto unlisted = UnlistedNames(check.schema(), check.report().allowlist);
  const OwnNames own(check.query(), check.schema());
  const std::vector<bool> types = TypeTokens(tokens, check.query().match);
  std::set<std::string> reported;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool behind_dot = i > 0 && IsDot(tokens, i - 1);
    const bool beside_dot = behind_dot || IsDot(tokens, i + 1);
    if (types[i] || !(beside_dot ? IsName(tokens[i]) : IsIdentifier(tokens[i]))) continue;
    if (!beside_dot && (IsKeywordOrName(tokens[i]) || IsListedFunctionCall(tokens, i))) continue;
    const std::string name = FoldedName(tokens[i]);
    const auto found = unlisted.find(name);
    if (found == unlisted.end()) continue;
    if (own.Explains(i)) continue;
    if (!reported.insert(name).second) continue;
    check.Report("private-name", i, "the SQL names " + found->second + ", which is not listed under allow",
                 "list it, or choose another name if something else is meant", found->second);
  }
}

}  // namespace querygate::sqlite
