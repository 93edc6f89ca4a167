// `audit:` of a Gateway document.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/source_text.h"

namespace querygate {

struct AuditDeclaration {
  Located<std::string> file;
  Located<std::string> key;                                // the file of the key under which arguments are hashed
  std::optional<Located<std::int64_t>> rotate_bytes;       // absent: the default of the log
  std::optional<Located<std::int64_t>> sync_milliseconds;  // absent: every line is synchronised before the answer
};

}  // namespace querygate
