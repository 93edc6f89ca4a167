// Schemas and findings for the tests of the text rules.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/policy/compiled_report.h"

namespace querygate::sqlite {

// As read from a database in memory that `ddl` makes.
Schema SchemaOf(const std::string& ddl);

using Tables = std::map<std::string, std::vector<std::string>>;

CompiledReport ReportOver(const Tables& tables);

// CheckText over a query that delivers its rows in order.
std::vector<Violation> FindingsOf(const std::string& sql, const Schema& schema, const Tables& tables,
                                  bool needs_order = true);

// "rule rule": aliases in order of appearance, each once.
std::string RulesOf(const std::vector<Violation>& violations);

}  // namespace querygate::sqlite
