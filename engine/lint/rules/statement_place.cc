#include "engine/lint/rules/statement_place.h"

#include "engine/base/utf8.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::lint {

SourcePosition PlaceOfOffset(const CompiledStatement& statement, std::size_t offset) {
  const AnchoredText& text = statement.origin.text;
  const std::size_t original = statement.origin.ToOriginal(offset);
  int length = 1;
  for (const SqlToken& token : TokenizeSql(text.value).tokens) {
    if (token.offset == original) length = static_cast<int>(CountCodePoints(token.text));
  }
  return PositionOf(text, original, length);
}

SourcePosition PlaceOfName(const CompiledStatement& statement, std::string_view name) {
  const AnchoredText& text = statement.origin.text;
  for (const SqlToken& token : TokenizeSql(text.value).tokens) {
    const bool identifier = token.kind == SqlToken::Kind::kWord || token.kind == SqlToken::Kind::kQuotedIdentifier;
    if (!identifier || !SameName(IdentifierName(token), name)) continue;
    return PositionOf(text, token.offset, static_cast<int>(CountCodePoints(token.text)));
  }
  return text.position;
}

}  // namespace querygate::lint
