// What the expressions of generated columns and indexes are computed from, read off the DDL. SQLite reports
// none of it when such a column is read.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/sql_outline.h"
#include "engine/backend/sqlite/text_rules.h"
#include "engine/policy/allowlist.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {
namespace {

using Kind = SqlToken::Kind;

// Words and operators that call a function of that name.
constexpr std::array<std::string_view, 7> kFunctionWords{"like",         "glob",         "regexp",           "match",
                                                         "current_date", "current_time", "current_timestamp"};
constexpr std::array<std::string_view, 2> kFunctionOperators{"->", "->>"};
// Words that need no column to mean something.
constexpr std::array<std::string_view, 2> kConstantWords{"true", "false"};
constexpr std::array<std::string_view, 3> kRowidNames{"rowid", "oid", "_rowid_"};

template <typename Names>
bool Holds(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Follows the expressions of one table. Everything it meets that is not a column, a function or plain
// syntax makes the answer "not understood".
class SourceReader {
 public:
  explicit SourceReader(const SchemaObject& table) : table_(table) {}

  void ReadGenerated(std::string_view column);
  void ReadIndex(std::string_view sql);
  void AddColumn(int column);
  void Fail() { understood_ = false; }

  ExpressionSources Take() const {
    ExpressionSources sources;
    sources.understood = understood_;
    sources.columns.assign(columns_.begin(), columns_.end());
    sources.functions.assign(functions_.begin(), functions_.end());
    return sources;
  }

 private:
  void ReadExpression(std::span<const SqlToken> tokens, TokenRange range);
  void ReadName(std::span<const SqlToken> tokens, TokenRange range, std::size_t i);
  const SchemaColumn* FindColumn(std::string_view folded) const;
  void AddColumn(const SchemaColumn& column);

  const SchemaObject& table_;
  bool understood_ = true;
  std::set<std::string> columns_;
  std::set<std::string> functions_;
  std::set<std::string> followed_;  // generated columns, folded
};

// The parenthesised list that begins at or after `from`, without its parentheses.
std::optional<TokenRange> ListAt(std::span<const SqlToken> tokens, const std::vector<std::size_t>& match,
                                 std::size_t from) {
  for (std::size_t i = from; i < match.size(); ++i) {
    if (IsOperator(tokens[i], "(")) return TokenRange{i + 1, match[i]};
  }
  return std::nullopt;
}

// The expression of `column … AS ( expression )` in one column definition.
std::optional<TokenRange> GeneratedExpression(std::span<const SqlToken> tokens, const std::vector<std::size_t>& match,
                                              TokenRange definition) {
  std::optional<TokenRange> found;
  for (std::size_t i = definition.begin; i < definition.end; i = match[i] + 1) {
    if (!IsWord(tokens[i], "AS")) continue;
    if (found || i + 1 >= definition.end || !IsOperator(tokens[i + 1], "(")) return std::nullopt;
    found = TokenRange{i + 2, match[i + 1]};
  }
  return found;
}

void SourceReader::ReadGenerated(std::string_view column) {
  const std::string folded = FoldName(column);
  if (!followed_.insert(folded).second) return;
  const SqlTokens sql = TokenizeSql(table_.sql);
  const auto& tokens = sql.tokens;
  const std::vector<std::size_t> match = MatchParentheses(tokens);
  const bool table = tokens.size() > 2 && IsWord(tokens[0], "CREATE") && IsWord(tokens[1], "TABLE");
  const auto list = table ? ListAt(tokens, match, 2) : std::nullopt;
  if (!list || sql.has_nul || sql.unterminated_comment) return Fail();
  for (const TokenRange& definition : SplitAtCommas(tokens, *list)) {
    if (definition.empty() || !IsName(tokens[definition.begin]) || FoldedName(tokens[definition.begin]) != folded) {
      continue;
    }
    const auto expression = GeneratedExpression(tokens, match, definition);
    if (!expression) return Fail();
    return ReadExpression(tokens, *expression);
  }
  Fail();
}

void SourceReader::ReadIndex(std::string_view index_sql) {
  const SqlTokens sql = TokenizeSql(index_sql);
  const auto& tokens = sql.tokens;
  const std::vector<std::size_t> match = MatchParentheses(tokens);
  // CREATE [UNIQUE] INDEX [IF NOT EXISTS] name ON table ( terms ) [WHERE …]
  const auto on = std::find_if(tokens.begin(), tokens.end(), [](const SqlToken& token) { return IsWord(token, "ON"); });
  const auto list = ListAt(tokens, match, static_cast<std::size_t>(on - tokens.begin()));
  if (!list || sql.has_nul || sql.unterminated_comment || !IsWord(tokens[0], "CREATE")) return Fail();
  ReadExpression(tokens, *list);
}

const SchemaColumn* SourceReader::FindColumn(std::string_view folded) const {
  const auto found = std::find_if(table_.columns.begin(), table_.columns.end(),
                                  [&](const SchemaColumn& column) { return FoldName(column.name) == folded; });
  return found == table_.columns.end() ? nullptr : &*found;
}

void SourceReader::AddColumn(const SchemaColumn& column) {
  columns_.insert(column.name);
  if (column.generated != SchemaColumn::Generated::kNo) ReadGenerated(column.name);
}

void SourceReader::AddColumn(int column) {
  if (column >= 0 && static_cast<std::size_t>(column) < table_.columns.size()) {
    AddColumn(table_.columns[static_cast<std::size_t>(column)]);
  }
}

void SourceReader::ReadExpression(std::span<const SqlToken> tokens, TokenRange range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const SqlToken& token = tokens[i];
    switch (token.kind) {
      case Kind::kWord:
      case Kind::kQuotedIdentifier:
        ReadName(tokens, range, i);
        // The type of CAST(… AS type) and the name behind COLLATE are neither columns nor functions.
        if (IsWord(token, "COLLATE")) ++i;
        if (IsWord(token, "AS")) {
          while (i + 1 < range.end && !IsOperator(tokens[i + 1], ")")) ++i;
        }
        break;
      case Kind::kOperator:
        if (Holds(kFunctionOperators, token.text)) functions_.insert(std::string(token.text));
        break;
      case Kind::kString: {
        const bool names = (i + 1 < range.end && IsOperator(tokens[i + 1], ".")) || IsOperator(tokens[i - 1], ".");
        if (names) Fail();
        break;
      }
      case Kind::kBlob:
      case Kind::kNumber:
        break;
      case Kind::kParameter:
      case Kind::kSemicolon:
      case Kind::kInvalid:
        Fail();
        break;
    }
  }
}

void SourceReader::ReadName(std::span<const SqlToken> tokens, TokenRange range, std::size_t i) {
  const SqlToken& token = tokens[i];
  const std::string name = FoldedName(token);
  const bool call = i + 1 < range.end && IsOperator(tokens[i + 1], "(");
  if (IsReservedWord(token)) {
    if (IsWord(token, "SELECT")) Fail();
    return;
  }
  if (token.kind == Kind::kWord && Holds(kFunctionWords, name)) functions_.insert(name);
  if (call) {
    if (!IsWord(token, "CAST")) functions_.insert(name);
    return;
  }
  if (i + 1 < range.end && IsOperator(tokens[i + 1], ".")) {
    if (name != FoldName(table_.name)) Fail();
    return;
  }
  if (const SchemaColumn* column = FindColumn(name)) return AddColumn(*column);
  if (Holds(kRowidNames, name)) {
    columns_.insert("rowid");
  } else if (token.kind != Kind::kWord || !(IsKeywordOrName(token) || Holds(kConstantWords, name))) {
    Fail();
  }
}

}  // namespace

ExpressionSources GeneratedColumnSources(const SchemaObject& table, std::string_view column) {
  SourceReader reader(table);
  reader.ReadGenerated(column);
  return reader.Take();
}

ExpressionSources IndexExpressionSources(const SchemaObject& table, const SchemaIndex& index) {
  SourceReader reader(table);
  for (const SchemaIndex::Key& key : index.keys) {
    if (key.key) reader.AddColumn(key.column);
  }
  const bool has_expression =
      std::any_of(index.keys.begin(), index.keys.end(), [](const SchemaIndex::Key& key) { return key.column == -2; });
  if (has_expression) reader.ReadIndex(index.sql);
  return reader.Take();
}

}  // namespace querygate::sqlite
