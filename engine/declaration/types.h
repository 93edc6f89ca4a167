// The closed sets of the declaration language that several documents share.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/source_text.h"

namespace querygate {

enum class ScalarType { kString, kInteger, kDecimal, kBoolean, kDate, kTimestamp };                   // parameters
enum class ColumnType { kInteger, kText, kReal, kDecimal, kBoolean, kDate, kTimestamp, kBlob };       // columns
enum class Store { kNone, kUnixS, kUnixMs, kIso8601Utc, kSqlUtc, kNative, kText, kScaledInteger, kReal };
enum class ReportStatus { kDraft, kActive, kDeprecated, kRetired };

template <typename T>
struct NamedValue {
  std::string_view name;
  T value;
};

// The tables behind the names, in the order in which errors list them.
std::span<const NamedValue<ScalarType>> ScalarTypes();      // string, integer, decimal, boolean, date, timestamp
std::span<const NamedValue<ColumnType>> ColumnTypes();      // integer, text, real, decimal, boolean, date, timestamp, blob
std::span<const NamedValue<Store>> Stores();                // unix_s, unix_ms, iso8601_utc, sql_utc, native, text, scaled_integer, real
std::span<const NamedValue<ReportStatus>> ReportStatuses(); // draft, active, deprecated, retired

std::string_view NameOf(ScalarType type);
std::string_view NameOf(ColumnType type);
std::string_view NameOf(Store store);
std::string_view NameOf(ReportStatus status);

// A scalar as the author spelt it; what type it has is for the compiler to say.
struct Scalar {
  std::string text;
  bool quoted = false;  // '…' or "…": a string whatever it looks like
  SourcePosition position;

  friend bool operator==(const Scalar&, const Scalar&) = default;
};

// One member of an enum: the value and, when the author gave a map, what it means.
struct EnumChoice {
  Scalar value;
  std::string meaning;

  friend bool operator==(const EnumChoice&, const EnumChoice&) = default;
};

}  // namespace querygate
