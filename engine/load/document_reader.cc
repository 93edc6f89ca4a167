#include "engine/load/document_reader.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/base/utf8.h"
#include "engine/load/quantities.h"
#include "engine/load/scalar_kind.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

constexpr std::size_t kMaxNameLength = 64;

ScalarKind KindOf(const YamlNode& scalar) {
  return scalar.style == ScalarStyle::kPlain ? KindOfPlainScalar(scalar.text) : ScalarKind::kText;
}

std::string_view Describe(const YamlNode& node) {
  switch (node.kind) {
    case NodeKind::kNull:
      return "empty";
    case NodeKind::kSequence:
      return "a list";
    case NodeKind::kMapping:
      return "a mapping";
    case NodeKind::kScalar:
    case NodeKind::kRefused:
      break;
  }
  return Describe(KindOf(node));
}

std::string_view Wanted(NodeKind kind) {
  switch (kind) {
    case NodeKind::kSequence:
      return "a list";
    case NodeKind::kMapping:
      return "a mapping";
    default:
      return "a single value";
  }
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string Joined(std::span<const std::string_view> names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
    out += names[i];
  }
  return out;
}

}  // namespace

bool IsName(std::string_view text) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto continues = [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && text.size() <= kMaxNameLength && is_lower(text.front()) &&
         std::all_of(text.begin(), text.end(), continues);
}

void DocumentReader::WrongType(const YamlNode& node, std::string_view what, std::string_view wanted, std::string help) {
  if (node.kind == NodeKind::kRefused) return;
  const std::string_view found = Describe(node);
  Report("wrong-type", node.position,
         std::string(what) + " must be " + std::string(wanted) +
             (node.kind == NodeKind::kNull ? ", it is " : ", not ") + std::string(found),
         std::move(help));
}

bool DocumentReader::Expect(const YamlNode& node, NodeKind kind, std::string_view what) {
  if (node.kind == kind) return true;
  WrongType(node, what, Wanted(kind));
  return false;
}

bool DocumentReader::Text(const YamlNode& node, std::string_view what, Located<std::string>& out) {
  if (node.kind != NodeKind::kScalar || KindOf(node) != ScalarKind::kText) {
    WrongType(node, what, "text", node.kind == NodeKind::kScalar ? "put it in quotes if text is meant" : "");
    return false;
  }
  if (node.text.empty()) {
    Report("invalid-value", node.position, std::string(what) + " must not be empty");
    return false;
  }
  out = {node.text, node.position};
  return true;
}

bool DocumentReader::Text(const YamlNode& node, std::string_view what, std::optional<Located<std::string>>& out) {
  Located<std::string> text;
  if (!Text(node, what, text)) return false;
  out = std::move(text);
  return true;
}

bool DocumentReader::Prose(const YamlNode& node, std::string_view what, Located<std::string>& out) {
  Located<std::string> text;
  if (!Text(node, what, text)) return false;
  text.value = Trimmed(text.value);
  if (text.value.empty()) {
    Report("invalid-value", node.position, std::string(what) + " must not be empty");
    return false;
  }
  out = std::move(text);
  return true;
}

bool DocumentReader::Prose(const YamlNode& node, std::string_view what, std::string& out) {
  Located<std::string> text;
  if (!Prose(node, what, text)) return false;
  out = std::move(text.value);
  return true;
}

bool DocumentReader::NameOr(std::string_view rule, const YamlNode& node, std::string_view what,
                            Located<std::string>& out) {
  Located<std::string> text;
  if (!Text(node, what, text)) return false;
  if (!IsName(text.value)) {
    Report(rule, node.position, std::string(what) + " is " + Quoted(text.value) + ", which is no name",
           "names match [a-z][a-z0-9_]* and have at most 64 characters");
    return false;
  }
  out = std::move(text);
  return true;
}

bool DocumentReader::Name(const YamlNode& node, std::string_view what, Located<std::string>& out) {
  return NameOr("invalid-value", node, what, out);
}

bool DocumentReader::Name(const YamlNode& node, std::string_view what, std::optional<Located<std::string>>& out) {
  Located<std::string> name;
  if (!Name(node, what, name)) return false;
  out = std::move(name);
  return true;
}

bool DocumentReader::Reason(const YamlNode& node, std::string_view what, std::optional<Located<std::string>>& out) {
  Located<std::string> name;
  if (!NameOr("invalid-reason", node, what, name)) return false;
  out = std::move(name);
  return true;
}

bool DocumentReader::Scalar(const YamlNode& node, std::string_view what, querygate::Scalar& out) {
  if (node.kind != NodeKind::kScalar) {
    const bool spelt_null = node.kind == NodeKind::kNull;
    WrongType(node, what, "a single value", spelt_null ? "put it in quotes if text is meant" : "");
    return false;
  }
  out = {node.text, node.style != ScalarStyle::kPlain, node.position};
  return true;
}

bool DocumentReader::Scalar(const YamlNode& node, std::string_view what, std::optional<querygate::Scalar>& out) {
  querygate::Scalar scalar;
  if (!Scalar(node, what, scalar)) return false;
  out = std::move(scalar);
  return true;
}

