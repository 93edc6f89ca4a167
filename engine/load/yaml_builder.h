// Builds the tree from the parser's events, refusing as it goes. Knows nothing of the YAML library.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/load/findings.h"
#include "engine/load/position_cursor.h"
#include "engine/load/yaml_node.h"

namespace querygate {

class YamlBuilder {
 public:
  // Both outlive the builder.
  YamlBuilder(const SourceText& text, Findings& findings);

  // Offsets are bytes of the text, of the node's first byte including its tag or anchor; for an empty node they
  // are those of whatever follows.
  void OnDocument(std::size_t offset);
  void OnNull(std::size_t offset);
  void OnAlias(std::size_t offset);
  void OnAnchor(std::size_t offset);
  void OnScalar(std::size_t offset, bool plain, const std::string& value);
  void OnStart(std::size_t offset, NodeKind kind, bool tagged);
  void OnEnd();

  bool too_deep() const { return too_deep_; }
  std::optional<YamlNode> TakeRoot() && { return std::move(root_); }

 private:
  struct Frame {
    YamlNode node;
    std::optional<YamlNode> key;  // of a mapping, while its value is awaited
  };

  bool Ignores() const { return documents_ > 1 || skipped_depth_ > 0; }
  char CharAt(std::size_t offset) const;
  YamlNode MakeNode(std::size_t offset, NodeKind kind);
  void RefuseTag(const YamlNode& node, bool tagged);
  void Attach(YamlNode node);
  void AttachMember(Frame& frame, YamlNode value);
  void RefuseDuplicates(YamlNode& mapping);

  const SourceText& text_;
  Findings& findings_;
  PositionCursor cursor_;
  std::vector<Frame> open_;
  std::optional<YamlNode> root_;
  int documents_ = 0;
  int skipped_depth_ = 0;  // open collections below the deepest level that is kept
  bool too_deep_ = false;
};

}  // namespace querygate
