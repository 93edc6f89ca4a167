// What a scratch database holds beyond its source's schema: the rows that a test gives it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/value.h"

namespace querygate {

struct ScratchRow {
  std::string table;
  std::vector<std::pair<std::string, Value>> columns;  // those left out are NULL
};

struct ScratchData {
  std::string script;  // INSERT statements, run before the rows; may be empty
  std::vector<ScratchRow> rows;
};

// Why there is no scratch database: for the author of the test.
struct ScratchFault {
  enum class Where { kSystem, kSchema, kScript, kRow };
  Where where = Where::kSystem;
  std::size_t index = 0;  // kScript: byte offset; kRow: of `rows`
  std::string message;    // one line
  std::string help;       // may be empty
};

}  // namespace querygate
