#include "engine/review/draft/draft.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/lint/lint.h"
#include "engine/load/documents.h"
#include "engine/policy/compile.h"
#include "engine/policy/names.h"
#include "engine/review/draft/choices.h"
#include "engine/review/draft/declaration_text.h"
#include "engine/review/draft/draft_columns.h"
#include "engine/review/draft/draft_parameters.h"
#include "engine/review/draft/example_call.h"
#include "engine/review/draft/first_test.h"
#include "engine/review/draft/policy_text.h"
#include "engine/review/draft/refusals.h"
#include "engine/review/draft/sample.h"
#include "engine/review/draft/survey_report.h"

namespace querygate::draft {
namespace {

constexpr std::array<std::int64_t, 2> kRowMaxima{1'000, 10'000};

void Append(Diagnostics& to, const Diagnostics& from) { to.insert(to.end(), from.begin(), from.end()); }

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string WithoutCarriageReturns(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') out += text[i];
  }
  return out;
}

class Drafting {
 public:
  Drafting(const Backend& backend, const DraftRequest& request) : backend_(backend), request_(request) {}

  Expected<Draft, Failure> Run() {
    for (const auto step : {&Drafting::Survey, &Drafting::Refuse, &Drafting::FindSource, &Drafting::Begin,
                            &Drafting::Choose, &Drafting::Fit, &Drafting::Finish}) {
      if (auto done = (this->*step)(); !done) return Unexpected(std::move(done).error());
      if (HasErrors(draft_.findings)) break;
    }
    if (HasErrors(draft_.findings)) draft_.files.clear();
    for (const DraftedFile& file : draft_.files) {
      for (Decision& decision : FindDecisions(file)) draft_.decisions.push_back(std::move(decision));
    }
    return std::move(draft_);
  }

 private:
  Expected<void, Failure> Survey();
  Expected<void, Failure> Refuse();
  Expected<void, Failure> FindSource();
  Expected<void, Failure> Begin();
  Expected<void, Failure> Choose();
  Expected<void, Failure> Fit();
  Expected<void, Failure> Finish();

  Expected<StatementFacts, Failure> Inspect(const CompiledSource& source, Allowlist allowlist);
  RefusalInput Refusing() const { return {*request_.sql, schema_, statement_, facts_}; }
  std::string DeclaredType(const std::optional<ColumnOrigin>& origin) const;
  std::shared_ptr<const CompiledReport> Compile();
  // Which parameter's candidate has to give way; the index past the last when the example binds.
  std::optional<std::size_t> Rebind(const std::shared_ptr<const CompiledReport>& report);
  void ChooseColumns(const Sample* sample);
  void ChooseRows(const Sample* sample);
  std::int64_t SourceRows() const;

  const Backend& backend_;
  const DraftRequest& request_;
  Draft draft_;

