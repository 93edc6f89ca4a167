// A file that a call's data came from: for the operator and the audit, never part of what a caller sees.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/calendar.h"

namespace querygate {

struct InputFile {
  std::string table;
  std::string path;        // absolute, without symbolic links
  std::int64_t bytes = 0;  // as stored
  Instant modified;
  std::string sha256;  // in hex, of the bytes as stored; empty when they were not read
  friend bool operator==(const InputFile&, const InputFile&) = default;
};

// What one file offers, as far as its beginning tells.
struct InputFields {
  std::size_t input = 0;            // of the inspection's inputs
  std::vector<std::string> fields;  // a header's names, or the keys of the first record; empty without either
};

}  // namespace querygate
