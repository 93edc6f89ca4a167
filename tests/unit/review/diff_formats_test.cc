#include "engine/review/diff/diff_formats.h"

#include <catch2/catch.hpp>

namespace querygate::review {
namespace {

// What a hostile change could put into names and texts.
Diff Hostile() {
  Diff diff;
  diff.base = "main";
  diff.head = "\x1b[31mHEAD";
  ReportDiff report;
  report.id = "shop/items";
  report.verdict = Verdict::kWidened;
  report.effects = kWidens;
  Change change;
  change.topic = "parameters";
  change.subject = "a|b";
  change.effects = kWidens;
  change.text = "<img src=x> [link](http://example.com) @everyone `x` **bold** \x1b[2J\n| row |";
  change.file = "reports/x.yaml";
  change.line = 3;
  change.call = ExampleCall{{Caller::Kind::kLocal, {}}, {{"t", ToArgument(std::string("</code>|`"))}}, {}};
  report.changes.push_back(change);
  diff.reports.push_back(report);
  return diff;
}

TEST_CASE("text drives no terminal") {
  const std::string text = RenderDiffText(Hostile());
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("\\x1b[2J\\n| row |") != std::string::npos);
}

TEST_CASE("markdown of a review comment holds no markup of the change under review") {
  const std::string markdown = RenderDiffMarkdown(Hostile());
  for (const char* forbidden : {"<img", "[link]", "@everyone", "`", "**bold", "://", "\x1b", "</code>|"}) {
    INFO(forbidden);
    CHECK(markdown.find(forbidden) == std::string::npos);
  }
  CHECK(markdown.find("&#60;img src=x&#62;") != std::string::npos);
}

TEST_CASE("json says the same and can be read back by name") {
  const std::string json = RenderDiffJson(Hostile());
  CHECK(json.find('\x1b') == std::string::npos);
  CHECK(json.find("\"verdict\": \"widened\"") != std::string::npos);
  CHECK(json.find("\"newly_accepted\": {") != std::string::npos);
}

TEST_CASE("formats are found by name") {
  CHECK(FindDiffFormat("markdown") != nullptr);
  CHECK(FindDiffFormat("xml") == nullptr);
  CHECK(DiffFormats().size() == 3);
}

}  // namespace
}  // namespace querygate::review
