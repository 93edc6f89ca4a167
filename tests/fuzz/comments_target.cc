// Comments, with the parser as the oracle: the words of what is found can change without changing the document, those
// behind no other `#` can. (A comment cannot go: a line without it may join what is around it.)
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "engine/load/comments.h"
#include "engine/load/yaml_document.h"
#include "tests/fuzz/fuzz_target.h"

namespace querygate::fuzz {
namespace {

// Each costs a parse; a document of nothing but `#` would cost the square of its length.
constexpr int kMostJudged = 40;

void Write(const YamlNode& node, std::string& out) {
  out += '<' + std::to_string(static_cast<int>(node.kind)) + ':' + std::to_string(node.text.size()) + ':' + node.text;
  for (const YamlNode& item : node.items) Write(item, out);
  for (const YamlMember& member : node.members) {
    Write(member.key, out);
    Write(member.value, out);
  }
  out += '>';
}

// Empty for a text that is refused.
std::string TreeOf(std::string text) {
  const YamlDocument document = ParseYaml(SourceText("document.yaml", std::move(text)));
  std::string out;
  if (document.root && document.diagnostics.empty()) Write(*document.root, out);
  return out;
}

}  // namespace
}  // namespace querygate::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querygate;
  using namespace querygate::fuzz;
  const std::string text(AsText(data, size));
  const SourceText source("document.yaml", text);
  const auto comments = FindComments(source);
  const std::string tree = TreeOf(text);
  if (tree.empty()) {
    Require(comments.empty(), "a text that is refused has no comments");
    return 0;
  }
  std::set<std::pair<int, int>> found;
  const int lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const Comment& comment : comments) {
    found.emplace(comment.position.line, comment.position.column);
    Require(comment.text.starts_with('#'), "a comment begins with its sign");
    Require(comment.first_line >= 0 && comment.last_line <= lines, "a comment speaks of lines that exist");
  }
  bool in_comment = false;
  int judged = 0;
  for (std::size_t at = 0; at < text.size() && judged < kMostJudged; ++at) {
    if (text[at] == '\n') in_comment = false;
    if (text[at] != '#' || in_comment) continue;
    const SourcePosition position = source.PositionAt(at);
    in_comment = found.count({position.line, position.column}) != 0;
    std::string changed = text;
    changed.replace(at, std::min(text.find('\n', at), text.size()) - at, "#~other words~");
    Require((TreeOf(changed) == tree) == in_comment, "the parser passes over exactly what is a comment");
    ++judged;
  }
  return 0;
}
