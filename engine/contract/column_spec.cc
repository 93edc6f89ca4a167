#include "engine/contract/column_spec.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/contract/domain.h"
#include "engine/contract/store_encoding.h"

namespace querygate {
namespace {

// Keeps the capacity that `out` has from an earlier row.
std::string& TextIn(TypedValue& out) {
  if (auto* text = std::get_if<std::string>(&out)) return *text;
  return out.emplace<std::string>();
}

std::string& BytesIn(TypedValue& out) {
  if (auto* bytes = std::get_if<Bytes>(&out)) return bytes->data;
  return out.emplace<Bytes>().data;
}

StoreFault ReadInteger(const ColumnSpec& /*spec*/, const ValueView& value, TypedValue& out) {
  if (value.storage != StorageClass::kInteger) return StoreFault::kType;
  out = value.integer;
  return StoreFault::kNone;
}

StoreFault ReadText(const ColumnSpec& /*spec*/, const ValueView& value, TypedValue& out) {
  if (value.storage != StorageClass::kText || !IsPlainText(value.bytes)) return StoreFault::kType;
  TextIn(out).assign(value.bytes);
  return StoreFault::kNone;
}

StoreFault ReadReal(const ColumnSpec& /*spec*/, const ValueView& value, TypedValue& out) {
  if (value.storage != StorageClass::kReal) return StoreFault::kType;
  if (!std::isfinite(value.real)) return StoreFault::kRange;
  out = value.real + 0.0;  // negative zero becomes zero
  return StoreFault::kNone;
}

StoreFault ReadDecimal(const ColumnSpec& spec, const ValueView& value, TypedValue& out) {
  Decimal decimal;
  const StoreFault fault = DecodeDecimal(value, spec.store, spec.scale, decimal);
  if (fault != StoreFault::kNone) return fault;
  if (!WithinPrecision(decimal, spec.precision)) return StoreFault::kRange;
  out = decimal;
  return StoreFault::kNone;
}

StoreFault ReadBoolean(const ColumnSpec& /*spec*/, const ValueView& value, TypedValue& out) {
  if (value.storage != StorageClass::kInteger) return StoreFault::kType;
  if (value.integer != 0 && value.integer != 1) return StoreFault::kRange;
  out = value.integer == 1;
  return StoreFault::kNone;
}

StoreFault ReadDate(const ColumnSpec& /*spec*/, const ValueView& value, TypedValue& out) {
  if (value.storage != StorageClass::kText) return StoreFault::kType;
  const std::optional<Date> date = ParseDate(value.bytes);
  if (!date) return StoreFault::kType;
  out = *date;
  return StoreFault::kNone;
}

StoreFault ReadTimestamp(const ColumnSpec& spec, const ValueView& value, TypedValue& out) {
  Instant instant;
  const StoreFault fault = DecodeInstant(value, spec.store, instant);
  if (fault == StoreFault::kNone) out = instant;
  return fault;
}

StoreFault ReadBlob(const ColumnSpec& /*spec*/, const ValueView& value, TypedValue& out) {
  if (value.storage != StorageClass::kBlob) return StoreFault::kType;
  BytesIn(out).assign(value.bytes);
  return StoreFault::kNone;
}

// Indexed by ColumnType.
struct Reader {
  ColumnType type;
  StoreFault (*read)(const ColumnSpec& spec, const ValueView& value, TypedValue& out);
};
constexpr auto kReaders = std::to_array<Reader>({
    {ColumnType::kInteger, ReadInteger},
    {ColumnType::kText, ReadText},
    {ColumnType::kReal, ReadReal},
    {ColumnType::kDecimal, ReadDecimal},
    {ColumnType::kBoolean, ReadBoolean},
    {ColumnType::kDate, ReadDate},
    {ColumnType::kTimestamp, ReadTimestamp},
    {ColumnType::kBlob, ReadBlob},
});

constexpr bool IsIndexedByType() {
  for (std::size_t i = 0; i < kReaders.size(); ++i) {
    if (static_cast<std::size_t>(kReaders[i].type) != i) return false;
  }
  return true;
}
static_assert(IsIndexedByType());

}  // namespace

const std::string* JudgeColumn(const ColumnSpec& spec, const ValueView& value, TypedValue& out) {
  if (value.storage == StorageClass::kNull) {
    out = std::monostate();
    return spec.nullable ? nullptr : &spec.missing_reason;
  }
  switch (kReaders[static_cast<std::size_t>(spec.type)].read(spec, value, out)) {
    case StoreFault::kNone:
      return WithinDomain(spec, out) ? nullptr : &spec.range_reason;
    case StoreFault::kRange:
      return &spec.range_reason;
    case StoreFault::kType:
      break;
  }
  return &spec.type_reason;
}

}  // namespace querygate
