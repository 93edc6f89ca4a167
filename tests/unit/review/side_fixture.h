// Sides of a comparison made from the documents of compile_fixture.h and edits of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/review/diff/diff.h"
#include "tests/unit/policy/compile_fixture.h"

namespace querygate::testing {

struct SideTexts {
  std::string report = kReport;
  std::string source = kSource;
  std::string limits = kLimits;
  std::optional<std::string> access = kAccess;
  std::string schema = kSchema;
};

// A side with one report, `shop/items`; what does not compile fails the test. Facts say that every grant is used.
review::PolicySide MakeSide(const SideTexts& texts);

// The only report of a comparison.
review::ReportDiff CompareReports(const SideTexts& base, const SideTexts& head);

// The changes of one topic, "subject: text", one a line.
std::string TextOf(const std::vector<review::Change>& changes);

}  // namespace querygate::testing
