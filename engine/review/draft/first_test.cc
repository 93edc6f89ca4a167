#include "engine/review/draft/first_test.h"

#include <array>
#include <charconv>
#include <chrono>
#include <utility>

#include "engine/base/base64.h"
#include "engine/declaration/report_test.h"
#include "engine/policy/access_rules.h"
#include "engine/review/draft/test_values.h"
#include "engine/review/draft/yaml_text.h"
#include "engine/run/bind.h"
#include "engine/run/execute.h"

namespace querygate::draft {
namespace {

// From telling to barely possible: two rows that differ, one row, numbers large enough for a HAVING.
constexpr std::array<RowPlan, 4> kPlans{RowPlan{2, 1}, RowPlan{1, 1}, RowPlan{2, 1000}, RowPlan{1, 1000}};

class TestClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override { return {}; }
  Instant WallNow() const override { return kDefaultTestNow; }
};

std::string RealText(double real) {
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), real);
  std::string text(buffer.data(), written.ptr);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string ValueText(const Value& value) {
  switch (value.storage) {
    case StorageClass::kNull:
      return "~";
    case StorageClass::kInteger:
      return std::to_string(value.integer);
    case StorageClass::kReal:
      return RealText(value.real);
    case StorageClass::kText:
      return YamlString(value.bytes);
    case StorageClass::kBlob:
      return "{ blob: " + YamlString(EncodeBase64(value.bytes)) + " }";
  }
  return {};
}

std::string CellText(const Cell& cell) {
  if (const auto* boolean = std::get_if<bool>(&cell)) return *boolean ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&cell)) return RealText(*real);
  if (const auto* text = std::get_if<std::string>(&cell)) return YamlString(*text);
  return "~";
}

std::string ArgumentText(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kBoolean:
      return argument.boolean ? "true" : "false";
    case Argument::Kind::kInteger:
      return std::to_string(argument.integer);
    case Argument::Kind::kArray: {
      std::string text = "[";
      for (const Argument& item : argument.items) text += (text.size() > 1 ? ", " : "") + ArgumentText(item);
      return text + ']';
    }
    default:
      return YamlString(argument.text);
  }
}

std::string FlowOf(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string text = "{ ";
  for (const auto& [key, value] : members) text += (text.size() > 2 ? ", " : "") + YamlString(key) + ": " + value;
  return text + " }";
}

struct Answer {
  std::vector<ScratchRow> given;
  DeliveredResult result;
};

class FirstTestWriter {
 public:
  explicit FirstTestWriter(const FirstTestInput& input) : input_(input) {}

  FirstTest Write() {
    FirstTest test;
    test.text =
        "# Drafted. Rows and arguments are invented; put in their place what the report is really about.\n"
        "apiVersion: querygate/v1\nkind: ReportTest\ncases:\n";
    if (FindArguments(test)) {
      if (const auto answer = FindAnswer(test)) {
        test.rows = answer->result.parts.front().rows.row_count();
        test.text += AnswerText(*answer);
      }
    }
    test.text += RefusalText();
    return test;
  }

 private:
  const ParameterFacts* FactsOf(const std::string& name) const {
    for (const ParameterFacts& facts : input_.statement.parameters) {
      if (facts.name == name) return &facts;
    }
    return nullptr;
  }

  bool FindArguments(FirstTest& test) {
    for (const ParameterSpec& spec : input_.report->parameters) {
      auto argument = ArgumentFor(spec, FactsOf(spec.name));
      if (!argument) {
        test.trouble = "no value for " + spec.name + " could be thought of";
        return false;
      }
      arguments_.emplace_back(spec.name, *std::move(argument));
    }
    for (const RowScope& scope : input_.report->row_scope) {
      for (const auto& [column, name] : scope.columns) {
        if (FindArgument(scope_, name) != nullptr) continue;
        Argument value;
        value.kind = Argument::Kind::kString;
        value.text = name;
        scope_.emplace_back(name, std::move(value));
      }
    }
    Caller caller;
    caller.on_host = true;
    caller.scope = scope_;
    Permission permission;
    permission.alternatives.emplace_back();
    auto bound = BindArguments(*input_.report, AccessRules{}, caller, permission, arguments_, kDefaultTestNow);
    if (!bound) {
      test.trouble = "the invented arguments are refused: " + bound.error().reason;
      return false;
    }
    bindings_ = *std::move(bound);
    return true;
  }

