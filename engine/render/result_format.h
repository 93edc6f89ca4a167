// The table of output formats. A format is one row and one file.
#pragma once

#include <array>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/contract/row_set.h"

namespace querygate {

struct RenderOptions {
  bool allow_partial = false;       // csv, jsonl: an incomplete result is written all the same
  std::optional<std::string> part;  // csv, jsonl: which part of a record
  bool escape_formulas = false;     // csv: a text that a spreadsheet would compute gets a leading apostrophe
};

struct ResultFormat {
  std::string_view name;
  std::string_view summary;
  bool carries_outcome;                        // json: rejections and failures are part of the format
  bool rows_only;                              // csv, jsonl: one part's rows and nothing else; the options are theirs
  std::array<std::string_view, 2> extensions;  // of files that hold it, with the dot, lower case; may be empty
  // A rejection here is incomplete_result (kInvalidData), or a usage fault about `part`
  // (kInvalidRequest, reason "part_required" or "unknown_part").
  Expected<std::string, Rejection> (*render)(const DeliveredResult& result, const RenderOptions& options);
};

std::span<const ResultFormat> ResultFormats();  // table, json, jsonl, csv, markdown
const ResultFormat* FindResultFormat(std::string_view name);

// The format that a file's extension names, in either case; null for any other.
const ResultFormat* FindResultFormatOfFile(std::string_view path);

// The bodies of design section 4, without a trailing newline.
std::string RenderDeliveredJson(const DeliveredResult& result);
std::string RenderRejectionJson(std::string_view reason);  // {"status":"rejected","reason":"…"}
std::string RenderFailureJson(std::string_view reason);    // {"status":"failed","reason":"…"}

}  // namespace querygate
