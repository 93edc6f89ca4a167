// From working SQL and a source to a declaration with the least grants, its first test and, for a source without a
// policy, the policy. What a machine cannot know is left to a person and said in so many words.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/argument.h"
#include "engine/base/diagnostic.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/base/source_text.h"
#include "engine/declaration/limits.h"
#include "engine/policy/compiled_source.h"

namespace querygate::draft {

// Where drafted documents will stand, as shown to people and named by one another.
struct DraftPlaces {
  std::string report, test, source, schema, limits;
};

struct DraftRequest {
  std::shared_ptr<const SourceText> sql;
  std::string id;
  DraftPlaces places;
  std::string source;                               // its name
  std::shared_ptr<const CompiledSource> policy;     // null: one is drafted from the database
  std::shared_ptr<const LimitsDeclaration> limits;  // null: one is drafted
  std::optional<std::string> database;              // its path: for samples, and for a schema without a policy
  Arguments example;                                // values for the parameters
  Arguments scope;                                  // scope values for the sample, the host's word
  std::vector<std::string> choices;                 // parameters whose stored values become an enum
  std::vector<std::string> test_roles;              // with which the first test calls; empty: whoever runs it
  const Clock* clock = nullptr;                     // never null
};

struct DraftedFile {
  std::string path, text;
};

struct Decision {
  std::string path;
  int line = 0;
  std::string text;
};

struct Draft {
  Diagnostics findings;            // in the SQL file; with an error nothing else is drafted
  std::vector<DraftedFile> files;  // the declaration first
  std::vector<Decision> decisions;
  std::vector<std::string> notes;  // what was changed or could not be looked at, one line each
};

// A Failure: the database or a schema snapshot could not be read; its cause is for the author. `backend` is of the
// source's kind.
Expected<Draft, Failure> DraftReport(const Backend& backend, const DraftRequest& request);

}  // namespace querygate::draft
