// What all pages share: head, navigation, foot.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/web/assets.h"
#include "tools/web/html.h"

namespace querygate::web {

// A whole document around the content of its main element.
std::string Page(const Assets& assets, std::string_view title, const Html& main);

// A page that only says something: no such report, nobody known.
std::string MessagePage(const Assets& assets, std::string_view title, const std::vector<std::string>& lines);

// The Content-Security-Policy under which every page works: nothing inline, nothing from elsewhere.
inline constexpr std::string_view kContentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";

}  // namespace querygate::web
