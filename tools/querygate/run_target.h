// Where `run` writes, and in which format: judged by the words alone, before anything is opened.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/expected.h"
#include "engine/render/result_format.h"
#include "tools/querygate/words.h"

namespace querygate::cli {

struct RunTarget {
  const ResultFormat* format = nullptr;
  std::optional<std::string> file;  // else the standard output
  bool escape_formulas = false;

  // With a file nothing is ever said on the standard output: refusals are for stderr, whatever the format carries.
  bool json_body() const { return format->carries_outcome && !file; }
};

// --format wins over the file's extension. Whether it fits the report's result is for later.
Expected<RunTarget, UsageError> ReadRunTarget(const Words& words);

std::string JoinNames(const std::vector<std::string>& names);

}  // namespace querygate::cli
