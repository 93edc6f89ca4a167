// Names that a draft proposes.
#pragma once

#include <string>
#include <string_view>

namespace querygate::draft {

// "InvoiceDate" and "invoice date" become "invoice_date"; empty when nothing of a name is left.
std::string SnakeCase(std::string_view text);

// What an unnamed expression could be called: "COUNT(*)" "count", "MAX(height)" "max_height", "Artist.Name" "name".
std::string NameFor(std::string_view expression);

// "top_artists" becomes "Top artists".
std::string TitleFor(std::string_view name);

}  // namespace querygate::draft
