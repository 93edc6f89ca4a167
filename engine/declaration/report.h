// A report as its author wrote it: plain values with positions, nothing checked beyond shape.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/limits.h"
#include "engine/declaration/types.h"

namespace querygate {

// Text for readers: shown by `describe`, to agents and on pages.
struct Documentation {
  std::string title;
  std::string unit;
  std::string description;
  friend bool operator==(const Documentation&, const Documentation&) = default;
};

struct ParameterDeclaration {
  Located<std::string> name;
  ScalarType type = ScalarType::kString;
  SourcePosition type_position;
  Documentation documentation;
  bool list = false;
  std::optional<Located<std::int64_t>> max_items;
  bool optional = false;
  bool from_scope = false;
  bool loggable = false;  // its values may stand in the audit log
  std::vector<EnumChoice> choices;
  std::optional<Located<std::string>> pattern;
  std::optional<Located<std::int64_t>> min_length, max_length;  // code points
  std::optional<Scalar> min, max;
  std::optional<Located<std::int64_t>> precision, scale;
  std::optional<Located<Store>> store;
  std::optional<Scalar> default_value;
  std::optional<Located<std::string>> reason;
};

struct AllowDeclaration {
  struct Table {
    Located<std::string> name;
    std::vector<Located<std::string>> columns;
  };
  std::vector<Table> tables;
  std::vector<Located<std::string>> functions;
  bool recursive = false;
  SourcePosition recursive_position;
  SourcePosition position;
};

struct WindowDeclaration {
  Located<std::string> start, end;           // parameter names
  std::optional<Located<std::int64_t>> max;  // milliseconds
  bool closed = false;
  SourcePosition position;
};

struct ColumnDeclaration {
  Located<std::string> name;
  ColumnType type = ColumnType::kText;
  SourcePosition type_position;
  Documentation documentation;
  bool nullable = false;
  std::vector<EnumChoice> choices;
  std::optional<Located<std::string>> pattern;
  std::optional<Located<std::int64_t>> min_length, max_length;
  std::optional<Scalar> min, max;
  std::optional<Located<std::int64_t>> precision, scale;
  std::optional<Located<Store>> store;
  bool decimal_string = false;  // encode: decimal_string
  std::optional<Located<std::string>> reason;
};

// `bind: { NAME: QUERY.COLUMN }`.
struct BindDeclaration {
  Located<std::string> name;
  Located<std::string> query, column;
};

struct RowsDeclaration {
  enum class Mode { kMany, kExactlyOne, kAtMostOne };
  Mode mode = Mode::kMany;
  std::variant<Located<std::int64_t>, Located<std::string>> max;  // a number or an integer parameter
  bool truncate = false;                                          // over: truncate; else reject
  std::optional<Located<std::string>> none, many;                 // reasons
  SourcePosition position;
};

// `sql: TEXT`, or `sql: { by: PARAMETER, variants: { VALUE: TEXT } }`.
struct SqlDeclaration {
  struct Variant {
    Located<std::string> value;  // empty when there is no choice
    AnchoredText text;
  };
  std::optional<Located<std::string>> by;
  std::vector<Variant> variants;  // exactly one when `by` is absent
};

struct QueryDeclaration {
  Located<std::string> name;
  std::vector<BindDeclaration> binds;
  SqlDeclaration sql;
  RowsDeclaration rows;
  std::vector<ColumnDeclaration> columns;
};

struct OrderTerm {
  Located<std::string> column;
  bool descending = false;  // written `NAME desc`
};

struct GroupColumnDeclaration {
  enum class Kind { kFrom, kCount, kSum, kMin, kMax };
  Located<std::string> name;
  Kind kind = Kind::kFrom;
  Located<std::string> argument;  // a column of the grouped query, or `rows` for count
  std::optional<Scalar> min, max;
  bool decimal_string = false;
  bool skip_nulls = false;  // nulls: skip
  std::optional<Located<std::string>> reason;
  Documentation documentation;
};

struct GroupDeclaration {
  Located<std::string> from;
  std::vector<Located<std::string>> by;
  std::optional<Located<std::int64_t>> max;
  std::vector<GroupColumnDeclaration> columns;
  std::vector<OrderTerm> order_by;
  SourcePosition position;
};

// How far an absence of rows can be believed.
struct CoverageDeclaration {
  struct Absent {
    Located<std::string> query;
    std::vector<std::pair<Located<std::string>, Scalar>> where;  // column: value
    std::string say;
  };
  std::optional<std::pair<Located<std::string>, Located<std::string>>> window;  // parameter names
  std::optional<Located<std::string>> as_of;                                    // parameter name
  std::optional<std::pair<Located<std::string>, Located<std::string>>> watermark;  // query, column
  std::vector<Absent> absent;
  std::vector<std::string> notes;
  SourcePosition position;
};

struct ResultDeclaration {
  struct Part {
    Located<std::string> name;
    std::variant<Located<std::string>, GroupDeclaration> content;  // a query's name or a group
  };
  // Exactly one of the three is set in a well-formed document.
  std::optional<Located<std::string>> rows;
  std::optional<GroupDeclaration> group;
  std::optional<std::vector<Part>> record;
  std::optional<CoverageDeclaration> coverage;
  SourcePosition position;
};

struct ReportDeclaration {
  std::string id;                           // from the path: "parcels/exact_units_by_zone"
  std::shared_ptr<const SourceText> text;   // never null
  Located<std::string> title, description, owner;
  Located<std::int64_t> version;
  ReportStatus status = ReportStatus::kActive;
  SourcePosition status_position;
  std::optional<Located<std::string>> replaced_by;
  Located<std::string> source;
  std::optional<Located<std::string>> limits;  // absent: "default"
  BudgetNarrowing narrowing;
  std::vector<ParameterDeclaration> parameters;
  std::vector<WindowDeclaration> windows;
  AllowDeclaration allow;
  std::vector<QueryDeclaration> queries;
  ResultDeclaration result;
};

}  // namespace querygate
