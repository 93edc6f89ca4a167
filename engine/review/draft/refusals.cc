#include "engine/review/draft/refusals.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/utf8.h"
#include "engine/policy/names.h"
#include "engine/policy/sql_tokens.h"
#include "engine/review/draft/names.h"

namespace querygate::draft {
namespace {

using compiling::IsSnakeCase;
using compiling::Quoted;

// Told by the gate only because the survey declares neither columns nor parameters.
constexpr auto kSurveyOnly = std::to_array<std::string_view>({"result-columns", "parameter-mismatch"});

// Mending one place mends all, or shows the next.
constexpr auto kToldOnce = std::to_array<std::string_view>({"positional-parameter", "several-statements", "sql-error"});

class Refusals {
 public:
  explicit Refusals(const RefusalInput& input) : input_(input), tokens_(TokenizeSql(input.sql.text())) {}

  void Add(std::string_view rule, std::optional<std::size_t> offset, std::string message, std::string help) {
    Diagnostic diagnostic = MakeDiagnostic(rule, input_.sql, PositionAt(offset), std::move(message), std::move(help));
    diagnostic.severity = Severity::kError;  // it stops the draft, whatever it is elsewhere
    diagnostics_.push_back(std::move(diagnostic));
  }

  // Where a name of the schema first stands.
  std::optional<std::size_t> Find(std::string_view name) const {
    for (const SqlToken& token : tokens_.tokens) {
      if (token.kind != SqlToken::Kind::kString && SameName(IdentifierName(token), name)) return token.offset;
    }
    return std::nullopt;
  }

  Diagnostics Take() {
    SortDiagnostics(diagnostics_);
    diagnostics_.erase(std::unique(diagnostics_.begin(), diagnostics_.end()), diagnostics_.end());
    return std::move(diagnostics_);
  }

 private:
  SourcePosition PositionAt(std::optional<std::size_t> offset) const {
    if (!offset) return {1, 1, 1};
    SourcePosition position = input_.sql.PositionAt(*offset);
    for (const SqlToken& token : tokens_.tokens) {
      if (token.offset == *offset) position.length = static_cast<int>(CountCodePoints(token.text));
    }
    return position;
  }

