// Spans of time and sizes as declarations write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/expected.h"

namespace querygate {

// Canonical decimal digits with an optional minus that fit 64 bits: no plus, no leading zeros, no underscores.
// The error says what to write instead.
Expected<std::int64_t, std::string> ParseWholeNumber(std::string_view text);

// `200ms`, `2s`, `20m`, `1h`, `30d`: milliseconds.
Expected<std::int64_t, std::string> ParseDuration(std::string_view text);

// `100000` (bytes), `256KiB`, `64MiB`, `1GiB`: bytes.
Expected<std::int64_t, std::string> ParseByteSize(std::string_view text);

}  // namespace querygate
