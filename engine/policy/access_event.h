// One access that a statement wants to make, in the words of the policy rather than of one database.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace querygate {

struct AccessEvent {
  enum class Kind {
    kSelect,     // the statement (or a part of it) is a SELECT
    kRead,       // `object`.`column`; an empty column means "some row of the object"
    kFunction,   // `function`
    kRecursive,  // a recursive common table expression
    kOther,      // anything else: `action` names it
  };
  Kind kind = Kind::kOther;
  std::string_view object;
  std::string_view column;
  std::optional<std::string_view> schema;  // database name; absent when the engine gave none
  std::string_view function;
  std::string_view accessor;  // innermost view or CTE name; empty at the top
  std::string_view action;    // for kOther: "INSERT", "PRAGMA", "action 99"
};

}  // namespace querygate