  std::string schema_sql_;
  SchemaSurvey schema_;
  StatementSurvey statement_;
  StatementFacts facts_;
  std::shared_ptr<const CompiledSource> source_;
  std::shared_ptr<const LimitsDeclaration> limits_;
  std::vector<ParameterCandidates> parameters_;
  std::vector<std::size_t> chosen_;  // by parameter
  std::vector<ColumnCandidates> columns_;
  DraftedReport report_;
  std::optional<Bindings> bindings_;
};

Expected<StatementFacts, Failure> Drafting::Inspect(const CompiledSource& source, Allowlist allowlist) {
  const auto shared = std::make_shared<const CompiledSource>(source);
  const auto report = MakeSurveyReport(shared, request_.sql->text(), statement_, std::move(allowlist));
  auto inspection = backend_.InspectSchema(*report);
  if (!inspection) return Unexpected(std::move(inspection).error());
  return std::move(inspection->queries.front().front());
}

Expected<void, Failure> Drafting::Survey() {
  if (request_.policy) {
    schema_sql_ = request_.policy->schema_sql;
  } else {
    auto schema = backend_.SchemaOf(*request_.database);
    if (!schema) return Unexpected(std::move(schema).error());
    schema_sql_ = *std::move(schema);
  }
  auto schema = backend_.SurveySchema(schema_sql_);
  if (!schema) return Unexpected(std::move(schema).error());
  schema_ = *std::move(schema);
  auto statement = backend_.SurveyStatement(schema_sql_, request_.sql->text());
  if (!statement) return Unexpected(std::move(statement).error());
  statement_ = *std::move(statement);
  const auto source = request_.policy ? request_.policy : MakeSurveySource(request_.source, schema_sql_);
  auto facts = Inspect(*source, AllowEverything(schema_));
  if (!facts) return Unexpected(std::move(facts).error());
  facts_ = *std::move(facts);
  return {};
}

Expected<void, Failure> Drafting::Refuse() {
  Append(draft_.findings, FindRefusals(Refusing()));
  if (!HasErrors(draft_.findings) && request_.policy) {
    Append(draft_.findings, FindAboveCeiling(Refusing(), *request_.policy));
  }
  return {};
}

Expected<void, Failure> Drafting::FindSource() {
  limits_ = request_.limits;
  source_ = request_.policy;
  if (!limits_) {
    const std::string text = DefaultLimitsText();
    limits_ = LoadLimits(std::make_shared<const SourceText>(request_.places.limits, text), "default").value;
    draft_.files.push_back({request_.places.limits, text});
  }
  if (!source_) {
    const std::string schema_file = request_.places.schema.substr(request_.places.schema.rfind('/') + 1);
    const std::string text = SourcePolicyText(request_.source, schema_file, facts_.uses);
    auto loaded = LoadSource(std::make_shared<const SourceText>(request_.places.source, text), request_.source);
    if (loaded.value) {
      auto declaration = std::make_shared<SourceDeclaration>(*loaded.value);
      declaration->schema_text = std::make_shared<const SourceText>(request_.places.schema, schema_sql_);
      auto compiled = CompileSource(std::move(declaration));
      source_ = compiled.value;
      loaded.diagnostics = std::move(compiled.diagnostics);
    }
    Append(draft_.findings, loaded.diagnostics);
    draft_.files.push_back({request_.places.source, text});
    draft_.files.push_back({request_.places.schema, schema_sql_});
  }
  if (HasErrors(draft_.findings) || !source_) return {};
  // With the least grants some names may mean what is not listed; that is told at the SQL, not at the draft.
  const auto everything = facts_;
  auto facts = Inspect(*source_, AllowUses(everything.uses));
  if (!facts) return Unexpected(std::move(facts).error());
  facts_ = *std::move(facts);
  Append(draft_.findings, FindRefusals(Refusing()));
  return {};
}

std::string Drafting::DeclaredType(const std::optional<ColumnOrigin>& origin) const {
  if (!origin) return {};
  for (const SurveyedTable& table : schema_.tables) {
    if (!SameName(table.name, origin->table)) continue;
    for (const SurveyedColumn& column : table.columns) {
      if (SameName(column.name, origin->column)) return column.declared_type;
    }
  }
  return {};
}

std::int64_t Drafting::SourceRows() const {
  return limits_->values.source_rows ? limits_->values.source_rows->value : Budget{}.source_rows;
}

Expected<void, Failure> Drafting::Begin() {
  report_.id = request_.id;
  report_.source = request_.source;
  report_.sql_file = request_.sql->name();
  std::string_view sql = request_.sql->text();
  sql = sql.substr(0, statement_.limit ? statement_.limit->offset : statement_.statement_end);
  report_.sql = WithoutCarriageReturns(Trim(sql));
  report_.uses = facts_.uses;
  report_.order = statement_.one_row ? "" : statement_.order_by.empty() ? "rows" : statement_.order_by;
  for (const AccessUse& use : facts_.uses) {
    if (use.kind > AccessUse::Kind::kColumn) continue;
    const bool scoped = std::any_of(source_->row_scope.begin(), source_->row_scope.end(),
                                    [&](const RowScope& scope) { return SameName(scope.table, use.object); });
    const bool told = std::find(report_.unscoped.begin(), report_.unscoped.end(), use.object) != report_.unscoped.end();
    if (!scoped && !told) report_.unscoped.push_back(use.object);
  }
  for (const ParameterFacts& parameter : statement_.parameters) {
    parameters_.push_back(CandidatesFor(parameter, DeclaredType(parameter.compared.origin)));
  }
  chosen_.assign(parameters_.size(), 0);
  for (std::size_t i = 0; i < facts_.columns.size(); ++i) {
    OutputFacts output = statement_.outputs[i];
    std::string type = DeclaredType(output.value.origin);
    // Through views the database itself knows where a column comes from.
    if (output.value.kind == ExpressionFacts::Kind::kUnknown && type.empty()) type = facts_.columns[i].declared_type;
    columns_.push_back(CandidatesFor(output, facts_.columns[i].name, type));
  }
  return {};
}

// Enums from what is stored, for the parameters that were asked for.
Expected<void, Failure> Drafting::Choose() {
  for (const std::string& name : request_.choices) {
    const auto found = std::find_if(statement_.parameters.begin(), statement_.parameters.end(),
                                    [&](const ParameterFacts& facts) { return facts.name == name; });
    const auto skip = [&](std::string why) {
      draft_.notes.push_back("no choices for " + name + ": " + std::move(why));
    };
    if (found == statement_.parameters.end() || !found->compared.origin || !request_.database) {
      skip(found == statement_.parameters.end() ? "the SQL has no such parameter"
           : !found->compared.origin            ? "it is compared with no column"
                                                : "there is no database to read them from");
      continue;
    }
    const ColumnOrigin& origin = *found->compared.origin;
    auto values = StoredValues(backend_, source_, *request_.database, origin, *request_.clock);
    if (!values) return Unexpected(std::move(values).error());
    if (values->empty()) {
      skip("none are stored, or more than " + std::to_string(kMostChoices));
      continue;
    }
    const auto index = static_cast<std::size_t>(found - statement_.parameters.begin());
    for (auto& candidate : parameters_[index]) Offer(*values, candidate);
  }
  return {};
}

std::shared_ptr<const CompiledReport> Drafting::Compile() {
  report_.parameters.clear();
  for (std::size_t i = 0; i < parameters_.size(); ++i) report_.parameters.push_back(parameters_[i][chosen_[i]]);
  auto text = std::make_shared<const SourceText>(request_.places.report, DeclarationText(report_));
  auto loaded = LoadReport(std::move(text), request_.id);
  Diagnostics diagnostics = std::move(loaded.diagnostics);
  std::shared_ptr<const CompiledReport> report;
  if (loaded.value) {
    CompileInputs inputs{.source = source_, .limits = limits_, .known_sources = {source_->name}, .known_limits = {}};
    auto compiled = CompileReport(loaded.value, inputs);
    Append(diagnostics, compiled.diagnostics);
    report = compiled.value;
  }
  if (report && Trim(report->queries.front().statements.front().origin.text.value) != report_.sql) {
    draft_.findings.push_back(MakeDiagnostic("sql-error", *request_.sql, {1, 1, 1},
                                             "the SQL holds characters that a declaration cannot hold",
                                             "write control characters with char(), and lines without a bare CR"));
    return nullptr;
  }
  if (!report) Append(draft_.findings, diagnostics);
  return report;
}

std::optional<std::size_t> Drafting::Rebind(const std::shared_ptr<const CompiledReport>& report) {
  auto bound = BindExample(*report, request_.example, request_.scope, request_.clock->WallNow());
  if (bound) {
    bindings_ = *std::move(bound);
    return parameters_.size();
  }
  for (std::size_t i = 0; i < statement_.parameters.size(); ++i) {
    const ParameterFacts& facts = statement_.parameters[i];
    if (bound.error().subject != facts.name || FindArgument(request_.example, facts.name) == nullptr) continue;
    if (chosen_[i] + 1 < parameters_[i].size()) return i;
    Diagnostic diagnostic =
        MakeDiagnostic("invalid-value", *request_.sql, request_.sql->PositionAt(facts.offset),
                       "the value given for " + compiling::Quoted(facts.name) + " fits no type that it could have",
                       "leave it out to draft without looking at rows");
    draft_.findings.push_back(std::move(diagnostic));
    return std::nullopt;
  }
  if (bound.error().reason == "unknown_argument") {
    draft_.findings.push_back(MakeDiagnostic("undeclared-parameter", *request_.sql, {1, 1, 1},
                                             "a value is given for a parameter that the SQL does not have",
                                             "give NAME=VALUE for parameters of the SQL only"));
    return std::nullopt;
  }
  draft_.notes.push_back("no rows were looked at: " + bound.error().reason +
                         (bound.error().subject.empty() ? "" : "; give " + bound.error().subject + "=VALUE"));
  return std::nullopt;
}

// The types of parameters by the example, the types of columns by the rows that it gives.
Expected<void, Failure> Drafting::Fit() {
  ChooseColumns(nullptr);
  ChooseRows(nullptr);
  std::shared_ptr<const CompiledReport> report;
  std::optional<std::size_t> give_way;
  do {
    report = Compile();
    if (!report) return {};
    give_way = Rebind(report);
    if (give_way && *give_way < chosen_.size()) ++chosen_[*give_way];
  } while (give_way && *give_way < chosen_.size());
  if (!bindings_ || HasErrors(draft_.findings)) return {};
  if (!request_.database) {
    draft_.notes.emplace_back("no rows were looked at: give --source " + request_.source + "=FILE");
    return {};
  }
  const auto attached = backend_.Attach(source_, *request_.database);
  auto sample = TakeSample(*attached, report, *bindings_, columns_, *request_.clock);
  if (!sample) return Unexpected(std::move(sample).error());
  ChooseColumns(&*sample);
  ChooseRows(&*sample);
  return {};
}

void Drafting::ChooseColumns(const Sample* sample) {
  report_.columns.clear();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const ColumnCandidates& candidates = columns_[i];
    std::size_t chosen = 0;
    const bool seen = sample != nullptr && !sample->columns[i].kinds.empty();
    if (seen) {
      const auto& fits = sample->columns[i].fits;
      chosen = static_cast<std::size_t>(std::find(fits.begin(), fits.end(), true) - fits.begin());
      if (chosen == candidates.size()) {
        std::string kinds;
        for (const std::string& kind : sample->columns[i].kinds) kinds += (kinds.empty() ? "" : " and ") + kind;
        draft_.findings.push_back(MixedColumn(Refusing(), i, facts_.columns[i].name, kinds));
        chosen = 0;
      }
    }
    Candidate<ColumnDeclaration> column = candidates[chosen];
    if (!seen && statement_.outputs[i].value.kind == ExpressionFacts::Kind::kUnknown && column.decide.empty()) {
      column.decide = "its type: the SQL does not tell, and no value was seen";
    }
    if (sample != nullptr) column.declaration.nullable |= sample->columns[i].nulls;
    report_.columns.push_back(std::move(column));
  }
}

