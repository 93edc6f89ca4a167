// `kind: Source`: a named database and the ceiling of what any report may expose of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/source_text.h"

namespace querygate {

struct SourceDeclaration {
  struct Table {
    Located<std::string> name;
    std::vector<Located<std::string>> columns;
  };
  struct ScopedTable {
    Located<std::string> name;
    std::vector<std::pair<Located<std::string>, Located<std::string>>> columns;  // column: scope name
  };

  std::string name;
  std::shared_ptr<const SourceText> text;
  std::string description;
  Located<std::string> backend;
  Located<std::string> schema;  // file name as written, relative to the policy file
  std::shared_ptr<const SourceText> schema_text;  // its DDL; null when it could not be read
  std::vector<Table> expose;
  std::vector<Located<std::string>> functions;
  bool recursive = false;
  std::vector<ScopedTable> row_scope;
  std::vector<Located<std::string>> large;
};

}  // namespace querygate
