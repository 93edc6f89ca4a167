#include "engine/gateway/gateway.h"

#include <algorithm>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/gateway/draft_run.h"
#include "engine/gateway/gateway_state.h"
#include "engine/gateway/lint_run.h"
#include "engine/gateway/policy_side.h"
#include "engine/gateway/reachable.h"
#include "engine/gateway/rehearsal.h"
#include "engine/gateway/test_run.h"
#include "engine/run/execute.h"
#include "engine/run/rehearse.h"

namespace querygate {

Gateway::Gateway(std::unique_ptr<State> state) : state_(std::move(state)) {}
Gateway::Gateway(Gateway&&) noexcept = default;
Gateway& Gateway::operator=(Gateway&&) noexcept = default;
Gateway::~Gateway() = default;

Expected<Gateway, Unusable> Gateway::Open(GatewayOptions options) {
  auto deployment = Deployment::Open(options);
  if (!deployment) return Unexpected(std::move(deployment).error());
  auto clock = options.clock ? std::move(options.clock) : std::make_shared<const SystemClock>();
  // Local time means the same in a worker, which has no other variable of ours.
  if (const auto zone = options.environment ? options.environment("TZ") : std::nullopt) {
    options.execution.worker_environment.push_back("TZ=" + *zone);
  }
  auto execution = MakeExecution(options.execution, deployment->declaration());
  if (!execution) return Unexpected(std::move(execution).error());
  auto state = std::make_unique<State>(std::make_shared<Shared>(*std::move(deployment), std::move(clock), *execution));
  if (!options.sources.empty()) {
    const std::vector<std::string> known = state->library.catalog().SourceNames();
    for (const auto& [word, path] : options.sources) {
      const std::string name = word.substr(0, word.find('.'));  // TABLE follows, of a source over files
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const auto near = NearestName(name, known);
      return Unexpected(
          Unusable{"there is no source named " + name,
                   near ? "did you mean --source " + *near + "=" + path + "?"
                        : "sources are declared in " + state->library.catalog().policies_directory() + "/sources",
                   {}});
    }
  }
  return Gateway(std::move(state));
}

Diagnostics Gateway::Settle() { return state_->library.Settle(); }

Expected<Gateway, Unusable> Gateway::Reload() const {
  Gateway next(std::make_unique<State>(state_->shared));
  Diagnostics diagnostics = next.Settle();
  if (HasErrors(diagnostics)) return Unexpected(Unusable{{}, {}, std::move(diagnostics)});
  if (auto missing = next.FindMissingSource()) return Unexpected(*std::move(missing));
  return next;
}

std::vector<UnfitReport> Gateway::FindUnfit(const std::stop_token& stop) const {
  return FindUnfitReports(
      state_->library, state_->deployment,
      [this](const auto& report, const DataPlace& place) { return state_->Rehearse(report, place); }, stop);
}

std::vector<std::string> Gateway::Folders() const {
  return {state_->deployment.reports_directory(), state_->deployment.policies_directory()};
}

std::vector<CatalogueEntry> Gateway::List(Diagnostics& diagnostics) const {
  std::vector<CatalogueEntry> entries;
  for (const std::string& id : state_->library.catalog().ReportIds(diagnostics)) {
    const auto loaded = state_->library.catalog().Report(id);
    CatalogueEntry entry;
    entry.id = id;
    if (loaded.value) {
      const ReportDeclaration& report = *loaded.value;
      entry.title = report.title.value;
      entry.description = report.description.value;
      entry.owner = report.owner.value;
      entry.source = report.source.value;
      entry.version = report.version.value;
      entry.status = report.status;
    }
    const auto compiled = state_->library.Compile(loaded);
    entry.usable = compiled.value != nullptr;
    if (!entry.usable) diagnostics.insert(diagnostics.end(), compiled.diagnostics.begin(), compiled.diagnostics.end());
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::shared_ptr<const AccessRules> Gateway::Access(Diagnostics& diagnostics) const {
  auto access = state_->library.Access();
  diagnostics.insert(diagnostics.end(), access.diagnostics.begin(), access.diagnostics.end());
  return std::move(access.value);
}

Expected<std::shared_ptr<const CompiledReport>, CallError> Gateway::Describe(const std::string& report) const {
  return state_->Find(report);
}

Expected<FindingsReport, Unusable> Gateway::Lint(const std::vector<std::string>& paths) const {
  const GatewayDeclaration* declaration = state_->deployment.declaration();
  LintSettings settings;
  if (declaration != nullptr) settings.levels = RuleLevels(declaration->lint_levels);
  settings.today = DateOf(state_->clock->WallNow());
  return RunLint(state_->library, paths, settings);
}

Expected<TestSummary, Unusable> Gateway::Test(const TestRequest& request) const {
  return RunTests(state_->library, *state_->clock, request);
}

Expected<MutationSummary, Unusable> Gateway::Mutate(const TestRequest& request) const {
  return RunMutations(state_->library, request);
}

Expected<std::vector<std::shared_ptr<const CompiledReport>>, Unusable> Gateway::Reachable(
    const HostIdentity& identity) const {
  return ReachableReports(state_->library, identity);
}

Expected<std::shared_ptr<const CompiledReport>, CallError> Gateway::FindReachable(const HostIdentity& identity,
                                                                                  const std::string& report) const {
  // Looking for a near name takes long, and whoever asks this is not told one.
  if (!state_->library.HasReport(report)) return Unexpected(CallError(UnknownReport{report, std::nullopt}));
  return KeepReachable(state_->library, identity, state_->Find(report), report);
}

std::vector<std::string> Gateway::ReportIds() const {
  Diagnostics ignored;
  return state_->library.ReportIds(ignored);
}

std::optional<Unusable> Gateway::FindMissingSource() const {
  return querygate::FindMissingSource(state_->library, state_->deployment);
}

const GatewayDeclaration* Gateway::Declaration() const { return state_->deployment.declaration(); }

const ServeDeclaration& Gateway::Serving() const { return state_->deployment.serving(); }

std::string Gateway::PathOf(const std::string& file) const { return state_->deployment.Absolute(file); }

Expected<std::variant<Inspection, Rejection, Failure>, CallError> Gateway::Inputs(const std::string& report,
                                                                                  const HostIdentity& identity) const {
  using Result = std::variant<Inspection, Rejection, Failure>;
  auto compiled = state_->Find(report);
  if (!compiled) return Unexpected(std::move(compiled).error());
  State::Admitted admitted;
  admitted.report = *std::move(compiled);
  if (admitted.report->source->tables.empty()) return Result(Inspection{});
  admitted.caller.scope = identity.scope;
  admitted.context = {.now = state_->clock->WallNow(), .budget = admitted.report->budget};
  admitted.context.clock = state_->clock.get();
  admitted.context.deadline.at = state_->clock->SteadyNow() + admitted.context.budget.deadline;
  auto source = state_->Open(admitted);
  if (!source) {
    if (auto* error = std::get_if<CallError>(&source.error())) return Unexpected(std::move(*error));
    if (auto* rejection = std::get_if<Rejection>(&source.error())) return Result(std::move(*rejection));
    return Result(std::get<Failure>(std::move(source.error())));
  }
  auto inspection = (*source)->Inspect(admitted.report, admitted.context);
  if (!inspection) return Result(std::move(inspection).error());
  return Result(*std::move(inspection));
}

Expected<std::pair<std::shared_ptr<const CompiledReport>, Inspection>, CallError> Gateway::Inspect(
    const std::string& report) const {
  auto compiled = state_->Find(report);
  if (!compiled) return Unexpected(std::move(compiled).error());
  auto inspection = state_->library.BackendOf(*(*compiled)->source).InspectSchema(**compiled);
  if (!inspection) {
    return Unexpected(CallError(Unusable{"the schema snapshot of the source " + (*compiled)->source->name +
                                             " cannot be used: " + inspection.error().cause,
                                         {},
                                         {}}));
  }
  return std::pair(*std::move(compiled), *std::move(inspection));
}

Expected<Audience, CallError> Gateway::FindAudience(const std::string& report) const {
  auto compiled = state_->Find(report);
  if (!compiled) return Unexpected(std::move(compiled).error());
  auto access = state_->library.Access();
  if (!access.value) return Unexpected(CallError(Unusable{{}, {}, std::move(access.diagnostics)}));
  return AudienceOf(*access.value, **compiled);
}

Expected<CallVerdict, CallError> Gateway::Judge(const CallRequest& request) const {
  auto report = state_->Find(request.report);
  if (!report) return Unexpected(std::move(report).error());
  auto access = state_->library.Access();
  if (!access.value) return Unexpected(CallError(Unusable{{}, {}, std::move(access.diagnostics)}));
  auto caller = MakeCaller(request.identity, *access.value, request.local);
  if (!caller) {
    return Unexpected(CallError(Unusable{std::move(caller).error(), "--as takes one JSON object of claims", {}}));
  }
  return JudgeCall(**report, *access.value, *caller, request.arguments, state_->clock->WallNow());
}

Expected<DraftReply, Unusable> Gateway::Draft(const DraftOrder& order) const {
  return RunDraft(state_->library, state_->deployment, *state_->clock, order);
}

Expected<review::PolicySide, Unusable> Gateway::Policies() const { return ReadPolicySide(state_->library); }

Expected<Answer, CallError> Gateway::Run(const CallRequest& request) const {
  auto answer = state_->Run(request);
  if (!answer) return answer;
  const auto elapsed = state_->clock->SteadyNow() - request.accepted;
  answer->receipt.elapsed_microseconds = std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count();
  return answer;
}

GatewayLoad Gateway::Load() const {
  const CallQueue::Load calls = state_->shared->queue.load();
  GatewayLoad load{calls.running, calls.waiting, {}};
  if (const auto& workers = state_->shared->workers) load.workers = workers->statistics();
  return load;
}

Expected<std::variant<CheckResult, Rejection, Failure>, CallError> Gateway::Check(const CallRequest& request) const {
  using Result = std::variant<CheckResult, Rejection, Failure>;
  auto admission = state_->Admit(request);
  if (!admission) return Unexpected(std::move(admission).error());
  if (auto* rejection = std::get_if<Rejection>(&*admission)) return Result(std::move(*rejection));
  auto& admitted = std::get<State::Admitted>(*admission);
  auto source = state_->Open(admitted);
  if (!source) {
    if (auto* error = std::get_if<CallError>(&source.error())) return Unexpected(std::move(*error));
    if (auto* rejection = std::get_if<Rejection>(&source.error())) return Result(std::move(*rejection));
    return Result(std::get<Failure>(std::move(source.error())));
  }
  auto inspection = (*source)->Inspect(admitted.report, admitted.context);
  if (!inspection) return Result(std::move(inspection).error());
  if (!inspection->clean()) return Result(Failure{"query_unavailable", ComplaintOf(*inspection)});

  CheckResult result;
  for (const CompiledQuery& query : admitted.report->queries) {
    result.statements.push_back(ChooseStatement(query, admitted.bindings.parameters));
  }
  result.report = std::move(admitted.report);
  result.bound = std::move(admitted.bindings.parameters);
  result.inspection = *std::move(inspection);
  result.budget = admitted.context.budget;
  return Result(std::move(result));
}

}  // namespace querygate
