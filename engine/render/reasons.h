// The table of reasons: everything a caller can be told instead of a result, and a page on each.
#pragma once

#include <span>
#include <string_view>

namespace querygate {

struct Reason {
  std::string_view name;    // a family has NAME where a parameter or column stands: "missing_NAME"
  std::string_view status;  // of the body: "rejected", "failed"; empty: never in a body
  std::string_view exit;    // as in the table of exit codes; empty: not on the command line
  std::string_view http;    // empty: not over HTTP
  std::string_view summary;

  bool family() const { return name.find("NAME") != std::string_view::npos; }
};

// Adding a reason is a row here and docs/reasons/<name>.md; a test refuses one without the other.
std::span<const Reason> Reasons();

// The row of a reason as it was received: by name, else the most specific family. Null for anything else; a
// report may declare reasons of its own.
const Reason* FindReason(std::string_view reason);

// Markdown: cause, who acts, next step, what not to do.
std::string_view ReasonPage(const Reason& reason);

}  // namespace querygate
