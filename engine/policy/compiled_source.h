// A source's policy after checking: the ceiling, the scope rules and the schema snapshot.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/declaration/source.h"
#include "engine/policy/allowlist.h"
#include "engine/policy/file_tables.h"

namespace querygate {

struct RowScope {
  std::string table;                                         // as spelt in the policy
  std::vector<std::pair<std::string, std::string>> columns;  // column, scope name
};

struct CompiledSource {
  std::string name;
  std::string backend;  // "sqlite"
  std::shared_ptr<const SourceDeclaration> declaration;
  Allowlist ceiling;  // tables, columns, functions, recursion
  std::vector<RowScope> row_scope;
  std::vector<std::string> large;
  std::string schema_sql;          // the snapshot's DDL; of a source over files made from its tables
  std::vector<FileTable> tables;  // of a source over files
  InputLimits inputs;
  std::string digest;      // SHA-256 in hex over all that decides behaviour
};

}  // namespace querygate
