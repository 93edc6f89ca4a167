#include "engine/declaration/identity.h"

#include <array>

namespace querygate {
namespace {

constexpr auto kJwtAlgorithms = std::to_array<NamedValue<JwtAlgorithm>>({
    {"RS256", JwtAlgorithm::kRs256},
    {"PS256", JwtAlgorithm::kPs256},
    {"ES256", JwtAlgorithm::kEs256},
    {"EdDSA", JwtAlgorithm::kEdDsa},
    {"HS256", JwtAlgorithm::kHs256},
});

}  // namespace

std::span<const NamedValue<JwtAlgorithm>> JwtAlgorithms() { return kJwtAlgorithms; }

}  // namespace querygate
