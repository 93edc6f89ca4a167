// A report ready to be checked and run: immutable, shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/budget.h"
#include "engine/contract/column_spec.h"
#include "engine/contract/group.h"
#include "engine/contract/parameter_spec.h"
#include "engine/declaration/limits.h"
#include "engine/declaration/report.h"
#include "engine/policy/allowlist.h"
#include "engine/policy/compiled_source.h"

namespace querygate {

// What one SQL parameter name of a statement is filled with.
struct Slot {
  std::string sql_name;   // with its prefix, as in the statement: ":state", ":tags__2"
  bool bind = false;      // from an earlier query; else from a parameter
  std::size_t index = 0;  // of parameters or of the query's binds
  std::size_t item = 0;   // of a list parameter; spare slots repeat the first value
};

// Maps byte offsets of the expanded SQL back to the author's text.
struct SqlOrigin {
  AnchoredText text;                                         // the author's SQL
  std::vector<std::pair<std::size_t, std::size_t>> offsets;  // (expanded, original), ascending
  std::size_t ToOriginal(std::size_t expanded_offset) const;
};

// One fixed statement. Nothing is composed at call time.
struct CompiledStatement {
  std::string variant;      // the enum value that picks it; empty when there is no choice
  std::string sql;          // lists expanded to slots
  std::vector<Slot> slots;  // every distinct name in the statement, once
  SqlOrigin origin;
};

struct BindSpec {
  std::string name;
  std::size_t query = 0, column = 0;  // of an earlier `exactly: 1` query
};

struct RowsRule {
  RowsDeclaration::Mode mode = RowsDeclaration::Mode::kMany;
  std::variant<std::int64_t, std::size_t> max = std::int64_t{1};  // a number or a parameter's index
  bool truncate = false;
  std::string none_reason;  // exactly: default "not_found"
  std::string many_reason;  // exactly and at_most: default "ambiguous_result"
};

struct CompiledQuery {
  std::string name;
  SourcePosition position;
  std::vector<CompiledStatement> statements;     // at least one
  std::optional<std::size_t> variant_parameter;  // set when there is a choice
  std::vector<BindSpec> binds;
  RowsRule rows;
  std::vector<ColumnSpec> columns;  // in declared order; matched to the result by name
  bool needs_order = false;         // its rows are delivered in order, or cut
};

struct WindowRule {
  std::size_t start = 0, end = 0;  // parameters
  std::optional<std::int64_t> max_milliseconds;
  bool closed = false;
};

struct CoverageRule {
  struct Absent {
    std::size_t query = 0;
    std::vector<std::pair<std::size_t, TypedValue>> where;  // column: value
    std::string say;
  };
  std::optional<std::pair<std::size_t, std::size_t>> window;     // parameters
  std::optional<std::size_t> as_of;                              // parameter
  std::optional<std::pair<std::size_t, std::size_t>> watermark;  // query, column
  std::vector<Absent> absent;
  std::vector<std::string> notes;
};

struct ResultPlan {
  struct Part {
    std::string name;                              // empty for a plain result
    std::variant<std::size_t, GroupSpec> content;  // a query's index, or a group
  };
  bool record = false;
  std::vector<Part> parts;
  std::optional<CoverageRule> coverage;
};

struct CompiledReport {
  std::string id;
  std::shared_ptr<const ReportDeclaration> declaration;
  std::shared_ptr<const CompiledSource> source;
  std::shared_ptr<const LimitsDeclaration> limits;  // null: a budget without a document
  ReportStatus status = ReportStatus::kActive;
  std::string replaced_by;
  std::string limits_name;
  Budget budget;
  Allowlist allowlist;
  std::vector<ParameterSpec> parameters;
  std::vector<WindowRule> windows;
  std::vector<CompiledQuery> queries;
  ResultPlan result;
  // Row scope of the source, restricted to tables this report lists.
  std::vector<RowScope> row_scope;
  // Every reason a call can be rejected with, in order of precedence, for describe and docs.
  std::vector<std::string> reasons;
  std::string digest;  // SHA-256 in hex over all that decides behaviour

  std::optional<std::size_t> FindParameter(std::string_view name) const;
  std::optional<std::size_t> FindQuery(std::string_view name) const;
};

}  // namespace querygate