  const RefusalInput& input_;
  SqlTokens tokens_;
  Diagnostics diagnostics_;
};

std::string AliasOf(const RefusalInput& input, std::size_t output) {
  const std::string& name = input.facts.columns[output].name;
  if (IsSnakeCase(name)) return name;
  const bool named = output < input.statement.outputs.size() && input.statement.outputs[output].aliased;
  return named ? SnakeCase(name) : NameFor(name);
}

// The whole ORDER BY that would make the order total.
std::string OrderToWrite(const RefusalInput& input) {
  std::vector<std::size_t> outputs = input.statement.key;
  if (outputs.empty()) {
    for (std::size_t i = 0; i < input.facts.columns.size(); ++i) outputs.push_back(i);
  }
  std::string order = input.statement.order_by;
  const SqlTokens written = TokenizeSql(order);
  for (const std::size_t output : outputs) {
    if (output >= input.facts.columns.size()) continue;
    const std::string alias = AliasOf(input, output);
    const bool there = std::any_of(written.tokens.begin(), written.tokens.end(),
                                   [&](const SqlToken& token) { return SameName(IdentifierName(token), alias); });
    if (!there) order += (order.empty() ? "" : ", ") + alias;
  }
  return order;
}

std::string HelpFor(const RefusalInput& input, const Violation& violation) {
  const bool rows =
      violation.rule == "unordered-rows" || (violation.rule == "unordered-limit" && input.statement.limit &&
                                             violation.offset == input.statement.limit->offset);
  if (rows && !input.facts.columns.empty()) {
    const std::string order = OrderToWrite(input);
    if (order != input.statement.order_by) return "write ORDER BY " + order;
  }
  // Everything that can be listed was listed when this was found.
  if (violation.rule == "unlisted-table" || violation.rule == "unlisted-column" ||
      violation.rule == "unlisted-function") {
    return "no declaration can list it";
  }
  if (violation.rule == "positional-parameter") return "write :name in its place; the draft declares it";
  if (violation.rule == "refused-word" && violation.subject == "NATURAL") {
    return "write JOIN … ON a.column = b.column for each column of the same name";
  }
  return violation.help;
}

void TellGate(const RefusalInput& input, Refusals& refusals) {
  const auto has = [&](std::string_view rule) {
    return std::any_of(input.facts.violations.begin(), input.facts.violations.end(),
                       [rule](const Violation& violation) { return violation.rule == rule; });
  };
  std::set<std::string> told;
  // Backwards: where the text rules and the database say the same, the database says it last and best.
  for (auto violation = input.facts.violations.rbegin(); violation != input.facts.violations.rend(); ++violation) {
    if (std::find(kSurveyOnly.begin(), kSurveyOnly.end(), violation->rule) != kSurveyOnly.end()) continue;
    // The joins that these words hide are not known, and so no order is.
    if (violation->rule.starts_with("unordered") && has("refused-word")) continue;
    const bool once = std::find(kToldOnce.begin(), kToldOnce.end(), violation->rule) != kToldOnce.end();
    const std::string place = violation->offset ? std::to_string(*violation->offset) : std::string();
    if (!told.insert(once ? violation->rule : violation->rule + place + violation->subject).second) continue;
    refusals.Add(violation->rule, violation->offset, violation->message, HelpFor(input, *violation));
  }
}

// What a star stands for, from the names that the database gives.
std::string Expansion(const RefusalInput& input) {
  std::string text;
  for (const ResultColumn& column : input.facts.columns) {
    const std::string alias = NameFor(column.name);
    text += (text.empty() ? "" : ", ") + column.name + (alias == column.name ? "" : " AS " + alias);
  }
  return text;
}

void TellNames(const RefusalInput& input, Refusals& refusals) {
  const auto& outputs = input.statement.outputs;
  const auto star = std::find_if(outputs.begin(), outputs.end(), [](const OutputFacts& output) { return output.star; });
  if (star != outputs.end()) {
    const bool alone = outputs.size() == 1 && !input.facts.columns.empty();
    refusals.Add("select-star", star->offset, Quoted(star->text) + " changes its meaning with the schema",
                 alone ? "write " + Expansion(input) : "write the columns that the report needs, each with AS");
    return;
  }
  std::set<std::string> seen;
  for (std::size_t i = 0; i < input.facts.columns.size() && i < outputs.size(); ++i) {
    const std::string& name = input.facts.columns[i].name;
    std::string alias = AliasOf(input, i);
    if (!IsSnakeCase(name)) {
      if (!seen.insert(alias).second) alias += "_" + std::to_string(i + 1);
      refusals.Add("result-columns", outputs[i].offset,
                   "the result column " + Quoted(name) + " has no name that a declaration can use",
                   "write " + outputs[i].text + " AS " + alias);
    } else if (!seen.insert(name).second) {
      refusals.Add("result-columns", outputs[i].offset, "two result columns are called " + Quoted(name),
                   "write " + outputs[i].text + " AS " + name + "_" + std::to_string(i + 1));
    }
  }
}

void TellLimit(const RefusalInput& input, Refusals& refusals) {
  if (!input.statement.limit) return;
  const LimitFacts& limit = *input.statement.limit;
  if (limit.skips) {
    refusals.Add("limit-in-sql", limit.offset, "OFFSET reads rows to throw them away, and their place may move",
                 "leave OFFSET out; to go on where an answer ended, compare with its last key: WHERE id > :after");
  } else if (limit.parameter.empty() && (!limit.number || *limit.number < 1)) {
    refusals.Add("limit-in-sql", limit.offset, "LIMIT is neither a positive number nor a parameter",
                 "write a number or :limit; the draft moves it to `rows: { max: … }`");
  }
}

void TellParameters(const RefusalInput& input, Refusals& refusals) {
  for (const ParameterFacts& parameter : input.statement.parameters) {
    if (IsSnakeCase(parameter.name) && parameter.name.find("__") == std::string::npos) continue;
    refusals.Add("invalid-value", parameter.offset, Quoted(":" + parameter.name) + " is not how a parameter is called",
                 "write :" + SnakeCase(parameter.name));
  }
}

}  // namespace

Diagnostics FindRefusals(const RefusalInput& input) {
  Refusals refusals(input);
  TellGate(input, refusals);
  TellNames(input, refusals);
  TellLimit(input, refusals);
  TellParameters(input, refusals);
  return refusals.Take();
}

Diagnostics FindAboveCeiling(const RefusalInput& input, const CompiledSource& policy) {
  Refusals refusals(input);
  const std::string& file = policy.declaration->text->name();
  const auto line_of = [&](const Grant& grant) { return file + ":" + std::to_string(grant.position.line); };
  for (const AccessUse& use : input.facts.uses) {
    const std::string source = "source " + Quoted(policy.name);
    switch (use.kind) {
      case AccessUse::Kind::kTable:
      case AccessUse::Kind::kColumn: {
        const Allowlist::Table* table = policy.ceiling.FindTable(use.object);
        const bool column = use.kind == AccessUse::Kind::kColumn;
        if (table != nullptr && (!column || policy.ceiling.FindColumn(use.object, use.column) != nullptr)) break;
        const std::string subject = column ? use.object + "." + use.column : use.object;
        const std::string owner = "its data owner would have to ";
        refusals.Add("above-ceiling", refusals.Find(column ? use.column : use.object),
                     source + " does not expose " + Quoted(subject),
                     table != nullptr
                         ? owner + "add " + use.column + " to `" + table->grant.spelling + "`, " + line_of(table->grant)
                         : owner + "add `" + use.object + ": [" + use.column + "]` under `expose` in " + file);
        break;
      }
      case AccessUse::Kind::kFunction:
        if (policy.ceiling.FindFunction(use.object) != nullptr) break;
        refusals.Add("above-ceiling", refusals.Find(use.object), source + " does not permit " + Quoted(use.object),
                     "its data owner would have to add " + use.object + " to `functions` in " + file);
        break;
      case AccessUse::Kind::kRecursion:
        if (policy.ceiling.recursion() != nullptr) break;
        refusals.Add("above-ceiling", refusals.Find("recursive"), source + " does not permit recursive queries",
                     "its data owner would have to write `recursive: true` in " + file);
        break;
    }
  }
  return refusals.Take();
}

Diagnostic MixedColumn(const RefusalInput& input, std::size_t output, const std::string& name,
                       const std::string& kinds) {
  Refusals refusals(input);
  const OutputFacts& facts = input.statement.outputs[output];
  const bool numbers = kinds.find("text") == std::string::npos && kinds.find("blob") == std::string::npos;
  refusals.Add("result-columns", facts.offset, "the values of " + Quoted(name) + " are " + kinds + " by turns",
               "make them one type: write CAST(" + facts.text + (numbers ? " AS REAL) AS " : " AS TEXT) AS ") + name);
  return refusals.Take().front();
}

}  // namespace querygate::draft
