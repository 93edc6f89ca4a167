#include "engine/contract/group.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

#include "engine/contract/accumulator.h"
#include "engine/contract/domain.h"
#include "engine/contract/group_key.h"
#include "engine/contract/typed_order.h"

namespace querygate {
namespace {

using Kind = GroupColumnDeclaration::Kind;

constexpr std::int64_t kMaxJsonInteger = (std::int64_t{1} << 53) - 1;

struct Group {
  std::vector<TypedValue> key;            // as in spec.by
  std::vector<Accumulator> accumulators;  // as in spec.columns
};

void Accumulate(const GroupColumnSpec& column, const TypedValue& value, Accumulator& into) {
  if (std::holds_alternative<std::monostate>(value)) {
    into.saw_null = true;
    return;
  }
  ++into.count;
  if (column.kind == Kind::kSum) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) into.sum.Add(*integer);
    if (const auto* decimal = std::get_if<Decimal>(&value)) into.sum.Add(decimal->coefficient);
    return;
  }
  if (column.kind != Kind::kMin && column.kind != Kind::kMax) return;
  const std::strong_ordering order = CompareTyped(value, into.extreme);
  if (into.count == 1 || (column.kind == Kind::kMin ? order < 0 : order > 0)) into.extreme = value;
}

// The integer bounds that hold where none are declared.
bool FitsInteger(const Decimal& total) {
  return total.scale == 0 && total.coefficient >= std::numeric_limits<std::int64_t>::min() &&
         total.coefficient <= std::numeric_limits<std::int64_t>::max();
}

}  // namespace

struct Grouper::State {
  explicit State(const GroupSpec& group_spec) : spec(group_spec) {
    for (const GroupColumnSpec& column : spec.columns) {
      const auto found = std::find(spec.by.begin(), spec.by.end(), column.input);
      key_positions.push_back(static_cast<std::size_t>(found - spec.by.begin()));
    }
  }

  Group& NewGroup(std::span<const TypedValue> row) {
    Group& group = groups.emplace_back();
    for (const std::size_t column : spec.by) group.key.push_back(row[column]);
    group.accumulators.resize(spec.columns.size());
    return group;
  }

  // Null once there are more groups than allowed.
  Group* Find(std::span<const TypedValue> row) {
    key.clear();
    for (const std::size_t column : spec.by) AppendKey(row[column], key);
    const auto found = index.find(std::string_view(key));
    if (found != index.end()) return &groups[found->second];
    if (!spec.by.empty() && std::cmp_greater_equal(groups.size(), spec.max_groups)) {
      over_limit = true;
      return nullptr;
    }
    index.emplace(key, groups.size());
    return &NewGroup(row);
  }

  std::strong_ordering Compare(std::size_t column, const Group& a, const Group& b) const;
  bool Before(const Group& a, const Group& b) const;
  bool Total(std::size_t column, const Group& group, TypedValue& out) const;
  bool AppendCell(std::size_t column, const Group& group, RowSet& rows) const;

  const GroupSpec& spec;
  std::vector<std::size_t> key_positions;  // where a kFrom column stands in `by`; by.size() when it does not
  std::unordered_map<std::string, std::size_t, KeyHash, std::equal_to<>> index;
  std::vector<Group> groups;
  std::string key;  // scratch
  bool over_limit = false;
};

std::strong_ordering Grouper::State::Compare(std::size_t column, const Group& a, const Group& b) const {
  const Accumulator& left = a.accumulators[column];
  const Accumulator& right = b.accumulators[column];
  switch (spec.columns[column].kind) {
    case Kind::kFrom:
      if (key_positions[column] == spec.by.size()) return std::strong_ordering::equal;
      return CompareTyped(a.key[key_positions[column]], b.key[key_positions[column]]);
    case Kind::kCount:
      return left.count <=> right.count;
    case Kind::kSum:
      return left.sum <=> right.sum;
    case Kind::kMin:
    case Kind::kMax:
      return CompareTyped(left.extreme, right.extreme);
  }
  return std::strong_ordering::equal;
}

bool Grouper::State::Before(const Group& a, const Group& b) const {
  for (const GroupOrder& term : spec.order_by) {
    const std::strong_ordering order = Compare(term.column, a, b);
    if (order != 0) return term.descending ? order > 0 : order < 0;
  }
  for (std::size_t i = 0; i < spec.by.size(); ++i) {
    const std::strong_ordering order = CompareTyped(a.key[i], b.key[i]);
    if (order != 0) return order < 0;
  }
  return false;
}

