#include "engine/render/result_format.h"

#include <algorithm>
#include <array>

#include "engine/render/formats.h"

namespace querygate {

namespace {

constexpr std::array kResultFormats{
    ResultFormat{"table", "aligned columns for a terminal", false, false, &RenderTable},
    ResultFormat{"json", "the whole body, rejections and failures included", true, false, &RenderJson},
    ResultFormat{"jsonl", "one JSON object a line, rows only", false, true, &RenderJsonLines},
    ResultFormat{"csv", "RFC 4180 with LF line ends, values exact, rows only", false, true, &RenderCsv},
    ResultFormat{"markdown", "a Markdown table", false, false, &RenderMarkdown},
};

}  // namespace

std::span<const ResultFormat> ResultFormats() { return kResultFormats; }

const ResultFormat* FindResultFormat(std::string_view name) {
  const auto* const found = std::find_if(kResultFormats.begin(), kResultFormats.end(),
                                         [name](const ResultFormat& format) { return format.name == name; });
  return found == kResultFormats.end() ? nullptr : found;
}

}  // namespace querygate
