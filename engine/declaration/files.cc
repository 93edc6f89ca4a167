#include "engine/declaration/files.h"

#include <array>

namespace querygate {
namespace {

constexpr auto kFileFormats = std::to_array<NamedValue<FileFormat>>({
    {"csv", FileFormat::kCsv},
    {"tsv", FileFormat::kTsv},
    {"jsonl", FileFormat::kJsonl},
    {"json", FileFormat::kJson},
});

}  // namespace

std::span<const NamedValue<FileFormat>> FileFormats() { return kFileFormats; }

std::string_view NameOf(FileFormat format) {
  for (const NamedValue<FileFormat>& row : kFileFormats) {
    if (row.value == format) return row.name;
  }
  return "none";
}

}  // namespace querygate
