// Text inside XML and HTML documents.
#pragma once

#include <string>
#include <string_view>

namespace querygate {

// For element content and attributes in either kind of quotes. What a document may not hold, and what would drive a
// terminal or reorder what is read, is shown as Printable shows it; line breaks and tabs stay.
std::string EscapeMarkup(std::string_view text);

}  // namespace querygate
