#include "engine/backend/sqlite/gate_findings.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace querygate::sqlite {
namespace {

// How a denial of the authorizer is put into words, by its rule. "$" stands for what it is about.
struct DenialText {
  std::string_view rule, message, help;
};

constexpr auto kDenialTexts = std::to_array<DenialText>({
    {"unlisted-table", "$ is not listed under allow", "add the table to allow.tables, or do not read it"},
    {"unlisted-column", "$ is not listed under allow",
     "add the column to its table under allow.tables, or do not read it"},
    {"unlisted-function", "the function $ is not listed under allow", "add it to allow.functions, or do without it"},
    {"recursion-not-allowed", "the query is recursive, which is not listed under allow",
     "set recursive: true under allow and in the source's policy"},
    {"outside-main", "$ is not in the main database", "only tables of the source's own database can be read"},
    {"null-argument", "the database did not say what a $ touches", "write the statement in another way"},
    {"denied-action", "$ is not something a report may do", "a query is one SELECT or VALUES"},
});

std::string Fill(std::string_view pattern, std::string_view subject) {
  std::string text(pattern);
  if (const std::size_t place = text.find('$'); place != std::string::npos) text.replace(place, 1, subject);
  return text;
}

// The name behind a prefix of SQLite's message, unquoted and without its qualifier.
std::optional<std::string> NameAfter(std::string_view message, std::string_view prefix) {
  if (!message.starts_with(prefix)) return std::nullopt;
  return std::string(message.substr(prefix.size()));
}

bool IsIdentifier(const SqlToken& token) {
  return token.kind == SqlToken::Kind::kWord || token.kind == SqlToken::Kind::kQuotedIdentifier;
}

bool IsOperator(const SqlTokens& tokens, std::size_t at, std::string_view text) {
  return at < tokens.tokens.size() && tokens.tokens[at].kind == SqlToken::Kind::kOperator &&
         tokens.tokens[at].text == text;
}

bool IsWordAt(const SqlTokens& tokens, std::size_t at, std::string_view word) {
  return at < tokens.tokens.size() && IsWord(tokens.tokens[at], word);
}

// Behind the bracket that closes the one at `at`.
std::size_t SkipBrackets(const SqlTokens& tokens, std::size_t at) {
  std::size_t depth = 0;
  for (; at < tokens.tokens.size(); ++at) {
    if (IsOperator(tokens, at, "(")) ++depth;
    if (IsOperator(tokens, at, ")") && --depth == 0) return at + 1;
  }
  return at;
}

}  // namespace

void GateFindings::Add(Violation violation) {
  const bool known = std::any_of(violations_.begin(), violations_.end(), [&](const Violation& other) {
    return other.rule == violation.rule && SameName(other.subject, violation.subject);
  });
  if (known) return;
  if (!violation.offset) violation.offset = Locate(violation.subject);
  violations_.push_back(std::move(violation));
}

// What the program reads is often what an event was denied for; one finding says it to the author.
void GateFindings::AddFromProgram(Violation violation) {
  const bool told = violation.rule == "undeclared-read" &&
                    std::any_of(violations_.begin(), violations_.end(), [&](const Violation& other) {
                      if (other.rule != "unlisted-column" && other.rule != "unlisted-table") return false;
                      return SameName(other.subject, violation.subject) ||
                             SameName(other.subject.substr(0, violation.subject.size() + 1), violation.subject + ".");
                    });
  if (!told) Add(std::move(violation));
}

void GateFindings::Add(std::string_view rule, std::string message, std::string subject, std::string_view help,
                       std::optional<std::size_t> offset) {
  Add(Violation{.rule = std::string(rule),
                .message = std::move(message),
                .help = std::string(help),
                .offset = offset,
                .subject = std::move(subject)});
}

void GateFindings::Add(const Denial& denial) {
  const auto found = std::find_if(kDenialTexts.begin(), kDenialTexts.end(),
                                  [&](const DenialText& text) { return text.rule == denial.rule; });
  const DenialText& text = found == kDenialTexts.end() ? kDenialTexts.back() : *found;
  Add(denial.rule, Fill(text.message, denial.subject), denial.subject, text.help);
}

