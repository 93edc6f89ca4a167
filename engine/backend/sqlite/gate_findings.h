// What the gate says about one statement: each finding once, with its place in the SQL where it can be told.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/policy/authorize.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::sqlite {

// The SQL must outlive it.
class GateFindings {
 public:
  explicit GateFindings(std::string_view sql) : tokens_(TokenizeSql(sql)) {}

  void Add(Violation violation);
  void Add(std::string_view rule, std::string message, std::string subject, std::string_view help = {},
           std::optional<std::size_t> offset = std::nullopt);
  void Add(const Denial& denial);
  void AddFromProgram(Violation violation);
  // What the parser said; `offset` is negative when it did not say where.
  void AddSqlError(std::string_view message, int offset, const Schema& schema);

  bool empty() const { return violations_.empty(); }
  // By place in the SQL, those without a place last.
  std::vector<Violation> Take();

 private:
  std::optional<std::size_t> Locate(std::string_view subject) const;
  bool IsCalled(std::string_view name) const;

  SqlTokens tokens_;
  std::vector<Violation> violations_;
};

// Folded names of the statement's common table expressions that are no schema objects and not reserved.
std::vector<std::string> LocalNames(std::string_view sql, const Schema& schema);

// `text` with the public names of scoped tables in place of the secret ones.
std::string WithoutSecrets(const AccessPolicy& policy, std::string text);

}  // namespace querygate::sqlite
