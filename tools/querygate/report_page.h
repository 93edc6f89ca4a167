// A report's page.
#pragma once

#include <string>

#include "engine/policy/access_rules.h"
#include "engine/policy/compiled_report.h"

namespace querygate::cli {

// "reports/parcels/units_by_zone.html", below the folder of the site.
std::string ReportPagePath(std::string_view id);

std::string ReportPage(const CompiledReport& report, const AccessRules& access);

}  // namespace querygate::cli
