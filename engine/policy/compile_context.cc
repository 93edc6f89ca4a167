#include "engine/policy/compile_context.h"

#include <algorithm>

namespace querygate::compiling {
namespace {

template <typename T>
std::vector<std::string> NamesOf(const std::vector<T>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const T& item : items) names.push_back(item.name);
  return names;
}

}  // namespace

std::optional<std::size_t> ReportContext::UseParameter(std::string_view name) {
  const std::optional<std::size_t> index = report.FindParameter(name);
  if (index) used_parameters[*index] = true;
  return index;
}

std::optional<std::size_t> ReportContext::UseQuery(std::string_view name) {
  const std::optional<std::size_t> index = report.FindQuery(name);
  if (index) used_queries[*index] = true;
  return index;
}

std::vector<std::string> ReportContext::ParameterNames() const { return NamesOf(report.parameters); }
std::vector<std::string> ReportContext::QueryNames() const { return NamesOf(report.queries); }

std::optional<std::size_t> FindColumn(const CompiledQuery& query, std::string_view name) {
  const auto found = std::find_if(query.columns.begin(), query.columns.end(),
                                  [name](const ColumnSpec& column) { return column.name == name; });
  if (found == query.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - query.columns.begin());
}

std::vector<std::string> ColumnNames(const CompiledQuery& query) { return NamesOf(query.columns); }

}  // namespace querygate::compiling
