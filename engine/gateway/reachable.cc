#include "engine/gateway/reachable.h"

#include <utility>

#include "engine/gateway/identity.h"

namespace querygate {
namespace {

// Everything that decides for one caller.
struct Asker {
  std::shared_ptr<const AccessRules> rules;
  Caller caller;

  bool Reaches(const CompiledReport& report) const {
    return report.status != ReportStatus::kDraft && Permit(*rules, caller, report).has_value();
  }
};

Expected<Asker, Unusable> MakeAsker(Library& library, const HostIdentity& identity) {
  auto access = library.Access();
  if (!access.value) return Unexpected(Unusable{{}, {}, std::move(access.diagnostics)});
  auto caller = MakeCaller(identity, *access.value, false);
  if (!caller) return Unexpected(Unusable{std::move(caller).error(), {}, {}});
  return Asker{std::move(access.value), *std::move(caller)};
}

}  // namespace

Expected<std::vector<std::shared_ptr<const CompiledReport>>, Unusable> ReachableReports(Library& library,
                                                                                        const HostIdentity& identity) {
  const auto asker = MakeAsker(library, identity);
  if (!asker) return Unexpected(asker.error());
  std::vector<std::shared_ptr<const CompiledReport>> reports;
  Diagnostics ignored;
  for (const std::string& id : library.ReportIds(ignored)) {
    auto compiled = library.Report(id);
    if (compiled.value && asker->Reaches(*compiled.value)) reports.push_back(std::move(compiled.value));
  }
  return reports;
}

Expected<std::shared_ptr<const CompiledReport>, CallError> KeepReachable(
    Library& library, const HostIdentity& identity, Expected<std::shared_ptr<const CompiledReport>, CallError> found,
    const std::string& id) {
  if (!found && std::holds_alternative<UnknownReport>(found.error())) {
    // No suggestion: the near name may be one that this caller may not know of.
    return Unexpected(CallError(UnknownReport{id, std::nullopt}));
  }
  const auto asker = MakeAsker(library, identity);
  if (!asker) return Unexpected(CallError(asker.error()));
  if (!found) {
    // What cannot be compiled is judged by its name: that it is broken tells that it is there.
    CompiledReport named;
    named.id = id;
    if (!asker->Reaches(named)) return Unexpected(CallError(UnknownReport{id, std::nullopt}));
    return found;
  }
  if (!asker->Reaches(**found)) return Unexpected(CallError(UnknownReport{id, std::nullopt}));
  return found;
}

}  // namespace querygate
