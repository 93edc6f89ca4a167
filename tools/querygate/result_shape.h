// What a report delivers, part by part, for describe and check.
#pragma once

#include <string>
#include <vector>

#include "engine/policy/compiled_report.h"

namespace querygate::cli {

struct ShownColumn {
  std::string name;
  std::string type;           // in words
  std::string documentation;  // one line; may be empty
  std::vector<TypedChoice> choices;
};

struct ShownPart {
  std::string name;   // "rows" for a plain result
  std::string shape;  // "rows, at most 20", "one object", "one object or null"
  bool is_object = false;
  bool is_nullable = false;
  std::vector<ShownColumn> columns;
};

std::vector<ShownPart> ShowParts(const CompiledReport& report);

}  // namespace querygate::cli
