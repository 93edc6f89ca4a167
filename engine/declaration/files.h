// What a `kind: Source` document with `backend: files` declares: tables whose rows are read from files. Which files
// is never written there: the deployment says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/types.h"

namespace querygate {

enum class FileFormat { kCsv, kTsv, kJsonl, kJson };

std::span<const NamedValue<FileFormat>> FileFormats();  // csv, tsv, jsonl, json
std::string_view NameOf(FileFormat format);

struct FileColumnDeclaration {
  Located<std::string> name;
  ColumnType type = ColumnType::kText;
  SourcePosition type_position;
  bool nullable = false;
  std::optional<Located<std::int64_t>> precision, scale;
  std::optional<Located<Store>> store;
  std::optional<Located<std::string>> field;      // what the file calls it; absent: the column's name
  std::optional<Located<std::int64_t>> position;  // one-based, of a file without a header
  std::optional<Located<std::string>> folder;     // the value is in the name of a folder: `NAME=VALUE`
};

struct FileTableDeclaration {
  Located<std::string> name;
  std::optional<Located<FileFormat>> format;
  bool header = true;
  SourcePosition header_position;  // line 0 when it was left out
  std::vector<Located<std::string>> key;
  std::vector<FileColumnDeclaration> columns;
};

// Members left out keep the defaults of `InputLimits`.
struct InputLimitsDeclaration {
  std::optional<Located<std::int64_t>> files, bytes, expanded_bytes, rows, nesting, value_bytes;
};

}  // namespace querygate
