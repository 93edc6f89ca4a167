#include "engine/backend/files/stored_value.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <system_error>

#include "engine/base/calendar.h"
#include "engine/base/decimal.h"
#include "engine/contract/domain.h"

namespace querygate::files {
namespace {

using Kind = RawValue::Kind;
constexpr std::string_view kFits;

void PutInteger(std::int64_t integer, ValueView& out) {
  out.storage = StorageClass::kInteger;
  out.integer = integer;
}

void PutText(std::string_view bytes, ValueView& out) {
  out.storage = StorageClass::kText;
  out.bytes = bytes;
}

// `-?(0|[1-9][0-9]*)`, and no negative zero: one number, one spelling.
std::string_view StoreInteger(std::string_view text, ValueView& out) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return "is no whole number";
  if (digits.size() > 1 && digits.front() == '0') return "is a number with zeros in front";
  if (text == "-0") return "is a negative zero";
  std::int64_t integer = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), integer).ec != std::errc()) {
    return "is a whole number beyond 64 bits";
  }
  PutInteger(integer, out);
  return kFits;
}

bool IsNumberSpelling(std::string_view text) {
  // Digits decide: words for infinity and for what is no number are none.
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  return !digits.empty() && digits.front() >= '0' && digits.front() <= '9' &&
         text.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
}

std::string_view StoreReal(std::string_view text, ValueView& out) {
  if (!IsNumberSpelling(text)) return "is no number";
  double real = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real);
  if (error == std::errc::result_out_of_range || !std::isfinite(real)) return "is a number beyond a double";
  if (error != std::errc() || end != text.data() + text.size()) return "is no number";
  out.storage = StorageClass::kReal;
  out.real = real;
  return kFits;
}

std::string_view StoreDecimal(const FileColumn& column, std::string_view text, std::string& scratch, ValueView& out) {
  const auto decimal = ParseDecimal(text);
  if (!decimal) return "is no decimal number";
  const auto scaled = Rescale(*decimal, column.scale);
  if (!scaled) return "is a decimal with more digits after the point than declared";
  if (!WithinPrecision(*scaled, column.precision)) return "is a decimal with more digits than declared";
  if (column.store == Store::kText) {
    scratch = ToString(*scaled);
    PutText(scratch, out);
    return kFits;
  }
  if (scaled->coefficient > std::numeric_limits<std::int64_t>::max() ||
      scaled->coefficient < std::numeric_limits<std::int64_t>::min()) {
    return "is a decimal beyond 64 bits";
  }
  PutInteger(static_cast<std::int64_t>(scaled->coefficient), out);
  return kFits;
}

std::string_view StoreBoolean(std::string_view text, ValueView& out) {
  if (text != "true" && text != "false") return "is neither true nor false";
  PutInteger(text == "true" ? 1 : 0, out);
  return kFits;
}

std::string_view StoreDate(std::string_view text, ValueView& out) {
  if (!ParseDate(text)) return "is no day of the calendar, as YYYY-MM-DD";
  PutText(text, out);
  return kFits;
}

std::string_view StoreInstant(const FileColumn& column, std::string_view text, std::string& scratch, ValueView& out) {
  const auto instant = ParseTimestamp(text);
  if (!instant) return "is no time with its offset, as RFC 3339 spells it";
  constexpr std::int32_t kMillisecond = 1'000'000;
  const bool milliseconds = column.store == Store::kUnixMs;
  if (instant->nanoseconds % (milliseconds ? kMillisecond : 1'000'000'000) != 0) {
    return milliseconds ? "is a time finer than a millisecond" : "is a time finer than a second";
  }
  switch (column.store) {
    case Store::kUnixS:
      PutInteger(instant->seconds, out);
      return kFits;
    case Store::kUnixMs:
      PutInteger(instant->seconds * 1000 + instant->nanoseconds / kMillisecond, out);
      return kFits;
    case Store::kSqlUtc:
      scratch = ToSqlUtc(*instant);
      break;
    default:
      scratch = ToString(*instant);
      break;
  }
  PutText(scratch, out);
  return kFits;
}

std::string_view StoreText(std::string_view text, ValueView& out) {
  if (!IsPlainText(text)) return "is text that is not valid UTF-8, or holds a NUL";
  PutText(text, out);
  return kFits;
}

// The types that JSON spells as numbers and as nothing else. A decimal may also be a text: so it stays exact for
// whoever reads JSON with doubles.
bool IsOfKind(ColumnType type, Kind kind) {
  switch (type) {
    case ColumnType::kInteger:
    case ColumnType::kReal:
      return kind == Kind::kNumber;
    case ColumnType::kDecimal:
      return kind == Kind::kNumber || kind == Kind::kText;
    default:
      return kind == Kind::kText;
  }
}

std::string_view KindWords(Kind kind) {
  switch (kind) {
    case Kind::kText:
      return "is a text";
    case Kind::kNumber:
      return "is a number";
    case Kind::kBoolean:
      return "is true or false";
    default:
      return "is an object or a list";
  }
}

}  // namespace

std::string_view StoreValue(const FileColumn& column, const RawValue& raw, std::string& scratch, ValueView& out) {
  const bool absent = raw.kind == Kind::kMissing || raw.kind == Kind::kNull;
  if (absent || (raw.kind == Kind::kEmpty && column.nullable)) {
    out.storage = StorageClass::kNull;
    if (column.nullable) return kFits;
    return raw.kind == Kind::kNull ? "is null" : "is missing";
  }
  if (raw.kind == Kind::kEmpty && column.type != ColumnType::kText) return "is empty";
  const bool field = raw.kind == Kind::kField || raw.kind == Kind::kEmpty;
  if (!field && column.type == ColumnType::kBoolean) {
    if (raw.kind != Kind::kBoolean) return KindWords(raw.kind);
    PutInteger(raw.boolean ? 1 : 0, out);
    return kFits;
  }
  if (!field && !IsOfKind(column.type, raw.kind)) return KindWords(raw.kind);
  switch (column.type) {
    case ColumnType::kInteger:
      return StoreInteger(raw.bytes, out);
    case ColumnType::kReal:
      return StoreReal(raw.bytes, out);
    case ColumnType::kDecimal:
      return StoreDecimal(column, raw.bytes, scratch, out);
    case ColumnType::kBoolean:
      return StoreBoolean(raw.bytes, out);
    case ColumnType::kDate:
      return StoreDate(raw.bytes, out);
    case ColumnType::kTimestamp:
      return StoreInstant(column, raw.bytes, scratch, out);
    case ColumnType::kText:
    case ColumnType::kBlob:
      break;
  }
  return StoreText(raw.bytes, out);
}

}  // namespace querygate::files
