#include "engine/run/admit.h"

namespace querygate {

Expected<Bindings, Rejection> Admit(const CompiledReport& report, const AccessRules& rules, const Caller& caller,
                                    const Arguments& arguments, const Instant& now) {
  if (report.status == ReportStatus::kRetired) {
    return Unexpected(Rejection{RejectionKind::kRetired, "report_retired", report.id});
  }
  auto permission = Permit(rules, caller, report);
  if (!permission) return Unexpected(std::move(permission).error());
  return BindArguments(report, rules, caller, *permission, arguments, now);
}

}  // namespace querygate