bool DocumentReader::Integer(const YamlNode& node, std::string_view what, IntegerRange range,
                             Located<std::int64_t>& out) {
  if (node.kind != NodeKind::kScalar || node.style != ScalarStyle::kPlain) {
    WrongType(node, what, "a whole number", node.kind == NodeKind::kScalar ? "remove the quotes" : "");
    return false;
  }
  const auto number = ParseWholeNumber(node.text);
  if (!number) {
    Report(KindOf(node) == ScalarKind::kInteger ? "invalid-value" : "wrong-type", node.position,
           std::string(what) + " must be a whole number", number.error());
    return false;
  }
  if (*number < range.min || *number > range.max) {
    std::string wanted = std::to_string(range.min);
    if (range.max == std::numeric_limits<std::int64_t>::max()) {
      wanted = "at least " + wanted;
    } else if (range.max != range.min) {
      wanted = "from " + wanted + " to " + std::to_string(range.max);
    }
    Report("invalid-value", node.position, std::string(what) + " must be " + wanted);
    return false;
  }
  out = {*number, node.position};
  return true;
}

bool DocumentReader::Integer(const YamlNode& node, std::string_view what, IntegerRange range,
                             std::optional<Located<std::int64_t>>& out) {
  Located<std::int64_t> number;
  if (!Integer(node, what, range, number)) return false;
  out = number;
  return true;
}

bool DocumentReader::Boolean(const YamlNode& node, std::string_view what, bool& out) {
  const bool plain = node.kind == NodeKind::kScalar && node.style == ScalarStyle::kPlain;
  if (!plain || (node.text != "true" && node.text != "false")) {
    WrongType(node, what, "true or false", "write true or false, in lower case and without quotes");
    return false;
  }
  out = node.text == "true";
  return true;
}

bool DocumentReader::Quantity(const YamlNode& node, std::string_view what, bool is_time,
                              std::optional<Located<std::int64_t>>& out) {
  const std::string_view wanted = is_time ? "a span of time" : "a number of bytes";
  if (node.kind != NodeKind::kScalar) {
    WrongType(node, what, wanted);
    return false;
  }
  const auto amount = is_time ? ParseDuration(node.text) : ParseByteSize(node.text);
  if (!amount) {
    Report("invalid-value", node.position, std::string(what) + " must be " + std::string(wanted), amount.error());
    return false;
  }
  if (*amount < 1) {
    Report("invalid-value", node.position, std::string(what) + " must be more than zero");
    return false;
  }
  out = Located<std::int64_t>{*amount, node.position};
  return true;
}

bool DocumentReader::Duration(const YamlNode& node, std::string_view what, std::optional<Located<std::int64_t>>& out) {
  return Quantity(node, what, true, out);
}

bool DocumentReader::ByteSize(const YamlNode& node, std::string_view what, std::optional<Located<std::int64_t>>& out) {
  return Quantity(node, what, false, out);
}

bool DocumentReader::QueryColumn(const YamlNode& node, std::string_view what, Located<std::string>& query,
                                 Located<std::string>& column) {
  Located<std::string> text;
  if (!Text(node, what, text)) return false;
  const auto dot = text.value.find('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.value.size()) {
    Report("invalid-value", node.position, std::string(what) + " must name a column of a query", "write QUERY.COLUMN");
    return false;
  }
  query = {text.value.substr(0, dot), node.position};
  column = {text.value.substr(dot + 1), node.position};
  // Text in one piece of the file: both halves can be pointed at.
  if (node.position.length > 1) {
    const bool in_quotes = node.style != ScalarStyle::kPlain;
    const int before = static_cast<int>(CountCodePoints(query.value));
    query.position.column += in_quotes ? 1 : 0;
    query.position.length = before;
    column.position.column = query.position.column + before + 1;
    column.position.length = static_cast<int>(CountCodePoints(column.value));
  }
  return true;
}

bool DocumentReader::Texts(const YamlNode& node, std::string_view what, std::vector<Located<std::string>>& out) {
  if (!Expect(node, NodeKind::kSequence, what)) return false;
  std::vector<Located<std::string>> texts;
  std::set<std::string_view> seen;
  bool good = true;
  for (const YamlNode& item : node.items) {
    Located<std::string> text;
    if (!Text(item, "an entry of " + std::string(what), text)) {
      good = false;
    } else if (!seen.insert(item.text).second) {
      Report("invalid-value", item.position, Quoted(item.text) + " is listed twice in " + std::string(what));
      good = false;
    } else {
      texts.push_back(std::move(text));
    }
  }
  out = std::move(texts);
  return good;
}

std::optional<std::size_t> DocumentReader::Choice(const YamlNode& node, std::string_view what,
                                                  std::span<const std::string_view> names) {
  Located<std::string> text;
  if (!Text(node, what, text)) return std::nullopt;
  const auto found = std::find(names.begin(), names.end(), text.value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::vector<std::string> candidates(names.begin(), names.end());
  const auto nearest = NearestName(text.value, candidates);
  Report("invalid-value", node.position,
         std::string(what) + " must be " + Joined(names) + ", not " + Quoted(text.value),
         nearest && names.size() > 1 ? "did you mean `" + *nearest + "`?" : "");
  return std::nullopt;
}

}  // namespace querygate
