// Texts that would do harm where they became markup.
#pragma once

#include <array>

namespace querygate::web::testing {

inline constexpr auto kHostileTexts = std::to_array<const char*>({
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "</textarea><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</option></select><b>",
    "javascript:alert(1)",
    "&lt;b&gt; &amp; &#60;",
    "<!-- --><![CDATA[ ]]>",
    "a&b=c&%24run=1#d?e",
});

}  // namespace querygate::web::testing
