// One line of the audit log: JSON whose last member is the hash of all bytes before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/audit/entry.h"

namespace querygate {

inline constexpr std::size_t kMaxAuditLineBytes = 64 * 1024;
inline constexpr std::string_view kFirstPrevious =
    "0000000000000000000000000000000000000000000000000000000000000000";  // of the first line of all

// Where a line stands in the chain.
struct ChainPlace {
  std::int64_t sequence = 1;
  std::string previous = std::string(kFirstPrevious);  // hash of the line before
};

struct AuditLine {
  std::string text;  // without the line feed
  std::string hash;
};

// `torn`: the bytes that an interrupted write left behind the last whole line.
struct TornBytes {
  std::int64_t count = 0;
  std::string sha256;
};

AuditLine CallLine(const ChainPlace& place, const AuditEntry& entry);
// The first line of every file. `previous_file` is the name of the file before; empty: there is none.
AuditLine OpenedLine(const ChainPlace& place, const Instant& time, std::string_view previous_file);
// Follows torn bytes and the line feed that ends them.
AuditLine RecoveredLine(const ChainPlace& place, const Instant& time, const TornBytes& torn);

// A line taken apart by somebody who believes none of it.
struct ReadLine {
  std::int64_t sequence = 0;
  std::string event;  // "call", "opened", "recovered"
  std::string previous, hash;
  bool hash_fits = false;         // over the exact bytes
  std::optional<TornBytes> torn;  // of a recovered line
};

// Empty: it is not a line of this log, or only a part of one.
std::optional<ReadLine> ReadAuditLine(std::string_view text);

}  // namespace querygate
