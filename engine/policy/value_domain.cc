#include "engine/policy/value_domain.h"

#include <algorithm>
#include <array>

#include "engine/contract/domain.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

constexpr int kMaxDigits = 38;

constexpr std::array kDecimalStores = {Store::kText, Store::kScaledInteger, Store::kReal, Store::kNative};
constexpr std::array kTimestampStores = {Store::kUnixS, Store::kUnixMs, Store::kIso8601Utc, Store::kSqlUtc,
                                         Store::kNative};

constexpr DomainType kString{.name = "string", .choices = true, .pattern = true, .lengths = true};
constexpr DomainType kText{.name = "text", .choices = true, .pattern = true, .lengths = true};
constexpr DomainType kInteger{.name = "integer", .reading = ColumnType::kInteger, .choices = true, .bounds = true};
constexpr DomainType kDecimal{
    .name = "decimal", .reading = ColumnType::kDecimal, .bounds = true, .digits = true, .stores = kDecimalStores};
constexpr DomainType kBoolean{.name = "boolean", .reading = ColumnType::kBoolean};
constexpr DomainType kDate{.name = "date", .reading = ColumnType::kDate, .bounds = true};
constexpr DomainType kTimestamp{
    .name = "timestamp", .reading = ColumnType::kTimestamp, .bounds = true, .stores = kTimestampStores};
constexpr DomainType kReal{.name = "real", .reading = ColumnType::kReal, .bounds = true};
constexpr DomainType kBlob{.name = "blob", .reading = ColumnType::kBlob, .lengths = true};

std::string StoreNames(std::span<const Store> stores, bool native) {
  std::string names;
  for (const Store store : stores) {
    if (store == Store::kNative && !native) continue;
    if (!names.empty()) names += ", ";
    names += NameOf(store);
  }
  return names;
}

class DomainCompiler {
 public:
  DomainCompiler(ReportContext& context, const DomainType& type, const DomainDeclaration& declaration)
      : context_(context), type_(type), declaration_(declaration) {}

  Domain Compile() {
    CompileDigits();
    CompileStore();
    CompilePattern();
    CompileLengths();
    CompileBounds();
    CompileChoices();
    return std::move(domain_);
  }

 private:
  bool Applies(bool has, std::string_view option, SourcePosition position) {
    if (has) return true;
    context_.Find("invalid-type-option", position, "type " + std::string(type_.name) + " has no " + Quoted(option),
                  "remove it from " + declaration_.owner + ", or choose another type");
    return false;
  }

  void CompileDigits() {
    if (const auto& precision = declaration_.precision;
        precision && Applies(type_.digits, "precision", precision->position)) {
      if (precision->value < 1 || precision->value > kMaxDigits) {
        context_.Find("invalid-bound", precision->position, "the precision is outside 1 to 38",
                      "write how many digits the number has in all");
      } else {
        domain_.precision = static_cast<int>(precision->value);
      }
    }
    if (const auto& scale = declaration_.scale; scale && Applies(type_.digits, "scale", scale->position)) {
      if (scale->value < 0 || scale->value > domain_.precision) {
        context_.Find("invalid-bound", scale->position, "the scale is outside 0 to the precision",
                      "write how many digits stand after the point");
      } else {
        domain_.scale = static_cast<int>(scale->value);
      }
    }
  }

  bool NativeStoreExists() const {
    return context_.inputs.source == nullptr || context_.inputs.source->backend != "sqlite";
  }

  void CompileStore() {
    const auto& store = declaration_.store;
    const std::string names = StoreNames(type_.stores, NativeStoreExists());
    if (!store) {
      if (type_.stores.empty()) return;
      context_.Find("missing-store", declaration_.type_position,
                    declaration_.owner + " does not say how a " + std::string(type_.name) + " is stored",
                    "add `store:` with one of: " + names);
      return;
    }
    if (!Applies(!type_.stores.empty(), "store", store->position)) return;
    const bool known = std::find(type_.stores.begin(), type_.stores.end(), store->value) != type_.stores.end();
    if (!known || (store->value == Store::kNative && !NativeStoreExists())) {
      context_.Find("invalid-type-option", store->position,
                    "a " + std::string(type_.name) + " here is not stored as " + Quoted(NameOf(store->value)),
                    "the stores are: " + names);
      return;
    }
    domain_.store = store->value;
  }

  void CompilePattern() {
    const auto& pattern = declaration_.pattern;
    if (!pattern || !Applies(type_.pattern, "pattern", pattern->position)) return;
    auto compiled = querygate::CompilePattern(pattern->value);
    if (!compiled) {
      context_.Find("invalid-pattern", pattern->position, "the pattern of " + declaration_.owner + " cannot be used",
                    compiled.error());
      return;
    }
    domain_.pattern = *std::move(compiled);
  }

