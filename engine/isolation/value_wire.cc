#include "engine/isolation/value_wire.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

namespace querygate::isolation {
namespace {

void Write(WireWriter& writer, const Value& value) {
  writer.Number(value.storage);
  writer.Number(value.integer);
  writer.Number(value.real);
  writer.Text(value.bytes);
}

Value ReadValue(WireReader& reader) {
  Value value;
  value.storage = reader.Choice(StorageClass::kBlob);
  value.integer = reader.Number<std::int64_t>();
  value.real = reader.Number<double>();
  value.bytes = reader.Text();
  return value;
}

// One overload for each member of TypedValue; a member without one does not compile.
void WriteMember(WireWriter&, std::monostate) {}
void WriteMember(WireWriter& writer, bool value) { writer.Number(std::uint8_t{value}); }
void WriteMember(WireWriter& writer, std::int64_t value) { writer.Number(value); }
void WriteMember(WireWriter& writer, double value) { writer.Number(value); }
void WriteMember(WireWriter& writer, const std::string& value) { writer.Text(value); }
void WriteMember(WireWriter& writer, const Bytes& value) { writer.Text(value.data); }
void WriteMember(WireWriter& writer, const Date& value) { writer.Number(value.days); }
void WriteMember(WireWriter& writer, const Decimal& value) {
  writer.Text(ToDecimalString(value.coefficient));
  writer.Number(value.scale);
}
void WriteMember(WireWriter& writer, const Instant& value) {
  writer.Number(value.seconds);
  writer.Number(value.nanoseconds);
}

template <typename T>
T ReadMember(WireReader& reader) {
  if constexpr (std::is_same_v<T, std::monostate>) {
    return {};
  } else if constexpr (std::is_same_v<T, bool>) {
    return reader.Flag();
  } else if constexpr (std::is_arithmetic_v<T>) {
    return reader.Number<T>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    return reader.Text();
  } else if constexpr (std::is_same_v<T, Bytes>) {
    return Bytes{reader.Text()};
  } else if constexpr (std::is_same_v<T, Date>) {
    return Date{reader.Number<std::int32_t>()};
  } else if constexpr (std::is_same_v<T, Decimal>) {
    const auto coefficient = ParseInt128(reader.Text());
    if (!coefficient) reader.Fail();
    Decimal decimal;
    decimal.coefficient = coefficient.value_or(0);
    decimal.scale = reader.Number<int>();
    return decimal;
  } else {
    static_assert(std::is_same_v<T, Instant>);
    Instant instant;
    instant.seconds = reader.Number<std::int64_t>();
    instant.nanoseconds = reader.Number<std::int32_t>();
    return instant;
  }
}

template <std::size_t... kMembers>
TypedValue ReadTyped(WireReader& reader, std::size_t member, std::index_sequence<kMembers...>) {
  TypedValue value;
  const bool known =
      ((member == kMembers && (value = ReadMember<std::variant_alternative_t<kMembers, TypedValue>>(reader), true)) ||
       ...);
  if (!known) reader.Fail();
  return value;
}

}  // namespace

void Write(WireWriter& writer, const Bindings& bindings) {
  writer.Number<std::uint64_t>(bindings.parameters.size());
  for (const BoundParameter& parameter : bindings.parameters) {
    writer.Text(parameter.name);
    writer.Number(std::uint8_t{parameter.absent});
    writer.Number<std::uint64_t>(parameter.typed.size());
    for (const TypedValue& typed : parameter.typed) {
      writer.Number(static_cast<std::uint8_t>(typed.index()));
      std::visit([&](const auto& member) { WriteMember(writer, member); }, typed);
    }
    writer.Number<std::uint64_t>(parameter.stored.size());
    for (const Value& stored : parameter.stored) Write(writer, stored);
  }
  writer.Number<std::uint64_t>(bindings.scope.size());
  for (const auto& [name, value] : bindings.scope) {
    writer.Text(name);
    Write(writer, value);
  }
}

Bindings ReadBindings(WireReader& reader) {
  Bindings bindings;
  const std::size_t parameters = reader.Count();
  for (std::size_t i = 0; i < parameters && reader.ok(); ++i) {
    BoundParameter parameter;
    parameter.name = reader.Text();
    parameter.absent = reader.Flag();
    const std::size_t typed = reader.Count();
    for (std::size_t item = 0; item < typed && reader.ok(); ++item) {
      const std::size_t member = reader.Number<std::uint8_t>();
      parameter.typed.push_back(ReadTyped(reader, member, std::make_index_sequence<std::variant_size_v<TypedValue>>()));
    }
    const std::size_t stored = reader.Count();
    for (std::size_t item = 0; item < stored && reader.ok(); ++item) parameter.stored.push_back(ReadValue(reader));
    bindings.parameters.push_back(std::move(parameter));
  }
  const std::size_t scope = reader.Count();
  for (std::size_t i = 0; i < scope && reader.ok(); ++i) {
    std::string name = reader.Text();
    Value value = ReadValue(reader);
    if (!bindings.scope.emplace(std::move(name), std::move(value)).second) reader.Fail();
  }
  return bindings;
}

}  // namespace querygate::isolation
