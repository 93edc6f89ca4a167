// A page of docs/rules as its readers see it: headings, prose and fenced examples.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querygate::testing {

// A fenced block. `language` is the first word of its info string, `path` the second.
struct Block {
  std::string language;
  std::string path;
  std::string text;  // ends with a line break
};

struct Section {
  std::string prose;  // everything outside the blocks
  std::vector<Block> blocks;
};

struct RulePageText {
  std::string title;                                      // behind "# "
  Section summary;                                        // before the first section
  std::vector<std::pair<std::string, Section>> sections;  // in order, by their "## " heading

  const Section* Find(std::string_view heading) const;
};

// Fails the running test when a fence is not closed.
RulePageText ParsePage(std::string_view markdown);

}  // namespace querygate::testing