  std::optional<std::int64_t> CompileLength(const std::optional<Located<std::int64_t>>& length,
                                            std::string_view option) {
    if (!length || !Applies(type_.lengths, option, length->position)) return std::nullopt;
    if (length->value < 0) {
      context_.Find("invalid-bound", length->position, Quoted(option) + " is negative", "count from 0");
      return std::nullopt;
    }
    return length->value;
  }

  void CompileLengths() {
    domain_.min_length = CompileLength(declaration_.min_length, "min_length");
    domain_.max_length = CompileLength(declaration_.max_length, "max_length");
    if (domain_.min_length && domain_.max_length && *domain_.min_length > *domain_.max_length) {
      context_.Find("invalid-bound", declaration_.max_length->position, "no length is left: `min_length` is larger",
                    "make `max_length` at least " + std::to_string(*domain_.min_length));
    }
  }

  std::optional<TypedValue> Read(const Scalar& scalar, std::string_view rule, std::string_view what) {
    auto value = ParseDeclaredScalar(scalar, type_.reading, domain_.scale);
    if (value) return *std::move(value);
    context_.Find(rule, scalar.position,
                  std::string(what) + " " + Quoted(scalar.text) + " of " + declaration_.owner + " is not of type " +
                      std::string(type_.name),
                  value.error());
    return std::nullopt;
  }

  std::optional<TypedValue> CompileBound(const std::optional<Scalar>& bound, std::string_view option) {
    if (!bound || !Applies(type_.bounds, option, bound->position)) return std::nullopt;
    return Read(*bound, "invalid-bound", option);
  }

  void CompileBounds() {
    domain_.min = CompileBound(declaration_.min, "min");
    domain_.max = CompileBound(declaration_.max, "max");
    if (domain_.min && domain_.max && CompareTyped(*domain_.max, *domain_.min) < 0) {
      context_.Find("invalid-bound", declaration_.max->position, "no value is left: `min` is larger than `max`",
                    "make `max` at least " + declaration_.min->text);
    }
  }

  void CompileChoices() {
    if (declaration_.choices.empty()) return;
    if (!Applies(type_.choices, "enum", declaration_.choices.front().value.position)) return;
    std::vector<TypedChoice> choices;
    for (const EnumChoice& choice : declaration_.choices) {
      std::optional<TypedValue> value = Read(choice.value, "invalid-value", "enum member");
      if (!value) continue;
      if (!WithinDomain(domain_, *value)) {
        context_.Find(
            "invalid-value", choice.value.position,
            "enum member " + Quoted(choice.value.text) + " is outside the other bounds of " + declaration_.owner,
            "remove the member, or the bound that excludes it");
      }
      const auto same = [&value](const TypedChoice& other) { return other.value == *value; };
      if (std::any_of(choices.begin(), choices.end(), same)) {
        context_.Find("duplicate-name", choice.value.position,
                      "enum member " + Quoted(choice.value.text) + " is listed twice", "remove one of the two");
        continue;
      }
      choices.push_back({*std::move(value), choice.value.text, choice.meaning});
    }
    domain_.choices = std::move(choices);
  }

  ReportContext& context_;
  const DomainType& type_;
  const DomainDeclaration& declaration_;
  Domain domain_;
};

}  // namespace

const DomainType& DomainTypeOf(ScalarType type) {
  switch (type) {
    case ScalarType::kString:
      return kString;
    case ScalarType::kInteger:
      return kInteger;
    case ScalarType::kDecimal:
      return kDecimal;
    case ScalarType::kBoolean:
      return kBoolean;
    case ScalarType::kDate:
      return kDate;
    case ScalarType::kTimestamp:
      break;
  }
  return kTimestamp;
}

const DomainType& DomainTypeOf(ColumnType type) {
  switch (type) {
    case ColumnType::kInteger:
      return kInteger;
    case ColumnType::kText:
      return kText;
    case ColumnType::kReal:
      return kReal;
    case ColumnType::kDecimal:
      return kDecimal;
    case ColumnType::kBoolean:
      return kBoolean;
    case ColumnType::kDate:
      return kDate;
    case ColumnType::kTimestamp:
      return kTimestamp;
    case ColumnType::kBlob:
      break;
  }
  return kBlob;
}

Domain CompileDomain(ReportContext& context, const DomainType& type, const DomainDeclaration& declaration) {
  return DomainCompiler(context, type, declaration).Compile();
}

}  // namespace querygate::compiling
