// An example of a rule's page, linted as a deployment of its own. What an example does not say, the
// deployment in tests/rules/template says; docs/rules/README.md tells readers how.
#pragma once

#include <set>
#include <string>

#include "engine/base/diagnostic.h"
#include "tests/conformance/temporary_folder.h"
#include "tests/rules/page.h"

namespace querygate::testing {

// Blocks: `yaml` is merged over the report of the template, `yaml PATH` over the template's file of that name
// (or is the file, where the template has none), `sql` is the report's query, whose grants, parameters and
// result columns are then filled in, `sql PATH` is added to that file. Others are not part of the example.
bool IsCompiled(const Block& block);

// Writes the deployment that the section's blocks make into `folder`.
void WriteExample(const TemporaryFolder& folder, const Section& section);

// What `lint` finds, and what keeps `test` from running the cases.
Diagnostics LintFolder(const TemporaryFolder& folder);

Diagnostics LintExample(const Section& section);

std::set<std::string> RulesIn(const Diagnostics& diagnostics);

// A template's text with the top-level keys of `fragment` in place of its own; new ones are added at the end.
std::string MergeKeys(const std::string& text, const std::string& fragment);

}  // namespace querygate::testing
