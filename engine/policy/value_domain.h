// What values a parameter or column may have: the options that both share, each only where its type has it.
// Internal to the compiler.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/column_spec.h"
#include "engine/contract/parameter_spec.h"
#include "engine/declaration/report.h"
#include "engine/policy/compile_context.h"

namespace querygate::compiling {

// Which options a type has. One row for each type of the language.
struct DomainType {
  std::string_view name;
  ColumnType reading = ColumnType::kText;  // how members and bounds are read
  bool choices = false;
  bool pattern = false;
  bool lengths = false;
  bool bounds = false;
  bool digits = false;            // precision and scale
  std::span<const Store> stores;  // empty: the store is implied
};
const DomainType& DomainTypeOf(ScalarType type);
const DomainType& DomainTypeOf(ColumnType type);

// The options as written, borrowed from a declaration.
struct DomainDeclaration {
  std::string owner;  // "parameter `state`"
  SourcePosition type_position;
  const std::vector<EnumChoice>& choices;
  const std::optional<Located<std::string>>& pattern;
  const std::optional<Located<std::int64_t>>&min_length, &max_length;
  const std::optional<Scalar>&min, &max;
  const std::optional<Located<std::int64_t>>&precision, &scale;
  const std::optional<Located<Store>>& store;
};

struct Domain {
  std::vector<TypedChoice> choices;
  std::shared_ptr<const Pattern> pattern;
  std::optional<std::int64_t> min_length, max_length;
  std::optional<TypedValue> min, max;
  int precision = 38, scale = 0;
  Store store = Store::kNone;
};

Domain CompileDomain(ReportContext& context, const DomainType& type, const DomainDeclaration& declaration);

template <typename Declaration>
DomainDeclaration BorrowDomain(std::string owner, const Declaration& declared) {
  return {std::move(owner),    declared.type_position, declared.choices, declared.pattern,
          declared.min_length, declared.max_length,    declared.min,     declared.max,
          declared.precision,  declared.scale,         declared.store};
}

template <typename Spec>
void AssignDomain(Domain domain, Spec& spec) {
  spec.choices = std::move(domain.choices);
  spec.pattern = std::move(domain.pattern);
  spec.min_length = domain.min_length;
  spec.max_length = domain.max_length;
  spec.min = std::move(domain.min);
  spec.max = std::move(domain.max);
  spec.precision = domain.precision;
  spec.scale = domain.scale;
  spec.store = domain.store;
}

}  // namespace querygate::compiling
