// The table of findings formats. A format is one row and one file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/findings_report.h"

namespace querygate {

struct FindingsOptions {
  bool colour = false;  // text, compact: for a terminal
  std::string version;  // of querygate
};

struct FindingsFormat {
  std::string_view name;
  std::string_view summary;
  bool carries_faults;  // also written when nothing could be looked at: a program reads no stderr
  std::string (*render)(const FindingsReport& report, const FindingsOptions& options);
};

std::span<const FindingsFormat> FindingsFormats();  // text, compact, json, sarif, github, junit
const FindingsFormat* FindFindingsFormat(std::string_view name);

// "text, compact or json": for help and messages.
std::string FindingsFormatNames();

}  // namespace querygate
