// What is wrong with an input file: a stable reason for the caller, file and line for the operator, values for nobody.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/rejection.h"

namespace querygate::files {

inline constexpr std::string_view kInvalid = "invalid_input";      // bytes that are not what the source declares
inline constexpr std::string_view kChanged = "input_changed";      // not the file that was looked at
inline constexpr std::string_view kUnavailable = "query_unavailable";
inline constexpr std::string_view kDrift = "schema_drift";         // a listed column is not there at all
inline constexpr std::string_view kFilesLimit = "input_files_limit";
inline constexpr std::string_view kBytesLimit = "input_bytes_limit";
inline constexpr std::string_view kExpandedLimit = "input_expanded_limit";
inline constexpr std::string_view kRowsLimit = "input_rows_limit";
inline constexpr std::string_view kNestingLimit = "input_nesting_limit";
inline constexpr std::string_view kValueLimit = "input_value_limit";

// `line` 0: the file as a whole.
inline Failure InputFailure(std::string_view reason, const std::string& path, std::int64_t line, std::string_view why) {
  std::string cause = "input " + path;
  if (line > 0) cause += ", line " + std::to_string(line);
  return {.reason = std::string(reason), .cause = cause + ": " + std::string(why)};
}

}  // namespace querygate::files
