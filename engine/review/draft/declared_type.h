// What the type in a CREATE TABLE says. Databases that do not enforce it still tell what was meant.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace querygate::draft {

struct DeclaredType {
  enum class Meaning { kNone, kInteger, kText, kReal, kDecimal, kBoolean, kDate, kTimestamp, kBlob };
  Meaning meaning = Meaning::kNone;
  std::optional<std::int64_t> length;            // NVARCHAR(160)
  std::optional<std::int64_t> precision, scale;  // NUMERIC(10,2)
};

DeclaredType ReadDeclaredType(std::string_view type);

}  // namespace querygate::draft
