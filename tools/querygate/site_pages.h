// The pages of a deployment: one for each report, rule and reason, and their indexes.
#pragma once

#include <map>
#include <string>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"

namespace querygate::cli {

// Path below the folder of the site to the file's text. Nothing in it depends on time or place.
using Site = std::map<std::string, std::string>;

// The error: declarations or policies that cannot be used. A site that left them out would look complete.
Expected<Site, Unusable> MakeSite(const Gateway& gateway);

}  // namespace querygate::cli
