// Whether the files of a log are whole and follow each other: for `audit verify`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/audit/file_calls.h"

namespace querygate {

struct AuditSound {
  std::int64_t lines = 0;
  std::int64_t first_sequence = 0, last_sequence = 0;
  std::string last_hash;
};

struct AuditBroken {
  std::string file;
  std::int64_t line = 0;  // from 1
  std::string what;
};

struct AuditUnreadable {
  std::string file;
  std::string cause;
};

using AuditVerdict = std::variant<AuditSound, AuditBroken, AuditUnreadable>;

// The files in any order; they are judged in the order of their first lines. Says nothing about lines before the first
// one, or after the last: for those, a hash that was noted elsewhere is compared with `last_hash`, or must be in the
// files: `contains`.
AuditVerdict VerifyAudit(FileCalls& files, const std::vector<std::string>& paths,
                         const std::optional<std::string>& contains);

}  // namespace querygate
