// SQL text compared as the database reads it: blanks, comments and the case of unquoted words mean nothing.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace querygate::review {

// Whether two statements are the same word for word.
bool SameTokens(std::string_view a, std::string_view b);

// The views of a schema: folded name to its definition in canonical spelling.
std::map<std::string, std::string> ViewsOf(std::string_view schema_sql);

}  // namespace querygate::review
