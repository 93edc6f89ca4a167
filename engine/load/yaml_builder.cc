#include "engine/load/yaml_builder.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "engine/base/utf8.h"
#include "engine/load/documents.h"
#include "engine/load/scalar_extent.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

ScalarStyle StyleOf(char first) {
  switch (first) {
    case '\'':
      return ScalarStyle::kSingleQuoted;
    case '"':
      return ScalarStyle::kDoubleQuoted;
    case '|':
      return ScalarStyle::kLiteral;
    case '>':
      return ScalarStyle::kFolded;
    default:
      return ScalarStyle::kPlain;
  }
}

// The length in code points that a caret line should underline; 1 where the scalar is not one stretch of text.
int UnderlinedLength(std::string_view source, const YamlNode& node) {
  const bool quoted = node.style == ScalarStyle::kSingleQuoted || node.style == ScalarStyle::kDoubleQuoted;
  const std::size_t start = node.offset + (quoted ? 1 : 0);
  if (start > source.size() || !source.substr(start).starts_with(node.text)) return 1;
  return std::max(1, static_cast<int>(CountCodePoints(node.text)) + (quoted ? 2 : 0));
}

// Whether a quoted scalar ends in its quote. The parser takes the end of the file for one.
bool IsClosed(std::string_view source, const YamlNode& node) {
  const bool quoted = node.style == ScalarStyle::kSingleQuoted || node.style == ScalarStyle::kDoubleQuoted;
  return !quoted || EndOfQuoted(source, node.offset).has_value();
}

}  // namespace

YamlBuilder::YamlBuilder(const SourceText& text, Findings& findings)
    : text_(text), findings_(findings), cursor_(text) {}

char YamlBuilder::CharAt(std::size_t offset) const {
  return offset < text_.text().size() ? text_.text()[offset] : '\0';
}

YamlNode YamlBuilder::MakeNode(std::size_t offset, NodeKind kind) {
  YamlNode node;
  node.kind = kind;
  node.offset = offset;
  node.position = cursor_.At(offset);
  return node;
}

void YamlBuilder::RefuseTag(const YamlNode& node, bool tagged) {
  if (tagged) findings_.Report("yaml-tag", node.position, "a tag", "remove it: types follow from the key");
}

void YamlBuilder::OnDocument(std::size_t offset) {
  ++documents_;
  if (documents_ == 2) {
    findings_.Report("several-documents", cursor_.At(offset), "a second document",
                     "one file holds one document; a line that is indented too little starts another one");
  }
}

void YamlBuilder::OnNull(std::size_t offset) {
  if (Ignores()) return;
  YamlNode node = MakeNode(offset, NodeKind::kNull);
  const char first = CharAt(offset);
  const bool spelt = first == '~' || first == 'n' || first == 'N';
  // What follows an empty value may be lines away; the key is what an author looks for.
  const bool empty =
      !open_.empty() && open_.back().key && (!spelt || open_.back().key->position.line != node.position.line);
  if (empty) node.position = open_.back().key->position;
  Attach(std::move(node));
}

void YamlBuilder::OnAlias(std::size_t offset) {
  if (Ignores()) return;
  YamlNode node = MakeNode(offset, NodeKind::kRefused);
  findings_.Report("alias-or-anchor", node.position, "an alias", "write the value out here");
  Attach(std::move(node));
}

void YamlBuilder::OnAnchor(std::size_t offset) {
  if (Ignores()) return;
  findings_.Report("alias-or-anchor", cursor_.At(offset), "an anchor",
                   "remove it: values are written out where they are used");
}

void YamlBuilder::OnScalar(std::size_t offset, bool plain, const std::string& value) {
  if (Ignores()) return;
  YamlNode node = MakeNode(offset, NodeKind::kScalar);
  RefuseTag(node, !plain && CharAt(offset) == '!');
  node.style = plain ? ScalarStyle::kPlain : StyleOf(CharAt(offset));
  node.text = value;
  node.position.length = UnderlinedLength(text_.text(), node);
  if (!IsClosed(text_.text(), node)) {
    findings_.Report("yaml-syntax", node.position, "a quote that is not closed");
  }
  if (node.style == ScalarStyle::kDoubleQuoted) {
    if (const auto fault = FindTextFault(node.text)) {
      findings_.Report("invalid-encoding", node.position, "an escape that makes " + fault->message,
                       "write text that a reader can see");
      node.kind = NodeKind::kRefused;
    }
  }
  Attach(std::move(node));
}

void YamlBuilder::OnStart(std::size_t offset, NodeKind kind, bool tagged) {
  if (documents_ > 1) return;
  if (skipped_depth_ > 0) {
    ++skipped_depth_;
    return;
  }
  if (open_.size() >= static_cast<std::size_t>(kMaxDocumentDepth)) {
    if (!too_deep_) {
      findings_.Report("document-depth", cursor_.At(offset),
                       "nested deeper than " + std::to_string(kMaxDocumentDepth) + " levels", "flatten the document");
    }
    too_deep_ = true;
    ++skipped_depth_;
    return;
  }
  open_.push_back({MakeNode(offset, kind), std::nullopt});
  RefuseTag(open_.back().node, tagged);
}

void YamlBuilder::OnEnd() {
  if (documents_ > 1) return;
  if (skipped_depth_ > 0) {
    --skipped_depth_;
    if (skipped_depth_ == 0) Attach(YamlNode{.kind = NodeKind::kRefused});
    return;
  }
  YamlNode node = std::move(open_.back().node);
  open_.pop_back();
  if (node.kind == NodeKind::kMapping) RefuseDuplicates(node);
  Attach(std::move(node));
}

void YamlBuilder::Attach(YamlNode node) {
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  Frame& frame = open_.back();
  if (frame.node.kind == NodeKind::kSequence) {
    frame.node.items.push_back(std::move(node));
  } else if (frame.key) {
    AttachMember(frame, std::move(node));
  } else {
    frame.key = std::move(node);
  }
}

void YamlBuilder::AttachMember(Frame& frame, YamlNode value) {
  YamlNode key = *std::exchange(frame.key, std::nullopt);
  if (key.kind == NodeKind::kRefused) return;
  if (key.kind != NodeKind::kScalar) {
    findings_.Report("wrong-type", key.position, "a key must be text",
                     "write `key: value`; quote a key that is `null` or `~`");
    return;
  }
  if (key.style == ScalarStyle::kPlain && key.text == "<<") {
    findings_.Report("merge-key", key.position, "a merge key", "write the merged keys out here");
    return;
  }
  frame.node.members.push_back({std::move(key), std::move(value)});
}

// The first of equal keys is kept, so that what follows is judged once.
void YamlBuilder::RefuseDuplicates(YamlNode& mapping) {
  std::map<std::string_view, SourcePosition> seen;  // ordered: its cost does not depend on chosen keys
  std::vector<bool> repeated(mapping.members.size());
  for (std::size_t i = 0; i < mapping.members.size(); ++i) {
    const YamlNode& key = mapping.members[i].key;
    const auto [first, inserted] = seen.emplace(key.text, key.position);
    if (inserted) continue;
    repeated[i] = true;
    findings_.Report("duplicate-key", key.position, Quoted(key.text) + " appears twice in this mapping",
                     "it was first written at line " + std::to_string(first->second.line) + ", column " +
                         std::to_string(first->second.column));
  }
  std::size_t index = 0;
  std::erase_if(mapping.members, [&](const YamlMember&) { return repeated[index++]; });
}

}  // namespace querygate
