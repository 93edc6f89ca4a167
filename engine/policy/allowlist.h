// What one report may touch: default deny, compiled once, never widened afterwards.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/policy/access_event.h"

namespace querygate {

// ASCII case folding, the only folding under which names compare (É and é are different names).
std::string FoldName(std::string_view name);
bool SameName(std::string_view a, std::string_view b);

// Where a grant was written, so that a verdict can name the deciding clause.
struct Grant {
  std::string spelling;     // as the author wrote it
  SourcePosition position;  // in the report's file

  friend bool operator==(const Grant&, const Grant&) = default;
};

class Allowlist {
 public:
  struct Table {
    Grant grant;
    std::map<std::string, Grant, std::less<>> columns;  // folded name
  };

  void AllowTable(std::string_view table, SourcePosition position);
  void AllowColumn(std::string_view table, std::string_view column, SourcePosition position);
  void AllowFunction(std::string_view function, SourcePosition position);
  void AllowRecursion(SourcePosition position);

  // Names in any case; null when not allowed.
  const Table* FindTable(std::string_view table) const;
  const Grant* FindColumn(std::string_view table, std::string_view column) const;
  const Grant* FindFunction(std::string_view function) const;
  const Grant* recursion() const { return recursion_ ? &*recursion_ : nullptr; }

  const std::map<std::string, Table, std::less<>>& tables() const { return tables_; }
  const std::map<std::string, Grant, std::less<>>& functions() const { return functions_; }

 private:
  std::map<std::string, Table, std::less<>> tables_;  // folded name
  std::map<std::string, Grant, std::less<>> functions_;
  std::optional<Grant> recursion_;
};

}  // namespace querygate
