#include "engine/declaration/types.h"

#include <array>

namespace querygate {
namespace {

constexpr auto kScalarTypes = std::to_array<NamedValue<ScalarType>>({
    {"string", ScalarType::kString},
    {"integer", ScalarType::kInteger},
    {"decimal", ScalarType::kDecimal},
    {"boolean", ScalarType::kBoolean},
    {"date", ScalarType::kDate},
    {"timestamp", ScalarType::kTimestamp},
});

constexpr auto kColumnTypes = std::to_array<NamedValue<ColumnType>>({
    {"integer", ColumnType::kInteger},
    {"text", ColumnType::kText},
    {"real", ColumnType::kReal},
    {"decimal", ColumnType::kDecimal},
    {"boolean", ColumnType::kBoolean},
    {"date", ColumnType::kDate},
    {"timestamp", ColumnType::kTimestamp},
    {"blob", ColumnType::kBlob},
});

constexpr auto kStores = std::to_array<NamedValue<Store>>({
    {"unix_s", Store::kUnixS},
    {"unix_ms", Store::kUnixMs},
    {"iso8601_utc", Store::kIso8601Utc},
    {"sql_utc", Store::kSqlUtc},
    {"native", Store::kNative},
    {"text", Store::kText},
    {"scaled_integer", Store::kScaledInteger},
    {"real", Store::kReal},
});

constexpr auto kReportStatuses = std::to_array<NamedValue<ReportStatus>>({
    {"draft", ReportStatus::kDraft},
    {"active", ReportStatus::kActive},
    {"deprecated", ReportStatus::kDeprecated},
    {"retired", ReportStatus::kRetired},
});

template <typename T>
std::string_view NameIn(std::span<const NamedValue<T>> table, T value) {
  for (const NamedValue<T>& row : table) {
    if (row.value == value) return row.name;
  }
  return "none";
}

}  // namespace

std::span<const NamedValue<ScalarType>> ScalarTypes() { return kScalarTypes; }
std::span<const NamedValue<ColumnType>> ColumnTypes() { return kColumnTypes; }
std::span<const NamedValue<Store>> Stores() { return kStores; }
std::span<const NamedValue<ReportStatus>> ReportStatuses() { return kReportStatuses; }

std::string_view NameOf(ScalarType type) { return NameIn(ScalarTypes(), type); }
std::string_view NameOf(ColumnType type) { return NameIn(ColumnTypes(), type); }
std::string_view NameOf(Store store) { return NameIn(Stores(), store); }
std::string_view NameOf(ReportStatus status) { return NameIn(ReportStatuses(), status); }

}  // namespace querygate
