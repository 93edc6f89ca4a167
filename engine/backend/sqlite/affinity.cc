#include "engine/backend/sqlite/affinity.h"

#include <algorithm>
#include <array>
#include <string>

namespace querygate::sqlite {
namespace {

struct Part {
  std::string_view text;
  Affinity affinity;
};

constexpr auto kParts = std::to_array<Part>({
    {"INT", Affinity::kInteger},
    {"CHAR", Affinity::kText},
    {"CLOB", Affinity::kText},
    {"TEXT", Affinity::kText},
    {"BLOB", Affinity::kNone},
    {"REAL", Affinity::kReal},
    {"FLOA", Affinity::kReal},
    {"DOUB", Affinity::kReal},
});

}  // namespace

Affinity AffinityOf(std::string_view declared_type) {
  std::string type(declared_type);
  std::transform(type.begin(), type.end(), type.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  // ANY is kept as it is in a STRICT table and numeric elsewhere.
  if (type.empty() || type == "ANY") return Affinity::kNone;
  for (const Part& part : kParts) {
    if (type.find(part.text) != std::string::npos) return part.affinity;
  }
  return Affinity::kNumeric;
}

}  // namespace querygate::sqlite
