// The pages on rules and reasons as HTML.
#pragma once

#include <string_view>

#include "engine/render/html_body.h"

namespace querygate {

// Adds the part of Markdown that these pages are written in: headings, paragraphs, lists, fenced code; `code`,
// **strong** and [links](NAME.md), which lead to NAME.html. Everything else is text.
void AddMarkdown(std::string_view markdown, HtmlBody& body);

}  // namespace querygate
