// The state of one compilation: what is being built, and what was found wrong so far. Internal to the
// compiler; the stages of compile_stages.h share it and go on after a mistake.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/source_text.h"
#include "engine/policy/compile.h"

namespace querygate::compiling {

// Findings against one file.
class Findings {
 public:
  explicit Findings(std::shared_ptr<const SourceText> text) : text_(std::move(text)) {}

  void Add(std::string_view rule, SourcePosition position, std::string message, std::string help = {}) {
    diagnostics_.push_back(MakeDiagnostic(rule, *text_, position, std::move(message), std::move(help)));
  }

  const Diagnostics& diagnostics() const { return diagnostics_; }
  Diagnostics Take() { return std::move(diagnostics_); }

 private:
  std::shared_ptr<const SourceText> text_;
  Diagnostics diagnostics_;
};

struct ReportContext {
  ReportContext(const ReportDeclaration& declared, const CompileInputs& given)
      : declaration(declared), inputs(given), findings(declared.text) {}

  const ReportDeclaration& declaration;
  const CompileInputs& inputs;
  Findings findings;
  CompiledReport report;
  std::vector<bool> used_parameters;  // by index
  std::vector<bool> used_queries;

  void Find(std::string_view rule, SourcePosition position, std::string message, std::string help = {}) {
    findings.Add(rule, position, std::move(message), std::move(help));
  }

  // The index of a parameter or query, which then counts as used.
  std::optional<std::size_t> UseParameter(std::string_view name);
  std::optional<std::size_t> UseQuery(std::string_view name);

  std::vector<std::string> ParameterNames() const;
  std::vector<std::string> QueryNames() const;
};

std::optional<std::size_t> FindColumn(const CompiledQuery& query, std::string_view name);
std::vector<std::string> ColumnNames(const CompiledQuery& query);

}  // namespace querygate::compiling
