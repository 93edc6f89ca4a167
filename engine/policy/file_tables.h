// The tables of a source over files after checking: how each column is found in a file and stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/declaration/files.h"

namespace querygate {

struct FileColumn {
  std::string name;
  ColumnType type = ColumnType::kText;
  bool nullable = false;
  int precision = 38, scale = 0;  // of a decimal
  Store store = Store::kNone;     // of a decimal: text or scaled_integer; of a timestamp: all but native
  std::string field;              // what the file calls it
  std::size_t position = 0;       // of a file without a header, from 0
  bool folder = false;            // the value is in the name of a folder: `FIELD=VALUE`
};

struct FileTable {
  std::string name;
  FileFormat format = FileFormat::kCsv;
  bool header = true;
  std::vector<std::string> key;  // columns that tell any two rows apart; may be empty
  std::vector<FileColumn> columns;
};

// What the files of one call may be, all its tables together; nesting and value_bytes for each value. All inclusive.
struct InputLimits {
  std::int64_t files = 1'000;
  std::int64_t bytes = std::int64_t{256} << 20;           // as stored
  std::int64_t expanded_bytes = std::int64_t{1024} << 20;  // of compressed files, decompressed
  std::int64_t rows = 1'000'000;
  std::int64_t nesting = 32;  // of objects and lists within each other
  std::int64_t value_bytes = 1 << 20;
};

// Whether a stored value of this column is an integer, a real or text, as DDL says it.
std::string_view StorageTypeOf(const FileColumn& column);

}  // namespace querygate
