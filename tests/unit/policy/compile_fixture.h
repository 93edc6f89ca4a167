// A report that uses every part of the language, its policies, and a way to change one line of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/load/documents.h"
#include "engine/policy/compile.h"

namespace querygate::testing {

// One edit of a document: the first occurrence of `from` becomes `to`. A missing `from` fails the test.
struct Edit {
  std::string from;
  std::string to;
};

std::string Apply(std::string text, const std::vector<Edit>& edits);

extern const std::string kReport;
extern const std::string kSource;
extern const std::string kSchema;
extern const std::string kLimits;
extern const std::string kAccess;

std::shared_ptr<const SourceDeclaration> ReadSource(const std::string& yaml,
                                                    const std::optional<std::string>& schema = kSchema);
Compiled<CompiledSource> CompileSourceText(const std::string& yaml, const std::optional<std::string>& schema = kSchema);

struct Policies {
  std::string source = kSource;
  std::string limits = kLimits;
};

// Loads and compiles; a document that does not even load fails the test.
Compiled<CompiledReport> CompileText(const std::string& report, const Policies& policies = {});

// The words of the file that a diagnostic points at.
std::string WordsAt(const Diagnostic& diagnostic);

// "rule @ words: message | help", one a line: what a failing test prints.
std::string Describe(const Diagnostics& diagnostics);

}  // namespace querygate::testing