// False when the total cannot be told within the column's bounds.
bool Grouper::State::Total(std::size_t index_of_column, const Group& group, TypedValue& out) const {
  const GroupColumnSpec& column = spec.columns[index_of_column];
  const Accumulator& accumulator = group.accumulators[index_of_column];
  switch (column.kind) {
    case Kind::kFrom:
      if (key_positions[index_of_column] == spec.by.size()) return false;
      out = group.key[key_positions[index_of_column]];
      return true;
    case Kind::kCount:
      out = accumulator.count;
      break;
    case Kind::kSum: {
      const ColumnSpec& input = spec.inputs[column.input];
      const bool decimal = input.type == ColumnType::kDecimal;
      if (!decimal && input.type != ColumnType::kInteger) return false;
      const std::optional<Decimal> total = accumulator.sum.ToDecimal(decimal ? input.scale : 0);
      if (!total || !WithinBounds(column.min, column.max, *total)) return false;
      if (decimal) {
        out = *total;
        return true;
      }
      // Wider than 64 bits only where the declaration says so, and then always as a string.
      if (FitsInteger(*total)) {
        out = static_cast<std::int64_t>(total->coefficient);
        return true;
      }
      const bool below = total->coefficient < 0;
      out = *total;
      return column.as_decimal_string && (below ? column.min : column.max).has_value();
    }
    case Kind::kMin:
    case Kind::kMax:
      out = accumulator.extreme;
      if (accumulator.count == 0) return column.skip_nulls;
      break;
  }
  return WithinBounds(column.min, column.max, out);
}

bool Grouper::State::AppendCell(std::size_t index_of_column, const Group& group, RowSet& rows) const {
  const GroupColumnSpec& column = spec.columns[index_of_column];
  TypedValue total;
  if (!Total(index_of_column, group, total)) return false;
  if (column.kind == Kind::kFrom) {
    rows.cells.push_back(EncodeCell(spec.inputs[column.input], total));
    return true;
  }
  if (const auto* integer = std::get_if<std::int64_t>(&total)) {
    if (column.as_decimal_string) {
      rows.cells.emplace_back(std::to_string(*integer));
      return true;
    }
    rows.cells.emplace_back(*integer);
    return *integer >= -kMaxJsonInteger && *integer <= kMaxJsonInteger;
  }
  if (const auto* decimal = std::get_if<Decimal>(&total)) {
    rows.cells.emplace_back(ToString(*decimal));
    return true;
  }
  rows.cells.push_back(EncodeCell(spec.inputs[column.input], total));
  return true;
}

Grouper::Grouper(const GroupSpec& spec) : state_(std::make_unique<State>(spec)) {}
Grouper::~Grouper() = default;

void Grouper::Add(std::span<const TypedValue> row) {
  if (state_->over_limit) return;
  Group* group = state_->Find(row);
  if (group == nullptr) return;
  const std::vector<GroupColumnSpec>& columns = state_->spec.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].kind == Kind::kFrom) continue;
    if (columns[i].count_rows) {
      ++group->accumulators[i].count;
    } else {
      Accumulate(columns[i], row[columns[i].input], group->accumulators[i]);
    }
  }
}

std::size_t Grouper::group_count() const { return state_->groups.size(); }

Expected<RowSet, Rejection> Grouper::Finish() {
  const GroupSpec& spec = state_->spec;
  if (state_->over_limit) return Unexpected(Rejection{RejectionKind::kInvalidData, "group_limit", {}});
  if (spec.by.empty() && state_->groups.empty()) state_->NewGroup({});
  std::sort(state_->groups.begin(), state_->groups.end(),
            [this](const Group& a, const Group& b) { return state_->Before(a, b); });

  RowSet rows;
  for (const GroupColumnSpec& column : spec.columns) rows.columns.push_back(column.name);
  rows.cells.reserve(state_->groups.size() * spec.columns.size());
  for (const Group& group : state_->groups) {
    for (std::size_t i = 0; i < spec.columns.size(); ++i) {
      const GroupColumnSpec& column = spec.columns[i];
      const bool aggregates = column.kind == Kind::kSum || column.kind == Kind::kMin || column.kind == Kind::kMax;
      if (aggregates && group.accumulators[i].saw_null && !column.skip_nulls) {
        return Unexpected(
            Rejection{RejectionKind::kInvalidData, spec.inputs[column.input].missing_reason, column.name});
      }
      if (!state_->AppendCell(i, group, rows)) {
        return Unexpected(Rejection{RejectionKind::kInvalidData, column.reason, column.name});
      }
    }
  }
  return rows;
}

}  // namespace querygate
