// Reading the files of the log, and their names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/audit/chain.h"
#include "engine/audit/file_calls.h"
#include "engine/base/expected.h"

namespace querygate {

// "audit.jsonl.000000001234": names of one log sort as its lines do.
std::string RotatedName(std::string_view name, std::int64_t last_sequence);
bool IsRotatedName(std::string_view candidate, std::string_view name);

// Gives the file to `chain`, until its end or until the chain breaks. Its size, or why it cannot be read. Memory is
// bounded by the longest line that a log may have.
Expected<std::int64_t, std::string> ReadAuditFile(FileCalls& files, const std::string& path, ChainReader& chain);

}  // namespace querygate
