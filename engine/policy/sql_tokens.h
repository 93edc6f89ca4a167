// A tokenizer for SQL as SQLite reads it (also usable for its relatives): the only reader of SQL text
// in the project. It never decides what a statement means, only where its words are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querygate {

struct SqlToken {
  enum class Kind {
    kWord,              // unquoted identifier or keyword
    kQuotedIdentifier,  // "…", […], `…`
    kString,            // '…'
    kBlob,              // x'…'
    kNumber,
    kParameter,         // :name, @name, $name, ?, ?NNN
    kOperator,          // punctuation, longest match (->>, ||, <=, …)
    kSemicolon,
    kInvalid,           // anything the database would not read: unterminated quotes, stray bytes
  };
  Kind kind = Kind::kInvalid;
  std::size_t offset = 0;
  std::string_view text;  // as written, within the tokenized text
};

struct SqlTokens {
  std::vector<SqlToken> tokens;       // blanks and comments left out
  bool unterminated_comment = false;
  bool has_nul = false;               // a NUL byte anywhere: nothing after it is tokenized
};

// `sql` must outlive the result.
SqlTokens TokenizeSql(std::string_view sql);

// The name that an identifier token stands for: quotes removed, doubled quotes undone. For other tokens
// the text itself.
std::string IdentifierName(const SqlToken& token);

// ASCII case-insensitive comparison of an unquoted word.
bool IsWord(const SqlToken& token, std::string_view upper_case_word);

}  // namespace querygate
