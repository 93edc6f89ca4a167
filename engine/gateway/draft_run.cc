#include "engine/gateway/draft_run.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/backend/registry.h"
#include "engine/base/suggest.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/names.h"
#include "engine/review/draft/names.h"
#include "engine/review/draft/policy_text.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kConfiguration = "querygate.yaml";
constexpr std::string_view kBackend = "sqlite";
constexpr std::size_t kMostSqlBytes = 64 * 1024;

bool Exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// Paths as people write them: "reports/x.yaml", not "./reports/x.yaml".
std::string Shown(const std::string& path) { return fs::path(path).lexically_normal().string(); }

class Run {
 public:
  Run(Library& library, const Deployment& deployment, const Clock& clock, const DraftOrder& order)
      : library_(library), deployment_(deployment), clock_(clock), order_(order) {}

  Expected<DraftReply, Unusable> Do() {
    auto text = ReadFile(order_.sql_file, kMostSqlBytes);
    if (!text) return Unexpected(Unusable{std::move(text).error(), "--sql takes a file with one SELECT", {}});
    request_.sql = std::make_shared<const SourceText>(Shown(order_.sql_file), *std::move(text));
    request_.source = order_.source;
    request_.example = order_.example;
    request_.scope = order_.scope;
    request_.choices = order_.choices;
    request_.clock = &clock_;
    if (auto named = Name(); !named) return Unexpected(std::move(named).error());
    if (auto found = FindPolicies(); !found) return Unexpected(std::move(found).error());

    FindRoles();

    const auto backend = MakeBackend(request_.policy ? request_.policy->backend : std::string(kBackend));
    if (!backend) return Unexpected(Unusable{"this build has no backend for the source " + order_.source, {}, {}});
    auto drafted = draft::DraftReport(*backend, request_);
    if (!drafted) return Unexpected(Unusable{drafted.error().cause, "querygate explain " + drafted.error().reason, {}});
    DraftReply reply;
    reply.id = request_.id;
    reply.draft = *std::move(drafted);
    if (reply.draft.files.empty()) return reply;
    AddConfiguration(reply.draft);
    AddPermission(reply.draft);
    return reply;
  }

 private:
  Expected<void, Unusable> Name();
  Expected<void, Unusable> FindPolicies();
  void AddConfiguration(draft::Draft& draft) const;
  void FindRoles();
  void AddPermission(draft::Draft& draft) const;

  Library& library_;
  const Deployment& deployment_;
  const Clock& clock_;
  const DraftOrder& order_;
  draft::DraftRequest request_;
  std::string unreached_;  // the access policy, when no local role reaches the report
};

Expected<void, Unusable> Run::Name() {
  const std::string stem = draft::SnakeCase(fs::path(order_.sql_file).stem().string());
  request_.id = order_.name.value_or(order_.source + "/" + stem);
  if (!compiling::IsReportId(request_.id)) {
    return Unexpected(Unusable{request_.id + " is not a report's name",
                               "--name takes a path of words like sales/top_artists: a to z, 0 to 9 and _",
                               {}});
  }
  if (!compiling::IsSnakeCase(order_.source)) {
    return Unexpected(Unusable{order_.source + " is not a source's name", "source names match [a-z][a-z0-9_]*", {}});
  }
  const Catalog& catalog = library_.catalog();
  std::string report = Shown(order_.output.value_or(catalog.ReportPath(request_.id)));
  std::string test = report;
  if (test.ends_with(".yaml")) test.resize(test.size() - 5);
  const std::string policies = catalog.policies_directory();
  request_.places = {.report = std::move(report),
                     .test = test + ".test.yaml",
                     .source = Shown(policies + "/sources/" + order_.source + ".yaml"),
                     .schema = Shown(policies + "/sources/" + order_.source + ".sql"),
                     .limits = Shown(policies + "/limits/default.yaml")};
  return {};
}

Expected<void, Unusable> Run::FindPolicies() {
  const auto limits = library_.Limits("default");
  if (HasErrors(limits.diagnostics)) return Unexpected(Unusable{{}, {}, limits.diagnostics});
  request_.limits = limits.value;

  request_.database = order_.database;
  if (!request_.database) {
    const auto located = deployment_.Locate(order_.source, order_.scope);
    if (located && Exists(located->path)) request_.database = located->path;
  }
  const std::vector<std::string> known = library_.catalog().SourceNames();
  if (std::find(known.begin(), known.end(), order_.source) != known.end()) {
    const auto source = library_.Source(order_.source);
    if (!source.value) return Unexpected(Unusable{{}, {}, source.diagnostics});
    request_.policy = source.value;
    if (order_.write_source) {
      return Unexpected(Unusable{request_.places.source + " exists: --write-source writes a policy only where none is",
                                 "leave --write-source out",
                                 {}});
    }
  } else if (!request_.database) {
    const auto near = NearestName(order_.source, known);
    return Unexpected(
        Unusable{"there is no source named " + order_.source,
                 near ? "did you mean --source " + *near + "?"
                      : "--source " + order_.source + "=FILE --write-source drafts its policy from the database FILE",
                 {}});
  } else if (!order_.write_source) {
    return Unexpected(Unusable{
        "no policy declares the source " + order_.source,
        "add --write-source to draft " + request_.places.source + ": it exposes what this SQL reads and nothing else",
        {}});
  }
  if (!request_.limits && !order_.write_source) {
    return Unexpected(Unusable{"there is no " + request_.places.limits, "a report needs limits; write that file", {}});
  }
  return {};
}

void Run::AddConfiguration(draft::Draft& draft) const {
  if (!order_.write_source || !order_.database) return;
  if (deployment_.declaration() == nullptr && !Exists(std::string(kConfiguration))) {
    draft.files.push_back({std::string(kConfiguration), draft::GatewayText(order_.source, *order_.database)});
  } else if (!deployment_.Locate(order_.source, {})) {
    draft.notes.push_back("add `" + order_.source + ": { path: " + *order_.database +
                          " }` under `sources` in the configuration");
  }
}

// An access policy that does not reach the new report would only be met at the first run.
void Run::FindRoles() {
  const auto access = library_.Access();
  if (!access.value || !access.value->declaration || !access.value->declaration->local) return;
  const AccessDeclaration& declaration = *access.value->declaration;
  for (const RoleDeclaration& role : declaration.roles) {
    const bool reaches = std::any_of(role.reports.begin(), role.reports.end(), [&](const Located<std::string>& glob) {
      return MatchesGlob(glob.value, request_.id);
    });
    if (!reaches) continue;
    const bool local = std::any_of(declaration.local->begin(), declaration.local->end(),
                                   [&](const Located<std::string>& name) { return name.value == role.name.value; });
    if (local) {
      request_.test_roles.clear();
      return;
    }
    request_.test_roles = {role.name.value};
  }
  unreached_ = Shown(declaration.text->name());
}

void Run::AddPermission(draft::Draft& draft) const {
  if (unreached_.empty()) return;
  draft.notes.push_back("nobody may run it yet, not even from here: no role of `local` in " + unreached_ + " reaches " +
                        request_.id + "; --name puts it elsewhere");
}

}  // namespace

Expected<DraftReply, Unusable> RunDraft(Library& library, const Deployment& deployment, const Clock& clock,
                                        const DraftOrder& order) {
  return Run(library, deployment, clock, order).Do();
}

}  // namespace querygate
