#include "engine/review/draft/yaml_text.h"

#include <algorithm>
#include <array>

namespace querygate::draft {
namespace {

constexpr std::size_t kLineLength = 110;

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsPlainInside(char c) {
  return IsLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '/' || c == '.' || c == ' ' || c == '(' ||
         c == ')' || c == '-';
}

// Words that YAML, or some reader of it, takes for something else.
constexpr auto kWords = std::to_array<std::string_view>({"true", "false", "null", "yes", "no", "on", "off", "y", "n"});

bool IsPlain(std::string_view text) {
  if (text.empty() || !IsLetter(text.front()) || text.back() == ' ') return false;
  std::string folded(text);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (std::find(kWords.begin(), kWords.end(), folded) != kWords.end()) return false;
  return std::all_of(text.begin(), text.end(), IsPlainInside);
}

bool NeedsEscapes(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

std::string Escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

std::string YamlString(std::string_view text) {
  if (IsPlain(text)) return std::string(text);
  if (NeedsEscapes(text)) return Escaped(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  return quoted + '\'';
}

std::string YamlList(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& item : items) text += (text.size() > 1 ? ", " : "") + YamlString(item);
  return text + ']';
}

std::string YamlMapping::Write(std::string_view key, std::size_t indent, std::string_view comment) const {
  const std::string head = std::string(indent, ' ') + YamlString(key) + ":";
  std::string flow = head + " { ";
  for (std::size_t i = 0; i < members_.size(); ++i) {
    flow += (i > 0 ? ", " : "") + members_[i].first + ": " + members_[i].second;
  }
  flow += " }\n";
  std::string text = comment.empty() ? "" : std::string(indent, ' ') + "# " + std::string(comment) + '\n';
  if (flow.size() <= kLineLength) return text + flow;
  text += head + '\n';
  for (const auto& [name, value] : members_) text += std::string(indent + 2, ' ') + name + ": " + value + '\n';
  return text;
}

std::string YamlBlock(std::string_view text, std::size_t indent) {
  std::string block = "|\n";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) block += std::string(indent, ' ') + std::string(line);
    block += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return block;
}

}  // namespace querygate::draft
