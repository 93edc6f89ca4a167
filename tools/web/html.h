// HTML text, element by element: the one place where text becomes markup. Names of elements and attributes are ours;
// everything else is escaped here, whoever wrote it.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace querygate::web {

// Without a value the attribute is left out.
struct Attribute {
  std::string_view name;
  std::optional<std::string> value;
};

// An attribute that says something by being there.
Attribute Flag(std::string_view name, bool on);

class Html {
 public:
  using Attributes = std::initializer_list<Attribute>;

  Html& Open(std::string_view element, Attributes attributes = {});
  Html& Close();  // the innermost open element
  Html& Void(std::string_view element, Attributes attributes = {});

  // For readers: what would reorder or hide the text around it is shown as an escape.
  Html& Text(std::string_view text);
  // For values that come back when a form is sent: not a byte is changed.
  Html& Exact(std::string_view text);

  Html& Element(std::string_view element, std::string_view text) { return Element(element, {}, text); }
  Html& Element(std::string_view element, Attributes attributes, std::string_view text);

  // Another page's piece.
  Html& Append(const Html& piece);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::string_view> open_;  // names of elements, which are literals
};

// Of a query's name or value: everything but unreserved characters.
std::string PercentEncoded(std::string_view text);

}  // namespace querygate::web
