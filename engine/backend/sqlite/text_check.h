// What the single text rules share: one text (the statement or a view it reaches) and where findings go.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/order_relations.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/backend/sqlite/sql_outline.h"
#include "engine/policy/compiled_report.h"

namespace querygate::sqlite {

// Read once, never moved: the tokens point into the SQL, the query text into the rest.
struct CheckedText {
  std::string view;  // as the schema spells it; empty for the statement itself
  std::string_view sql;
  SqlTokens tokens;
  Outline outline;
  QueryText query;
};

// The statement itself, up to its end; `sql` must outlive the result.
std::unique_ptr<CheckedText> ReadStatement(std::string_view sql);

class TextCheck {
 public:
  TextCheck(const CompiledReport& report, const Schema& schema, const CheckedText& text, TextRelations& relations,
            bool needs_order, std::vector<Violation>& violations)
      : report_(report),
        schema_(schema),
        text_(text),
        relations_(relations),
        needs_order_(needs_order),
        violations_(violations) {}

  const CompiledReport& report() const { return report_; }
  const Schema& schema() const { return schema_; }
  const Outline& outline() const { return text_.outline; }
  const QueryText& query() const { return text_.query; }
  const std::vector<SqlToken>& tokens() const { return text_.tokens.tokens; }
  TextRelations& relations() { return relations_; }
  bool is_view() const { return !text_.view.empty(); }
  bool needs_order() const { return needs_order_; }

  // `token` is where the statement shows it; findings in views have no place in the statement.
  void Report(std::string_view rule, std::size_t token, std::string message, std::string help, std::string subject);

 private:
  const CompiledReport& report_;
  const Schema& schema_;
  const CheckedText& text_;
  TextRelations& relations_;
  bool needs_order_;
  std::vector<Violation>& violations_;
};

// Words, collations and parameters: need no outline.
void CheckInvalidTokens(TextCheck& check);
void CheckRefusedWords(TextCheck& check);
void CheckCollations(TextCheck& check);
void CheckParameters(TextCheck& check);

// Names: need an understood outline.
void CheckQualifiedNames(TextCheck& check);
void CheckCommonTables(TextCheck& check);
void CheckPrivateNames(TextCheck& check);

// Order: need an understood outline.
void CheckWindows(TextCheck& check);
void CheckCuts(TextCheck& check);
void CheckRows(TextCheck& check);
void CheckAggregates(TextCheck& check);
void CheckMemberships(TextCheck& check);

}  // namespace querygate::sqlite
