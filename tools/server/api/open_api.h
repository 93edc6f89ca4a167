// The OpenAPI 3.1 document of the reports that a caller can reach.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/policy/compiled_report.h"

namespace querygate::server::api {

// Whether a report can be called by GET: every parameter that a caller sends is one value.
bool HasScalarParametersOnly(const CompiledReport& report);

std::string OpenApiDocument(std::span<const std::shared_ptr<const CompiledReport>> reports, std::string_view version);

}  // namespace querygate::server::api
