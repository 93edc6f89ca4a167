// The inside of an HTML page, piece by piece. Callers pass plain text: everything is escaped here, so that no stored
// text can become markup. What comes out is well-formed XML too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querygate {

// A stretch of a line of text.
struct HtmlSpan {
  enum class Kind { kText, kCode, kStrong };
  std::string text;
  Kind kind = Kind::kText;
  std::string href;  // relative to the page; empty: no link
};
using HtmlLine = std::vector<HtmlSpan>;

class HtmlBody {
 public:
  // `level` 1 to 3.
  HtmlBody& Heading(int level, std::string_view text);
  HtmlBody& Paragraph(const HtmlLine& line);
  HtmlBody& Paragraph(std::string_view text);
  HtmlBody& Code(std::string_view text);
  HtmlBody& List(const std::vector<HtmlLine>& items);
  // Every row has as many cells as there are headings; a table of names and values has no headings.
  HtmlBody& Table(const std::vector<std::string>& headings, const std::vector<std::vector<HtmlLine>>& rows);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A whole page. `root` leads from the page to the folder of the site: "" or "../".
std::string HtmlPage(std::string_view title, std::string_view root, const HtmlBody& body);

// The style sheet that pages expect as ROOT/style.css: light or dark as the reader's system is.
std::string_view HtmlStyleSheet();

}  // namespace querygate
