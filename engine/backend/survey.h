// What someone who writes a declaration needs to know of a schema and of a statement over it. Inference from
// text and DDL for `draft` alone: it grants nothing and is never asked when a report is compiled or run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace querygate {

struct SurveyedColumn {
  std::string name;
  std::string declared_type;
  bool not_null = false;  // NOT NULL, or part of a key that admits none
};

struct SurveyedTable {
  std::string name;
  bool view = false;
  bool has_rowid = false;
  std::vector<SurveyedColumn> columns;
};

struct SchemaSurvey {
  std::vector<SurveyedTable> tables;   // that a report may list: no virtual ones, none with an unnamed column
  std::vector<std::string> functions;  // the database's own
};

// A column of the schema, as it spells it.
struct ColumnOrigin {
  std::string table, column;
  friend bool operator==(const ColumnOrigin&, const ColumnOrigin&) = default;
};

// What an expression gives, as far as its text tells.
struct ExpressionFacts {
  enum class Kind { kUnknown, kInteger, kReal, kNumber, kText, kBlob };  // kNumber: integer or real, by the data
  Kind kind = Kind::kUnknown;
  bool nullable = true;
  std::optional<ColumnOrigin> origin;  // the expression is this column and nothing else
  std::string function;                // the outermost call, folded: "count", "strftime"
  std::string format;                  // of strftime, when it is a literal
};

struct OutputFacts {
  std::size_t offset = 0, length = 0;  // of the expression in the SQL
  std::string text;                    // the expression as written
  bool star = false;
  bool aliased = false;
  ExpressionFacts value;
};

struct ParameterFacts {
  enum class Use {
    kUnknown,
    kEqual,    // = or <>, with NULL or without
    kFrom,     // a value is at least this
    kTo,       // a value is at most this
    kListed,   // IN (:name)
    kLike,     // LIKE or GLOB, alone or joined to other text
    kLimit,    // LIMIT :name
    kOffset,   // OFFSET :name
    kFunction  // an argument of a call
  };
  std::string name;        // without its prefix
  std::size_t offset = 0;  // of the first use
  Use use = Use::kUnknown;
  ExpressionFacts compared;  // what it is compared with; the call for kFunction
  bool joined_text = false;  // `||` joins it to other text first
  bool computed = false;     // arithmetic changes it first
  bool tested_for_null = false;
};

// `column = 'text'`, `column > 5`, `column IS NULL` (an empty text).
struct ComparedLiteral {
  ColumnOrigin column;
  ParameterFacts::Use use = ParameterFacts::Use::kEqual;
  std::string text;  // the token as written
};

struct LimitFacts {
  std::size_t offset = 0;  // of the word LIMIT
  std::size_t end = 0;     // behind the clause
  std::optional<std::int64_t> number;
  std::string parameter;  // LIMIT :name
  bool skips = false;     // OFFSET, or the form with a comma
};

struct StatementSurvey {
  bool understood = false;  // else only `parameters`' names are told
  std::vector<OutputFacts> outputs;
  std::vector<ParameterFacts> parameters;  // each name once, in order of appearance
  std::vector<ComparedLiteral> literals;   // compared with columns
  std::optional<LimitFacts> limit;         // of the whole statement
  std::string order_by;                    // the terms as written; empty without
  std::size_t order_end = 0;               // where more terms, or an ORDER BY, would be written
  std::vector<std::size_t> key;            // outputs that tell any two rows apart; empty when none are known to
  bool one_row = false;                    // an aggregate without GROUP BY
  std::size_t statement_end = 0;           // behind the last token, a semicolon left out
};

}  // namespace querygate
