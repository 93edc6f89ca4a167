// Writing YAML that the loader reads back as it was meant.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querygate::draft {

// A scalar that is a string whatever it looks like: plain where that is certain, else quoted.
std::string YamlString(std::string_view text);

// `[a, b]` of strings.
std::string YamlList(const std::vector<std::string>& items);

// Keys with values that are YAML already: `{ a: 1, b: x }` on one line where that fits, else indented lines.
class YamlMapping {
 public:
  void Add(std::string_view key, std::string value) { members_.emplace_back(key, std::move(value)); }
  void AddString(std::string_view key, std::string_view text) { Add(key, YamlString(text)); }
  // `key: …` at that indentation, below the comment.
  std::string Write(std::string_view key, std::size_t indent, std::string_view comment = {}) const;

 private:
  std::vector<std::pair<std::string, std::string>> members_;
};

// `sql: |` with every line indented: blank lines and lengths stay as they are.
std::string YamlBlock(std::string_view text, std::size_t indent);

}  // namespace querygate::draft
