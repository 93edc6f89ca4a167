// The one place where text becomes markup.
#include "tools/web/html.h"

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/web/hostile_texts.h"

namespace querygate::web::testing {
namespace {

// What a parser reads back from escaped text: only what is written here may stand in it.
std::string Unescaped(const std::string& text) {
  const std::pair<const char*, const char*> references[] = {{"&lt;", "<"},  {"&gt;", ">"},   {"&quot;", "\""},
                                                            {"&#39;", "'"}, {"&#13;", "\r"}, {"&amp;", "&"}};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    bool found = false;
    for (const auto& [reference, character] : references) {
      if (text.compare(at, std::string(reference).size(), reference) != 0) continue;
      out += character;
      at += std::string(reference).size();
      found = true;
      break;
    }
    if (found) continue;
    CHECK(text[at] != '&');
    out += text[at++];
  }
  return out;
}

TEST_CASE("hostile text stays text in elements, attributes and addresses") {
  querygate::testing::CaseCount count("hostile texts in pages");
  for (const char* hostile : kHostileTexts) {
    CAPTURE(hostile);
    Html element;
    element.Element("p", hostile);
    const std::string text = element.text().substr(3, element.text().size() - 7);
    CHECK(count.Add(text.find_first_of("<>\"'") == std::string::npos && Unescaped(text) == hostile));

    Html attribute;
    attribute.Void("input", {{"value", hostile}});
    const std::string opening = "<input value=\"";
    REQUIRE(attribute.text().starts_with(opening));
    const std::string value = attribute.text().substr(opening.size(), attribute.text().size() - opening.size() - 2);
    CHECK(count.Add(value.find_first_of("<>\"'") == std::string::npos && Unescaped(value) == hostile));

    Html area;
    area.Open("textarea").Exact(hostile).Close();
    CHECK(count.Add(area.text().find("</textarea>") == area.text().size() - 11));

    CHECK(count.Add(PercentEncoded(hostile).find_first_of("&=#?<>\"' +") == std::string::npos));
  }
}

TEST_CASE("values that come back keep every byte, and text for readers hides nothing") {
  const std::string odd =
      "a\r\nb\tc\xE2\x80\xAE"
      "d";  // a right-to-left override
  Html attribute;
  attribute.Void("input", {{"value", odd}});
  CHECK(attribute.text() ==
        "<input value=\"a&#13;\nb\tc\xE2\x80\xAE"
        "d\">");
  Html text;
  text.Text(odd);
  CHECK(text.text().find('\xE2') == std::string::npos);
  CHECK_THAT(text.text(), Catch::Contains("\\u202e"));
}

TEST_CASE("attributes without a value are left out, flags stand alone, elements close inside out") {
  Html html;
  html.Open("div", {{"class", std::nullopt}, Flag("hidden", true), Flag("required", false)});
  html.Open("p").Text("x").Close().Close();
  CHECK(html.text() == "<div hidden=\"\"><p>x</p></div>");
  CHECK(PercentEncoded("a b+c/\xC3\xA4~") == "a%20b%2Bc%2F%C3%A4~");
}

}  // namespace
}  // namespace querygate::web::testing
