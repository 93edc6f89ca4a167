// Accesses in words.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"

namespace querygate::cli {

// "parcels.zone", "parcels (rows)", "function count", "recursion".
std::string UseText(const AccessUse& use);

// One line for each table or view with its columns, then functions: "parcels: state, units, zone".
std::vector<std::string> UseLines(const std::vector<AccessUse>& uses);

}  // namespace querygate::cli
