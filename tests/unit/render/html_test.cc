#include <string>

#include <catch2/catch.hpp>

#include "engine/render/html_body.h"
#include "engine/render/markdown_html.h"

namespace querygate {
namespace {

std::string Markdown(std::string_view text) {
  HtmlBody body;
  AddMarkdown(text, body);
  return body.text();
}

TEST_CASE("no text becomes markup") {
  const std::string hostile = "</p><script>alert('x')</script>&\x1b[31m";
  const std::string escaped = "&lt;/p&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;\\x1b[31m";
  HtmlBody body;
  body.Heading(1, hostile);
  body.Paragraph(hostile);
  body.Code(hostile);
  body.List({{{hostile}}});
  body.Table({hostile}, {{{{hostile, HtmlSpan::Kind::kStrong, "x\"><b>"}}}});
  CHECK(body.text() == "<h1>" + escaped + "</h1>\n<p>" + escaped + "</p>\n<pre><code>" + escaped +
                           "</code></pre>\n<ul>\n<li>" + escaped +
                           "</li>\n</ul>\n<div class=\"wide\"><table>\n<thead><tr><th>" + escaped +
                           "</th></tr></thead>\n<tbody>\n<tr><td><a href=\"x&quot;&gt;&lt;b&gt;\"><strong>" + escaped +
                           "</strong></a></td></tr>\n</tbody>\n</table></div>\n");
  CHECK(HtmlPage(hostile, "", HtmlBody()).find("<script") == std::string::npos);
}

TEST_CASE("the Markdown of our pages becomes HTML") {
  CHECK(Markdown("# One\n\ntext `code` and\n**more**\n\n## Two\n- a\n- b\n  c\n\nend\n") ==
        "<h1>One</h1>\n<p>text <code>code</code> and <strong>more</strong></p>\n<h2>Two</h2>\n"
        "<ul>\n<li>a</li>\n<li>b c</li>\n</ul>\n<p>end</p>\n");
  CHECK(Markdown("```sql\n# no heading\n\n- `no` <list>\n```\nafter\n") ==
        "<pre><code># no heading\n\n- `no` &lt;list&gt;</code></pre>\n<p>after</p>\n");
  CHECK(Markdown("see [the page](QG102.md)\n") == "<p>see <a href=\"QG102.html\">the page</a></p>\n");
}

TEST_CASE("what is no Markdown of ours stays text") {
  CHECK(Markdown("a ` b ** c [d] (e) #f\n") == "<p>a ` b ** c [d] (e) #f</p>\n");
  CHECK(Markdown("[x](javascript:y.md) [x](https://y)\n") == "<p>[x](javascript:y.md) [x](https://y)</p>\n");
  CHECK(Markdown("``` \nopen\n") == "<pre><code>open</code></pre>\n");
  CHECK(Markdown("####### x\n#x\n") == "<p>####### x #x</p>\n");
  CHECK(Markdown("").empty());
}

}  // namespace
}  // namespace querygate
