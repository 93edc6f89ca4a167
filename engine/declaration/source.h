// `kind: Source`: a named database and the ceiling of what any report may expose of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/files.h"

namespace querygate {

// The backend whose tables are read from files, and which therefore needs no schema snapshot.
inline constexpr std::string_view kFilesBackend = "files";

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
  std::shared_ptr<const SourceText> schema_text;  // its DDL; null when it could not be read, or for files
  std::vector<FileTableDeclaration> tables;       // of a source over files, in place of `schema` and `expose`
  InputLimitsDeclaration inputs;
  std::vector<Table> expose;
  std::vector<Located<std::string>> functions;
  bool recursive = false;
  std::vector<ScopedTable> row_scope;
  std::vector<Located<std::string>> large;
};

}  // namespace querygate
