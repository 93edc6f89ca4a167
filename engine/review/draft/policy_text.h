// The documents that a source without a policy still needs.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"

namespace querygate::draft {

// A source policy that exposes what the statement uses, nothing more. `schema_file` stands beside it.
std::string SourcePolicyText(const std::string& name, const std::string& schema_file,
                             const std::vector<AccessUse>& uses);

// The defaults of a budget, written out so that they can be read and narrowed.
std::string DefaultLimitsText();

// A deployment with this source; the path is relative to the file.
std::string GatewayText(const std::string& source, const std::string& database);

}  // namespace querygate::draft
