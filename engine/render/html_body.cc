#include "engine/render/html_body.h"

#include "engine/render/xml_text.h"

namespace querygate {

namespace {

std::string Wrapped(std::string_view element, std::string_view inner) {
  return '<' + std::string(element) + '>' + std::string(inner) + "</" + std::string(element) + '>';
}

std::string SpanText(const HtmlSpan& span) {
  std::string text = EscapeMarkup(span.text);
  if (span.kind == HtmlSpan::Kind::kCode) text = Wrapped("code", text);
  if (span.kind == HtmlSpan::Kind::kStrong) text = Wrapped("strong", text);
  return span.href.empty() ? text : "<a href=\"" + EscapeMarkup(span.href) + "\">" + text + "</a>";
}

std::string LineText(const HtmlLine& line) {
  std::string text;
  for (const HtmlSpan& span : line) text += SpanText(span);
  return text;
}

constexpr std::string_view kStyleSheet = R"css(:root {
  color-scheme: light dark;
  --text: #1c1e21;
  --soft: #5a6068;
  --page: #ffffff;
  --box: #f4f5f7;
  --line: #d9dce1;
  --link: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e6ea;
    --soft: #a2a8b1;
    --page: #16181c;
    --box: #22252b;
    --line: #3a3f47;
    --link: #7db8f5;
  }
}
body {
  margin: 0 auto;
  max-width: 60rem;
  padding: 1.5rem 1rem 4rem;
  color: var(--text);
  background: var(--page);
  font: 1rem/1.55 system-ui, sans-serif;
}
nav { color: var(--soft); border-bottom: 1px solid var(--line); padding-bottom: 0.5rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 1.5rem 0 0.5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; background: var(--box); border-radius: 3px; }
code { padding: 0.1em 0.3em; overflow-wrap: anywhere; }
pre { padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid var(--line); }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.95rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
td:first-child { white-space: nowrap; }
)css";

}  // namespace

HtmlBody& HtmlBody::Heading(int level, std::string_view text) {
  text_ += Wrapped('h' + std::to_string(level), EscapeMarkup(text)) + '\n';
  return *this;
}

HtmlBody& HtmlBody::Paragraph(const HtmlLine& line) {
  text_ += Wrapped("p", LineText(line)) + '\n';
  return *this;
}

HtmlBody& HtmlBody::Paragraph(std::string_view text) { return Paragraph({{std::string(text)}}); }

HtmlBody& HtmlBody::Code(std::string_view text) {
  text_ += Wrapped("pre", Wrapped("code", EscapeMarkup(text))) + '\n';
  return *this;
}

HtmlBody& HtmlBody::List(const std::vector<HtmlLine>& items) {
  if (items.empty()) return *this;
  text_ += "<ul>\n";
  for (const HtmlLine& item : items) text_ += Wrapped("li", LineText(item)) + '\n';
  text_ += "</ul>\n";
  return *this;
}

HtmlBody& HtmlBody::Table(const std::vector<std::string>& headings, const std::vector<std::vector<HtmlLine>>& rows) {
  text_ += "<div class=\"wide\"><table>\n";
  if (!headings.empty()) {
    text_ += "<thead><tr>";
    for (const std::string& heading : headings) text_ += Wrapped("th", EscapeMarkup(heading));
    text_ += "</tr></thead>\n";
  }
  text_ += "<tbody>\n";
  for (const std::vector<HtmlLine>& row : rows) {
    text_ += "<tr>";
    for (const HtmlLine& cell : row) text_ += Wrapped("td", LineText(cell));
    text_ += "</tr>\n";
  }
  text_ += "</tbody>\n</table></div>\n";
  return *this;
}

std::string HtmlPage(std::string_view title, std::string_view root, const HtmlBody& body) {
  const std::string to_root = EscapeMarkup(root);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'\"/>\n<title>" +
         EscapeMarkup(title) + "</title>\n<link rel=\"stylesheet\" href=\"" + to_root +
         "style.css\"/>\n</head>\n<body>\n<nav><a href=\"" + to_root + "index.html\">Reports</a> · <a href=\"" +
         to_root + "reasons/index.html\">Reasons</a> · <a href=\"" + to_root +
         "rules/index.html\">Rules</a></nav>\n<main>\n" + body.text() + "</main>\n</body>\n</html>\n";
}

std::string_view HtmlStyleSheet() { return kStyleSheet; }

}  // namespace querygate
