// What a stored value must satisfy to be delivered, column by column of each query.
#include <algorithm>
#include <optional>

#include "engine/contract/domain.h"
#include "engine/render/type_words.h"
#include "engine/render/typed_text.h"
#include "engine/review/diff/call_words.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

// A judged value: of the right type, within the digits of a decimal.
bool Holds(const ColumnSpec& spec, const TypedValue& value) {
  if (const auto* decimal = std::get_if<Decimal>(&value)) {
    const auto scaled = Rescale(*decimal, spec.scale);
    if (!scaled || !WithinPrecision(*scaled, spec.precision)) return false;
  }
  return WithinDomain(spec, value);
}

FoundValue Beyond(const ColumnSpec& inside, const ColumnSpec& outside, const Instant& now) {
  ValueQuestion question;
  question.kind = KindOf(inside.type);
  question.inside = {RulesOf(inside)};
  question.outside = {RulesOf(outside)};
  question.now = now;
  question.wanted = [&](const TypedValue& value) { return Holds(inside, value) && !Holds(outside, value); };
  return FindValue(question);
}

std::string StoreWords(const ColumnSpec& spec) {
  std::string words = spec.store == Store::kNone ? "as it is" : std::string(NameOf(spec.store));
  return spec.type == ColumnType::kDecimal ? words + " with scale " + std::to_string(spec.scale) : words;
}

class ColumnComparison {
 public:
  ColumnComparison(const ReportPair& pair, const CompiledQuery& query, Changes& changes)
      : pair_(pair), query_(query), changes_(changes) {}

  void Compare(const ColumnSpec& base, const ColumnSpec& head) {
    if (base.type != head.type) {
      Add(head, {.breaks = true, .unclear = true}, DeliveredType(head) + "; before: " + DeliveredType(base));
      return;
    }
    CompareValues(base, head);
    if (base.store != head.store) {
      Add(head, {.breaks = true, .unclear = true},
          "it is read in another form: " + StoreWords(head) + "; before: " + StoreWords(base));
    } else if (base.scale != head.scale) {
      Add(head, kBreaks,
          "it is delivered with another number of digits: " + std::to_string(head.scale) +
              "; before: " + std::to_string(base.scale));
    }
    if (base.type == ColumnType::kInteger && base.as_decimal_string != head.as_decimal_string) {
      Add(head, kBreaks,
          head.as_decimal_string ? "it is newly delivered as a decimal string"
                                 : "it is newly delivered as a JSON number");
    }
    if (base.missing_reason != head.missing_reason || base.type_reason != head.type_reason ||
        base.range_reason != head.range_reason) {
      Add(head, kBreaks, "its reasons changed: " + head.range_reason + "; before: " + base.range_reason);
    }
  }

 private:
  Change& Add(const ColumnSpec& column, Effects effects, std::string text) {
    Change& change = changes_.Add(query_.name + "." + column.name, effects, std::move(text));
    const auto& queries = pair_.head().declaration->queries;
    Changes::Locate(change, *pair_.head().declaration->text, query_.position);
    for (const QueryDeclaration& declared : queries) {
      if (declared.name.value != query_.name) continue;
      for (const ColumnDeclaration& written : declared.columns) {
        if (written.name.value == column.name) change.line = written.name.position.line;
      }
    }
    return change;
  }

  // A reader of the old contract meets values that it excluded: what widens here also breaks.
  void CompareValues(const ColumnSpec& base, const ColumnSpec& head) {
    const FoundValue gained = Beyond(head, base, pair_.now);
    const FoundValue lost = Beyond(base, head, pair_.now);
    Effects effects;
    std::string example;
    if (!base.nullable && head.nullable) {
      example = "null";
    } else if (const auto* value = std::get_if<TypedValue>(&gained)) {
      example = ValueWords(ToArgument(*value));
    }
    effects.widens = effects.breaks = !example.empty();
    effects.unclear = std::holds_alternative<Undecided>(gained) && !effects.widens;
    effects.breaks = effects.breaks || effects.unclear;
    effects.narrows = (base.nullable && !head.nullable) || !std::holds_alternative<NoValue>(lost);
    if (!effects.any() && DeliveredType(base) == DeliveredType(head)) return;
    std::string text = DeliveredType(head) + "; before: " + DeliveredType(base);
    if (const auto* undecided = std::get_if<Undecided>(&gained)) text += " (" + undecided->why + ")";
    Change& change = Add(head, effects, std::move(text));
    if (!effects.widens) return;
    change.callers = CallersInHead(pair_);
    change.datum = query_.name + "." + head.name + " " + example + " was a rejection and is now delivered";
  }

  const ReportPair& pair_;
  const CompiledQuery& query_;
  Changes& changes_;
};

}  // namespace

void CompareColumns(const ReportPair& pair, Changes& changes) {
  for (const CompiledQuery& head : pair.head().queries) {
    const auto index = pair.base().FindQuery(head.name);
    if (!index) continue;
    const CompiledQuery& base = pair.base().queries[*index];
    for (const ColumnSpec& column : head.columns) {
      const auto before = std::find_if(base.columns.begin(), base.columns.end(),
                                       [&column](const ColumnSpec& other) { return other.name == column.name; });
      if (before != base.columns.end()) ColumnComparison(pair, head, changes).Compare(*before, column);
    }
  }
}

}  // namespace querygate::review