  std::optional<Answer> FindAnswer(FirstTest& test) const {
    const FixedValues fixed = FixedBy(*input_.report, input_.statement, bindings_.parameters);
    std::optional<Answer> empty;
    for (const RowPlan plan : kPlans) {
      Answer answer;
      answer.given = InventRows(*input_.report, input_.schema, fixed, plan);
      const auto outcome = Run(answer.given, test.trouble);
      if (!outcome) continue;
      answer.result = *outcome;
      if (!answer.result.complete()) continue;
      test.trouble.clear();
      if (answer.result.parts.front().rows.row_count() > 0) return answer;
      if (!empty) empty = std::move(answer);
    }
    if (empty) test.trouble.clear();
    return empty;
  }

  std::optional<DeliveredResult> Run(const std::vector<ScratchRow>& rows, std::string& trouble) const {
    auto source = input_.backend.MakeScratch(input_.report->source, {.script = {}, .rows = rows});
    if (!source) {
      trouble = "the schema does not take the invented rows: " + source.error().message;
      return std::nullopt;
    }
    const TestClock clock;
    CallContext context;
    context.now = kDefaultTestNow;
    context.clock = &clock;
    context.budget = input_.report->budget;
    const Outcome outcome = Execute(input_.report, bindings_, **source, context, clock);
    if (const auto* result = std::get_if<DeliveredResult>(&outcome.body)) return *result;
    const auto* rejection = std::get_if<Rejection>(&outcome.body);
    trouble = "a run over invented rows ends with " +
              (rejection != nullptr ? rejection->reason : std::get<Failure>(outcome.body).reason);
    return std::nullopt;
  }

  std::string CallText() const {
    std::string text;
    std::vector<std::pair<std::string, std::string>> members;
    for (const auto& [name, argument] : arguments_) members.emplace_back(name, ArgumentText(argument));
    if (!members.empty()) text += "    arguments: " + FlowOf(members) + '\n';
    return text + CallerText();
  }

  std::string CallerText() const {
    std::vector<std::pair<std::string, std::string>> members;
    if (!input_.roles.empty()) members.emplace_back("roles", YamlList(input_.roles));
    std::vector<std::pair<std::string, std::string>> scope;
    for (const auto& [name, argument] : scope_) scope.emplace_back(name, ArgumentText(argument));
    if (!scope.empty()) members.emplace_back("scope", FlowOf(scope));
    return members.empty() ? "" : "    caller: " + FlowOf(members) + '\n';
  }

  std::string AnswerText(const Answer& answer) const {
    std::string text =
        "  - name: rows that match are answered\n"
        "    # The answer is what a run gave. Read it; when it is what the report should say, remove the next line.\n"
        "    unreviewed: true\n";
    std::string table;
    for (const ScratchRow& row : answer.given) {
      if (table.empty()) text += "    given:\n";
      if (row.table != table) text += "      " + YamlString(row.table) + ":\n";
      table = row.table;
      std::vector<std::pair<std::string, std::string>> members;
      for (const auto& [column, value] : row.columns) members.emplace_back(column, ValueText(value));
      text += "        - " + (members.empty() ? "{}" : FlowOf(members)) + '\n';
    }
    text += CallText() + "    expect:\n";
    const RowSet& rows = answer.result.parts.front().rows;
    if (rows.row_count() == 0) return text + "      rows: []\n\n";
    text += "      rows:\n";
    for (std::size_t row = 0; row < rows.row_count(); ++row) {
      std::vector<std::pair<std::string, std::string>> members;
      for (std::size_t column = 0; column < rows.columns.size(); ++column) {
        members.emplace_back(rows.columns[column], CellText(rows.Row(row)[column]));
      }
      text += "        - " + FlowOf(members) + '\n';
    }
    return text + '\n';
  }

  // Follows from the declaration alone.
  std::string RefusalText() const {
    for (const ParameterSpec& spec : input_.report->parameters) {
      if (spec.optional || spec.default_value || spec.from_scope) continue;
      return "  - name: " + YamlString("a call without " + spec.name + " is refused") + '\n' + CallerText() +
             "    expect: { reason: " + spec.missing_reason + " }\n";
    }
    return "  - name: an argument that the report does not take is refused\n    arguments: { unheard_of: 1 }\n" +
           CallerText() + "    expect: { reason: unknown_argument }\n";
  }

  const FirstTestInput& input_;
  Arguments arguments_;
  Arguments scope_;
  Bindings bindings_;
};

}  // namespace

FirstTest DraftFirstTest(const FirstTestInput& input) { return FirstTestWriter(input).Write(); }

}  // namespace querygate::draft
