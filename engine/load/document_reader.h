// Reads typed values out of nodes and reports what does not fit. `what` names the value in messages: a key in
// backticks, or "an entry of `by`". A reader that reports leaves its target alone.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/types.h"
#include "engine/load/findings.h"
#include "engine/load/vocabulary.h"
#include "engine/load/yaml_node.h"

namespace querygate {

struct IntegerRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
};

inline constexpr IntegerRange kPositive{1, std::numeric_limits<std::int64_t>::max()};
inline constexpr IntegerRange kNotNegative{0, std::numeric_limits<std::int64_t>::max()};

class DocumentReader {
 public:
  using VocabularySource = Vocabulary (*)();

  // Both outlive the reader. `vocabulary` lists the keys of this kind of document.
  DocumentReader(Findings& findings, VocabularySource vocabulary) : findings_(findings), vocabulary_(vocabulary) {}

  void Report(std::string_view rule, SourcePosition position, std::string message, std::string help = {}) {
    findings_.Report(rule, position, std::move(message), std::move(help));
  }
  const SourceText& text() const { return findings_.text(); }
  Vocabulary AllKeys() const { return vocabulary_(); }

  // Says that `node` should have been `wanted` ("text", "a list"), unless it has been refused already.
  void WrongType(const YamlNode& node, std::string_view what, std::string_view wanted, std::string help = {});
  bool Expect(const YamlNode& node, NodeKind kind, std::string_view what);

  // Text that YAML 1.2 reads as text, or anything in quotes; not empty.
  bool Text(const YamlNode& node, std::string_view what, Located<std::string>& out);
  bool Text(const YamlNode& node, std::string_view what, std::optional<Located<std::string>>& out);
  // The same for readers: without white space at both ends.
  bool Prose(const YamlNode& node, std::string_view what, std::string& out);
  bool Prose(const YamlNode& node, std::string_view what, Located<std::string>& out);
  // Text that matches `[a-z][a-z0-9_]*`, at most 64 characters.
  bool Name(const YamlNode& node, std::string_view what, Located<std::string>& out);
  bool Name(const YamlNode& node, std::string_view what, std::optional<Located<std::string>>& out);
  // The same for what callers are told.
  bool Reason(const YamlNode& node, std::string_view what, std::optional<Located<std::string>>& out);
  bool Scalar(const YamlNode& node, std::string_view what, querygate::Scalar& out);
  bool Scalar(const YamlNode& node, std::string_view what, std::optional<querygate::Scalar>& out);
  bool Integer(const YamlNode& node, std::string_view what, IntegerRange range, Located<std::int64_t>& out);
  bool Integer(const YamlNode& node, std::string_view what, IntegerRange range,
               std::optional<Located<std::int64_t>>& out);
  bool Boolean(const YamlNode& node, std::string_view what, bool& out);
  // Milliseconds, at least one.
  bool Duration(const YamlNode& node, std::string_view what, std::optional<Located<std::int64_t>>& out);
  // Bytes, at least one.
  bool ByteSize(const YamlNode& node, std::string_view what, std::optional<Located<std::int64_t>>& out);
  // `QUERY.COLUMN`, split at the first dot.
  bool QueryColumn(const YamlNode& node, std::string_view what, Located<std::string>& query,
                   Located<std::string>& column);
  // A list of distinct texts.
  bool Texts(const YamlNode& node, std::string_view what, std::vector<Located<std::string>>& out);

  // One of a closed set. The index into `names`, or empty after reporting.
  std::optional<std::size_t> Choice(const YamlNode& node, std::string_view what,
                                    std::span<const std::string_view> names);

  template <typename T>
  bool Choice(const YamlNode& node, std::string_view what, std::span<const NamedValue<T>> table, T& out) {
    std::vector<std::string_view> names;
    for (const NamedValue<T>& row : table) names.push_back(row.name);
    const auto index = Choice(node, what, names);
    if (index) out = table[*index].value;
    return index.has_value();
  }

  // The key has one permitted value.
  bool Only(const YamlNode& node, std::string_view what, std::string_view value) {
    return Choice(node, what, std::array{value}).has_value();
  }

 private:
  bool NameOr(std::string_view rule, const YamlNode& node, std::string_view what, Located<std::string>& out);
  bool Quantity(const YamlNode& node, std::string_view what, bool is_time, std::optional<Located<std::int64_t>>& out);

  Findings& findings_;
  VocabularySource vocabulary_;
};

bool IsName(std::string_view text);

}  // namespace querygate