void GateFindings::AddSqlError(std::string_view message, int offset, const Schema& schema) {
  const auto place = offset < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(offset));
  if (auto table = NameAfter(message, "no such table: ")) {
    // Virtual tables are hidden from the statement; so are table-valued functions.
    const SchemaObject* object = schema.Find(*table);
    if (object != nullptr && object->kind == SchemaObject::Kind::kVirtualTable)
      return Add("virtual-table", *table + " is a virtual table", *table, "read an ordinary table", place);
    if (IsCalled(*table))
      return Add("virtual-table", *table + " is read as a table-valued function", *table,
                 "table-valued functions are refused; read an ordinary table", place);
    return Add("unknown-table", "the schema has no table or view " + *table, *table,
               "check the spelling; virtual tables are refused", place);
  }
  if (auto column = NameAfter(message, "no such column: "))
    return Add("unknown-column", "there is no column " + *column + " here", *column,
               "check the spelling; text is written in single quotes", place);
  if (auto function = NameAfter(message, "no such function: "))
    return Add("unknown-function", "this version of the database has no function " + *function, *function,
               "check the spelling and the version", place);
  // Told by the text already, under its folded name.
  if (auto collation = NameAfter(message, "no such collation sequence: "))
    return Add("unknown-collation", "collation " + *collation + " is not built in", *collation,
               "use BINARY, NOCASE or RTRIM", place);
  Add("sql-error", "the database refuses the SQL: " + std::string(message), "SQL", {}, place);
}

// After every place.
constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

// The first token that spells the last part of the subject.
std::optional<std::size_t> GateFindings::Locate(std::string_view subject) const {
  if (subject.empty()) return std::nullopt;
  const std::size_t dot = subject.rfind('.');
  const std::string_view name = dot == std::string_view::npos ? subject : subject.substr(dot + 1);
  for (const SqlToken& token : tokens_.tokens) {
    if (token.kind == SqlToken::Kind::kString) continue;
    if (SameName(IsIdentifier(token) ? IdentifierName(token) : std::string(token.text), name)) return token.offset;
  }
  return dot == std::string_view::npos ? std::nullopt : Locate(subject.substr(0, dot));
}

bool GateFindings::IsCalled(std::string_view name) const {
  for (std::size_t at = 0; at < tokens_.tokens.size(); ++at) {
    if (IsIdentifier(tokens_.tokens[at]) && SameName(IdentifierName(tokens_.tokens[at]), name) &&
        IsOperator(tokens_, at + 1, "("))
      return true;
  }
  return false;
}

std::vector<Violation> GateFindings::Take() {
  std::stable_sort(violations_.begin(), violations_.end(), [](const Violation& a, const Violation& b) {
    return a.offset.value_or(kNowhere) < b.offset.value_or(kNowhere);
  });
  return std::move(violations_);
}

std::vector<std::string> LocalNames(std::string_view sql, const Schema& schema) {
  const SqlTokens tokens = TokenizeSql(sql);
  std::vector<std::string> names;
  for (std::size_t at = 0; at < tokens.tokens.size(); ++at) {
    if (!IsIdentifier(tokens.tokens[at])) continue;
    // name [(columns)] AS [[NOT] MATERIALIZED] (
    std::size_t next = at + 1;
    if (IsOperator(tokens, next, "(")) next = SkipBrackets(tokens, next);
    if (!IsWordAt(tokens, next, "AS")) continue;
    ++next;
    if (IsWordAt(tokens, next, "NOT")) ++next;
    if (IsWordAt(tokens, next, "MATERIALIZED")) ++next;
    if (!IsOperator(tokens, next, "(")) continue;
    std::string name = FoldName(IdentifierName(tokens.tokens[at]));
    if (schema.Find(name) == nullptr && !name.starts_with("sqlite_")) names.push_back(std::move(name));
  }
  return names;
}

std::string WithoutSecrets(const AccessPolicy& policy, std::string text) {
  const auto replace = [&text](std::string_view secret, std::string_view by) {
    if (secret.empty()) return;
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + by.size()))
      text.replace(at, secret.size(), by);
  };
  for (const ScopedAccess& scoped : policy.scoped) {
    replace(scoped.secret_view, scoped.table);
    replace(scoped.secret_function, "scope");
  }
  return text;
}

}  // namespace querygate::sqlite
