// Reading files that others control: regular ones only, bounded, without ever waiting for a writer.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/expected.h"

namespace querygate {

enum class SymbolicLinks { kFollow, kRefuse };  // of the path's last step

struct FileFault {
  bool too_large = false;
  std::string message;  // one line for people, with the path
};

Expected<std::string, FileFault> ReadRegularFile(const std::string& path, std::size_t max_bytes, SymbolicLinks links);

}  // namespace querygate
