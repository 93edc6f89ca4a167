#include "engine/backend/sqlite/text_rules.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <utility>

#include "engine/backend/sqlite/text_check.h"
#include "engine/policy/allowlist.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {

void TextCheck::Report(std::string_view rule, std::size_t token, std::string message, std::string help,
                       std::string subject) {
  Violation violation{std::string(rule), std::move(message), std::move(help), std::nullopt, std::move(subject)};
  if (is_view()) {
    violation.message = "in view " + text_.view + ": " + violation.message;
    if (violation.subject.empty()) violation.subject = text_.view;
  } else if (token < tokens().size()) {
    violation.offset = tokens()[token].offset;
  }
  violations_.push_back(std::move(violation));
}

std::unique_ptr<CheckedText> ReadStatement(std::string_view sql) {
  auto text = std::make_unique<CheckedText>();
  text->sql = sql;
  text->tokens = TokenizeSql(sql);
  const std::span<const SqlToken> tokens = text->tokens.tokens;
  const auto end = std::find_if(tokens.begin(), tokens.end(),
                                [](const SqlToken& token) { return token.kind == SqlToken::Kind::kSemicolon; });
  const std::span<const SqlToken> statement = tokens.first(static_cast<std::size_t>(end - tokens.begin()));
  text->outline = ParseOutline(statement, {0, statement.size()});
  text->query = {statement, &text->outline, MatchParentheses(statement)};
  return text;
}

namespace {

struct TextRule {
  void (*check)(TextCheck&);
  bool in_views;
  bool needs_outline;
};

constexpr std::array kRules{
    TextRule{&CheckInvalidTokens, true, false}, TextRule{&CheckRefusedWords, true, false},
    TextRule{&CheckCollations, true, false},    TextRule{&CheckParameters, true, false},
    TextRule{&CheckQualifiedNames, true, true}, TextRule{&CheckCommonTables, true, true},
    TextRule{&CheckPrivateNames, false, true},  TextRule{&CheckWindows, true, true},
    TextRule{&CheckCuts, true, true},           TextRule{&CheckRows, false, true},
    TextRule{&CheckAggregates, true, true},
    TextRule{&CheckMemberships, true, true},
};

std::unique_ptr<CheckedText> ReadView(const SchemaObject& view) {
  auto text = std::make_unique<CheckedText>();
  text->view = view.name;
  text->sql = view.sql;
  text->tokens = TokenizeSql(view.sql);
  const auto& tokens = text->tokens.tokens;
  if (const auto found = FindViewQuery(tokens)) text->outline = ParseOutline(tokens, found->query);
  text->query = {tokens, &text->outline, MatchParentheses(tokens)};
  return text;
}

// Views whose names appear in the text. A name that only looks like a view's costs nothing: the view is
// then checked without need.
void AddViews(const SqlTokens& tokens, const Schema& schema, std::set<std::string>& reached) {
  for (const SqlToken& token : tokens.tokens) {
    if (!IsName(token)) continue;
    const SchemaObject* object = schema.Find(IdentifierName(token));
    if (object == nullptr || object->kind != SchemaObject::Kind::kView) continue;
    if (reached.insert(FoldName(object->name)).second) AddViews(TokenizeSql(object->sql), schema, reached);
  }
}

void CheckWholeText(const CheckedText& text, std::vector<Violation>& violations) {
  if (text.tokens.has_nul) {
    violations.push_back({"nul-in-sql", "the SQL holds a NUL character, behind which the database reads nothing",
                          "remove it", text.sql.find('\0'), ""});
  }
  if (text.tokens.unterminated_comment) {
    violations.push_back({"unterminated-comment", "a comment is not closed and hides the rest of the SQL",
                          "close it with */", text.sql.rfind("/*"), ""});
  }
  const auto& tokens = text.tokens.tokens;
  const auto semicolon = std::find_if(tokens.begin(), tokens.end(),
                                      [](const SqlToken& token) { return token.kind == SqlToken::Kind::kSemicolon; });
  if (semicolon != tokens.end() && semicolon + 1 != tokens.end()) {
    violations.push_back({"several-statements", "something follows the end of the statement",
                          "keep one statement; at most one semicolon ends it", (semicolon + 1)->offset, ""});
  }
}

bool StartsQuery(const SqlToken& token) {
  return IsWord(token, "SELECT") || IsWord(token, "WITH") || IsWord(token, "VALUES");
}

void CheckOneText(const CompiledReport& report, const Schema& schema, const CheckedText& text, ViewRelations& views,
                  bool needs_order, std::vector<Violation>& violations) {
  TextRelations relations(text.query, views);
  TextCheck check(report, schema, text, relations, needs_order, violations);
  const auto& tokens = text.tokens.tokens;
  if (!check.is_view()) {
    CheckWholeText(text, violations);
    if (tokens.empty() || !StartsQuery(tokens.front())) {
      check.Report("not-a-query", 0, "the SQL is not a query", "write one SELECT statement", "");
      return;
    }
  }
  for (const TextRule& rule : kRules) {
    if (check.is_view() && !rule.in_views) continue;
    if (!rule.needs_outline || text.outline.understood) rule.check(check);
  }
  if (!text.outline.understood) {
    check.Report("sql-error", text.outline.trouble, "the SQL cannot be followed from here on",
                 "check the syntax; quote names that are also keywords", "");
  }
}

}  // namespace

std::vector<Violation> CheckText(const CompiledReport& report, const CompiledQuery& query,
                                 const CompiledStatement& statement, const Schema& schema) {
  std::vector<Violation> violations;
  ViewRelations views(schema, &report);
  const auto text = ReadStatement(statement.sql);
  CheckOneText(report, schema, *text, views, query.needs_order, violations);
  std::set<std::string> reached;
  AddViews(text->tokens, schema, reached);
  for (const std::string& name : reached) {
    CheckOneText(report, schema, *ReadView(*schema.Find(name)), views, false, violations);
  }
  return violations;
}

}  // namespace querygate::sqlite
