// A drafted report as the YAML that its author will read and finish.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/review/draft/candidate.h"
#include "engine/review/draft/draft.h"

namespace querygate::draft {

struct DraftedReport {
  std::string id;
  std::string source;
  std::string sql_file;  // as shown
  std::string sql;       // without LIMIT and semicolon
  std::vector<AccessUse> uses;
  std::vector<Candidate<ParameterDeclaration>> parameters;
  std::vector<Candidate<ColumnDeclaration>> columns;
  std::string max = "1000";  // a number or a parameter
  bool truncate = false;
  std::string rows_decide;
  std::vector<std::string> unscoped;  // tables read that the source filters by no scope
  std::string order;                  // the ORDER BY terms; empty for one row
};

inline constexpr std::string_view kQueryName = "rows";
// Stands before whatever is left to a person.
inline constexpr std::string_view kDecide = "decide: ";

std::string DeclarationText(const DraftedReport& report);

// Every `# decide:` of a document.
std::vector<Decision> FindDecisions(const DraftedFile& file);

}  // namespace querygate::draft
