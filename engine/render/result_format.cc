#include "engine/render/result_format.h"

#include <algorithm>
#include <array>

#include "engine/render/formats.h"

namespace querygate {

namespace {

constexpr std::array kResultFormats{
    ResultFormat{"table", "aligned columns for a terminal", false, false, {}, &RenderTable},
    ResultFormat{"json", "the whole body, rejections and failures included", true, false, {".json"}, &RenderJson},
    ResultFormat{"jsonl", "one JSON object a line, rows only", false, true, {".jsonl"}, &RenderJsonLines},
    ResultFormat{"csv", "RFC 4180 with LF line ends, values exact, rows only", false, true, {".csv"}, &RenderCsv},
    ResultFormat{"markdown", "a Markdown table", false, false, {".md", ".markdown"}, &RenderMarkdown},
};

}  // namespace

std::span<const ResultFormat> ResultFormats() { return kResultFormats; }

const ResultFormat* FindResultFormat(std::string_view name) {
  const auto* const found = std::find_if(kResultFormats.begin(), kResultFormats.end(),
                                         [name](const ResultFormat& format) { return format.name == name; });
  return found == kResultFormats.end() ? nullptr : found;
}

const ResultFormat* FindResultFormatOfFile(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return nullptr;
  std::string extension(name.substr(dot));
  for (char& character : extension) {
    if (character >= 'A' && character <= 'Z') character = static_cast<char>(character - 'A' + 'a');
  }
  const auto* const found = std::find_if(kResultFormats.begin(), kResultFormats.end(), [&](const ResultFormat& format) {
    return std::find(format.extensions.begin(), format.extensions.end(), extension) != format.extensions.end();
  });
  return found == kResultFormats.end() ? nullptr : found;
}

}  // namespace querygate
