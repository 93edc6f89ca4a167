#include "engine/review/trial/expand_rows.h"

#include <algorithm>
#include <string>
#include <utility>

namespace querygate::trial {
namespace {

std::string Padded(std::int64_t number, std::size_t width) {
  std::string text = std::to_string(number);
  return std::string(width > text.size() ? width - text.size() : 0, '0') + text;
}

void Number(TestRow& row, const Located<std::string>& column, std::int64_t index, std::size_t width) {
  const auto found = std::find_if(row.columns.begin(), row.columns.end(),
                                  [&](const auto& entry) { return entry.first.value == column.value; });
  if (found == row.columns.end()) {
    row.columns.emplace_back(column, Located<TestValue>{TestValue(index + 1), column.position});
  } else if (auto* text = std::get_if<std::string>(&found->second.value)) {
    *text += Padded(index + 1, width);
  } else if (auto* integer = std::get_if<std::int64_t>(&found->second.value)) {
    // Past the end of 64 bits it counts on from the other end: there is no such row to mean.
    *integer = static_cast<std::int64_t>(static_cast<std::uint64_t>(*integer) + static_cast<std::uint64_t>(index));
  }
}

Value ToStored(const TestValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return Value::Integer(*integer);
  if (const auto* real = std::get_if<double>(&value)) return Value::Real(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return Value::Text(*text);
  if (const auto* bytes = std::get_if<Bytes>(&value)) return Value::Blob(bytes->data);
  return Value::Null();
}

}  // namespace

std::vector<TestRow> ExpandRows(const std::vector<TestRowGroup>& groups) {
  std::vector<TestRow> rows;
  for (const TestRowGroup& group : groups) {
    const std::size_t width = std::to_string(group.repeat).size();
    for (std::int64_t index = 0; index < group.repeat; ++index) {
      TestRow& row = rows.emplace_back(group.row);
      for (const Located<std::string>& column : group.number) Number(row, column, index, width);
    }
  }
  return rows;
}

void AppendGiven(const std::vector<GivenTable>& tables, GivenRows& out) {
  for (const GivenTable& table : tables) {
    for (const TestRow& row : ExpandRows(table.rows)) {
      ScratchRow& given = out.rows.emplace_back();
      out.positions.push_back(row.position);
      given.table = table.name.value;
      for (const auto& [column, value] : row.columns) given.columns.emplace_back(column.value, ToStored(value.value));
    }
  }
}

}  // namespace querygate::trial