void Drafting::ChooseRows(const Sample* sample) {
  report_.truncate = statement_.limit.has_value();
  if (statement_.limit) {
    const bool number = statement_.limit->number.has_value();
    report_.max =
        number ? std::to_string(std::min(*statement_.limit->number, SourceRows())) : statement_.limit->parameter;
    report_.rows_decide.clear();
    return;
  }
  if (statement_.one_row) {
    report_.max = "1";
    return;
  }
  const std::int64_t rows = sample == nullptr ? 0 : sample->rows;
  std::int64_t max = kRowMaxima.back();
  for (const std::int64_t candidate : kRowMaxima) {
    if (2 * rows <= candidate) max = std::min(max, candidate);
  }
  report_.max = std::to_string(std::min(max, SourceRows()));
  report_.rows_decide = "how many rows an answer may have, and whether more are cut (truncate) or refused (reject)";
}

Expected<void, Failure> Drafting::Finish() {
  const auto report = Compile();
  if (!report) return {};
  auto inspection = backend_.InspectSchema(*report);
  if (!inspection) return Unexpected(std::move(inspection).error());
  Append(draft_.findings, LintReport(*report, *inspection));
  if (HasErrors(draft_.findings)) return {};
  if (statement_.limit) {
    draft_.notes.push_back("LIMIT became `rows: { max: " + report_.max +
                           ", over: truncate }`, which tells a full answer from a cut one");
  }
  if (bindings_ && request_.database) {
    const auto attached = backend_.Attach(source_, *request_.database);
    draft_.notes.push_back(TellRun(report, *bindings_, *attached, *request_.clock));
  }
  const FirstTest test = DraftFirstTest({backend_, report, schema_, statement_, request_.test_roles});
  if (!test.trouble.empty()) {
    draft_.notes.push_back("the first test has no answer yet: " + test.trouble);
  } else if (test.rows == 0) {
    draft_.notes.emplace_back("the first test's rows do not match: write some that do");
  }
  draft_.files.insert(draft_.files.begin(),
                      {{request_.places.report, report->declaration->text->text()}, {request_.places.test, test.text}});
  return {};
}

}  // namespace

Expected<Draft, Failure> DraftReport(const Backend& backend, const DraftRequest& request) {
  return Drafting(backend, request).Run();
}

}  // namespace querygate::draft
