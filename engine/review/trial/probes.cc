#include "engine/review/trial/probes.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/render/typed_text.h"

namespace querygate::trial {
namespace {

// Of each table only the first rows are changed: rows of a test are much alike.
constexpr std::size_t kRowsChanged = 3;

Argument Integer(std::int64_t value) {
  Argument argument;
  argument.kind = Argument::Kind::kInteger;
  argument.integer = value;
  return argument;
}

Argument Text(std::string value) {
  Argument argument;
  argument.kind = Argument::Kind::kString;
  argument.text = std::move(value);
  return argument;
}

// An argument as a caller would write the value.
std::optional<Argument> ToArgument(const TypedValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return Integer(*integer);
  if (std::holds_alternative<std::monostate>(value) || std::holds_alternative<Bytes>(value)) return std::nullopt;
  return Text(TypedText(value));
}

// Values at and just beyond what the parameter's declaration permits.
std::vector<Argument> Neighbours(const ParameterSpec& spec, const Argument* current) {
  std::vector<Argument> values;
  for (const auto* bound : {&spec.min, &spec.max}) {
    if (!*bound) continue;
    if (const auto* integer = std::get_if<std::int64_t>(&**bound)) {
      for (const std::int64_t step : {-1, 0, 1}) {
        const bool overflows = (step < 0 && *integer == INT64_MIN) || (step > 0 && *integer == INT64_MAX);
        if (!overflows) values.push_back(Integer(*integer + step));
      }
    } else if (const auto* decimal = std::get_if<Decimal>(&**bound)) {
      for (const int step : {-1, 0, 1})
        values.push_back(Text(ToString(Decimal{decimal->coefficient + step, decimal->scale})));
    } else if (const auto argument = ToArgument(**bound)) {
      values.push_back(*argument);
    }
  }
  for (const TypedChoice& choice : spec.choices) {
    if (const auto argument = ToArgument(choice.value)) values.push_back(*argument);
  }
  if (spec.type == ScalarType::kString) {
    values.push_back(Text("other"));
    if (spec.min_length && *spec.min_length > 0)
      values.push_back(Text(std::string(static_cast<std::size_t>(*spec.min_length) - 1, 'x')));
    if (spec.max_length && *spec.max_length < 100'000)
      values.push_back(Text(std::string(static_cast<std::size_t>(*spec.max_length) + 1, 'x')));
    if (current != nullptr && current->kind == Argument::Kind::kString) {
      values.push_back(Text(current->text + "x"));
      values.push_back(Text(current->text + "0"));
      values.push_back(Text("x" + current->text));
    }
  }
  return values;
}

std::vector<CaseInput> ChangedArguments(const CompiledReport& report, const CaseInput& input) {
  std::vector<CaseInput> probes;
  for (const ParameterSpec& spec : report.parameters) {
    if (spec.from_scope) continue;
    const Argument* current = FindArgument(input.arguments, spec.name);
    const auto with = [&](const std::optional<Argument>& value) {
      CaseInput probe = input;
      std::erase_if(probe.arguments, [&](const auto& entry) { return entry.first == spec.name; });
      if (value) probe.arguments.emplace_back(spec.name, *value);
      probes.push_back(std::move(probe));
    };
    if (current != nullptr) with(std::nullopt);
    for (const Argument& value : Neighbours(spec, current)) {
      if (!spec.list) {
        with(value);
        continue;
      }
      Argument list;
      list.kind = Argument::Kind::kArray;
      list.items.push_back(value);
      with(list);
    }
    if (spec.list && current != nullptr && !current->items.empty()) {
      for (const std::int64_t count : {spec.max_items, spec.max_items + 1}) {
        Argument list = *current;
        list.items.resize(static_cast<std::size_t>(count), current->items.front());
        with(list);
      }
    }
  }
  return probes;
}

// Every bound that some column of the report declares, and its neighbours.
std::vector<Value> InterestingValues(const CompiledReport& report) {
  std::vector<Value> values = {Value::Null(),    Value::Integer(0),    Value::Integer(-1),
                               Value::Real(0.5), Value::Text("other"), Value::Text("")};
  for (const CompiledQuery& query : report.queries) {
    for (const ColumnSpec& column : query.columns) {
      for (const auto* bound : {&column.min, &column.max}) {
        const auto* integer = *bound ? std::get_if<std::int64_t>(&**bound) : nullptr;
        if (integer == nullptr || *integer == INT64_MIN || *integer == INT64_MAX) continue;
        for (const std::int64_t step : {-1, 0, 1}) values.push_back(Value::Integer(*integer + step));
      }
      for (const auto& length : {column.min_length, column.max_length}) {
        if (!length || *length > 100'000) continue;
        for (const std::int64_t step : {-1, 0, 1}) {
          if (*length + step >= 0)
            values.push_back(Value::Text(std::string(static_cast<std::size_t>(*length + step), 'x')));
        }
      }
    }
  }
  return values;
}

void AddNeighbours(const Value& value, std::vector<Value>& values) {
  if (value.storage == StorageClass::kInteger && value.integer != INT64_MAX && value.integer != INT64_MIN) {
    values.push_back(Value::Integer(value.integer + 1));
    values.push_back(Value::Integer(value.integer - 1));
  }
  if (value.storage == StorageClass::kText) {
    values.push_back(Value::Text(value.bytes + "x"));
    values.push_back(Value::Text("x" + value.bytes));
  }
}

// Calls take(row) for the first rows of each table.
template <typename Take>
void ForEachFirstRow(const ScratchData& data, Take take) {
  std::string table;
  std::size_t count = 0;
  for (std::size_t row = 0; row < data.rows.size(); ++row) {
    if (data.rows[row].table != table) {
      table = data.rows[row].table;
      count = 0;
    }
    if (count++ < kRowsChanged) take(row);
  }
}

std::vector<CaseInput> ChangedValues(const CompiledReport& report, const CaseInput& input) {
  std::vector<CaseInput> probes;
  ForEachFirstRow(input.data, [&](std::size_t row) {
    for (std::size_t column = 0; column < input.data.rows[row].columns.size(); ++column) {
      const Value& before = input.data.rows[row].columns[column].second;
      std::vector<Value> values = InterestingValues(report);
      AddNeighbours(before, values);
      for (Value& value : values) {
        if (value == before) continue;
        CaseInput& probe = probes.emplace_back(input);
        probe.data.rows[row].columns[column].second = std::move(value);
      }
    }
  });
  return probes;
}

// A row once more, with every text and number moved on so that keys stay unique, and as it is.
std::vector<CaseInput> RepeatedRows(const CompiledReport& report, const CaseInput& input) {
  std::vector<std::size_t> counts = {1};
  for (const CompiledQuery& query : report.queries) {
    const auto* max = std::get_if<std::int64_t>(&query.rows.max);
    if (max != nullptr && *max <= 2'000) counts.push_back(static_cast<std::size_t>(*max));
  }
  for (const ResultPlan::Part& part : report.result.parts) {
    const auto* group = std::get_if<GroupSpec>(&part.content);
    if (group != nullptr && group->max_groups <= 2'000) counts.push_back(static_cast<std::size_t>(group->max_groups));
  }
  std::vector<CaseInput> probes;
  ForEachFirstRow(input.data, [&](std::size_t row) {
    const std::size_t columns = input.data.rows[row].columns.size();
    for (const std::size_t count : counts) {
      // As it is; each column alone counted up; all of them.
      for (std::size_t numbered = 0; numbered <= columns + 1; ++numbered) {
        CaseInput& probe = probes.emplace_back(input);
        for (std::size_t copy = 1; copy <= count; ++copy) {
          ScratchRow& added = probe.data.rows.emplace_back(input.data.rows[row]);
          for (std::size_t column = 0; column < columns; ++column) {
            if (numbered != column + 1 && numbered != columns + 1) continue;
            Value& value = added.columns[column].second;
            if (value.storage == StorageClass::kInteger) value.integer += static_cast<std::int64_t>(copy) * 1000;
            if (value.storage == StorageClass::kText) value.bytes += std::to_string(copy);
          }
        }
      }
    }
  });
  return probes;
}

std::vector<CaseInput> FewerRows(const CompiledReport&, const CaseInput& input) {
  std::vector<CaseInput> probes;
  ForEachFirstRow(input.data, [&](std::size_t row) {
    CaseInput& probe = probes.emplace_back(input);
    probe.data.rows.erase(probe.data.rows.begin() + static_cast<std::ptrdiff_t>(row));
  });
  return probes;
}

constexpr auto kKinds = std::to_array<ProbeKind>({
    {"arguments", &ChangedArguments},
    {"fewer rows", &FewerRows},
    {"values", &ChangedValues},
    {"more rows", &RepeatedRows},
});

}  // namespace

std::span<const ProbeKind> ProbeKinds() { return kKinds; }

}  // namespace querygate::trial
