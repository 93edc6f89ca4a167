// Accesses in words.
#pragma once

#include <string>

#include "engine/backend/backend.h"

namespace querygate::cli {

// "parcels.zone", "parcels (rows)", "function count", "recursion".
std::string UseText(const AccessUse& use);

}  // namespace querygate::cli
