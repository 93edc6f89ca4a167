// The delivered body: its parts, their columns and order.
#include <algorithm>
#include <map>

#include "engine/render/type_words.h"
#include "engine/review/diff/delivered_parts.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

class ResultComparison {
 public:
  ResultComparison(const ReportPair& pair, Changes& changes)
      : pair_(pair), changes_(changes), base_(DeliveredParts(pair.base())), head_(DeliveredParts(pair.head())) {}

  void Compare() {
    if (pair_.base().result.record != pair_.head().result.record) {
      Add("result", kBreaks,
          pair_.head().result.record ? "the body has named parts; before: rows"
                                     : "the body has rows; before: named parts");
    }
    for (const DeliveredPart& part : head_) {
      const DeliveredPart* before = Find(base_, part.name);
      before == nullptr ? Gained(part) : ComparePart(*before, part);
    }
    for (const DeliveredPart& part : base_) {
      if (Find(head_, part.name) == nullptr)
        Add(part.Words(), {.narrows = true, .breaks = true}, part.Words() + " is gone");
    }
    if (SameMembers() && !SameOrder()) Add("result", kBreaks, "the parts come in another order");
  }

 private:
  static const DeliveredPart* Find(const std::vector<DeliveredPart>& parts, const std::string& name) {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&name](const DeliveredPart& part) { return part.name == name; });
    return found == parts.end() ? nullptr : &*found;
  }

  bool SameMembers() const {
    return base_.size() == head_.size() && std::all_of(head_.begin(), head_.end(), [this](const DeliveredPart& part) {
             return Find(base_, part.name) != nullptr;
           });
  }
  bool SameOrder() const {
    return std::equal(base_.begin(), base_.end(), head_.begin(), head_.end(),
                      [](const DeliveredPart& a, const DeliveredPart& b) { return a.name == b.name; });
  }

  Change& Add(std::string subject, Effects effects, std::string text) {
    Change& change = changes_.Add(std::move(subject), effects, std::move(text));
    Changes::Locate(change, *pair_.head().declaration->text, pair_.head().declaration->result.position);
    return change;
  }

  // Something that no answer held before.
  void Show(Change& change, std::string datum) {
    change.callers = CallersInHead(pair_);
    if (change.callers.empty()) {
      change.effects.widens = false;
      return;
    }
    change.datum = std::move(datum) + " is newly delivered to " + Listed(change.callers);
  }

  void Gained(const DeliveredPart& part) {
    std::vector<std::string> names;
    for (const DeliveredColumn& column : part.columns) names.push_back(column.name);
    Change& change = Add(part.Words(), {.widens = true, .breaks = true}, part.Words() + " is new: " + Listed(names));
    if (!part.columns.empty()) Show(change, part.Words() + ", column " + part.columns.front().name);
  }

  void ComparePart(const DeliveredPart& base, const DeliveredPart& head) {
    if (base.query != head.query || base.grouped != head.grouped) {
      Add(head.Words(), {.breaks = true, .unclear = true},
          head.Words() + " is made of " + head.Origin() + "; before: of " + base.Origin());
    }
    if (base.shape != head.shape) {
      Add(head.Words(), kBreaks, head.Words() + " is " + head.ShapeWords() + "; before: " + base.ShapeWords());
    }
    CompareColumns(base, head);
    if (!head.grouped || !base.grouped) return;
    if (base.by != head.by) {
      Add(head.Words(), {.breaks = true, .unclear = true},
          head.Words() + " is grouped by " + ByWords(head.by) + "; before: by " + ByWords(base.by));
    }
    if (base.order_by != head.order_by)
      Add(head.Words(), kBreaks, "the rows of " + head.Words() + " come in another order");
    if (base.max_groups != head.max_groups) {
      const bool wider = head.max_groups > base.max_groups;
      Change& change = Add(head.Words(), wider ? kWidens : kNarrows,
                           head.Words() + " has at most " + std::to_string(head.max_groups) +
                               " groups; before: " + std::to_string(base.max_groups));
      if (wider) Show(change, "group " + std::to_string(base.max_groups + 1) + " of " + head.Words());
    }
  }

  static std::string ByWords(const std::vector<std::string>& by) { return by.empty() ? "nothing" : Listed(by); }

  void CompareColumns(const DeliveredPart& base, const DeliveredPart& head) {
    std::vector<std::string> common_base;
    std::vector<std::string> common_head;
    for (const DeliveredColumn& column : head.columns) {
      const DeliveredColumn* before = base.Find(column.name);
      if (before == nullptr) {
        Change& change = Add(head.Words() + ", " + column.name, {.widens = true, .breaks = true},
                             "column " + column.name + " is new: " + column.origin);
        Show(change, head.Words() + ", column " + column.name);
        continue;
      }
      common_head.push_back(column.name);
      CompareColumn(head, *before, column);
    }
    for (const DeliveredColumn& column : base.columns) {
      if (head.Find(column.name) != nullptr) {
        common_base.push_back(column.name);
        continue;
      }
      Add(head.Words() + ", " + column.name, {.narrows = true, .breaks = true}, "column " + column.name + " is gone");
    }
    if (common_base != common_head) {
      Add(head.Words(), kBreaks,
          "columns come in another order: " + Listed(common_head) + "; before: " + Listed(common_base));
    }
  }

  // Columns of queries are judged where queries are; here the totals of groups.
  void CompareColumn(const DeliveredPart& part, const DeliveredColumn& base, const DeliveredColumn& head) {
    const std::string subject = part.Words() + ", " + head.name;
    if (base.origin != head.origin) {
      Add(subject, {.breaks = true, .unclear = true}, "it is " + head.origin + "; before: " + base.origin);
      return;
    }
    if (head.total == nullptr || base.total == nullptr) return;
    CompareTotal(subject, *base.total, *head.total);
  }

  void CompareTotal(const std::string& subject, const GroupColumnSpec& base, const GroupColumnSpec& head) {
    if (base.skip_nulls != head.skip_nulls) {
      Change& change = Add(subject, head.skip_nulls ? kWidens : kNarrows,
                           head.skip_nulls ? "nulls are passed over; before: they rejected the report"
                                           : "a null rejects the report; before: it was passed over");
      if (head.skip_nulls) Show(change, "a total over rows of which some are null");
    }
    const auto wider = [](const GroupColumnSpec& a, const GroupColumnSpec& b) {
      const bool lower = b.min && (!a.min || CompareTotals(*a.min, *b.min) < 0);
      const bool upper = b.max && (!a.max || CompareTotals(*a.max, *b.max) > 0);
      return lower || upper;
    };
    if (base.min != head.min || base.max != head.max) {
      Effects effects;
      effects.widens = effects.breaks = wider(head, base);
      effects.narrows = wider(base, head);
      Change& change = Add(subject, effects, RangeWords(head) + "; before: " + RangeWords(base));
      if (effects.widens) Show(change, "a total that was out of range");
    }
    if (base.as_decimal_string != head.as_decimal_string) {
      Add(subject, kBreaks,
          head.as_decimal_string ? "it is newly delivered as a decimal string"
                                 : "it is newly delivered as a JSON number");
    }
    if (base.reason != head.reason) Add(subject, kBreaks, "its reason is " + head.reason + "; before: " + base.reason);
  }

  const ReportPair& pair_;
  Changes& changes_;
  std::vector<DeliveredPart> base_, head_;
};

}  // namespace

void CompareResult(const ReportPair& pair, Changes& changes) { ResultComparison(pair, changes).Compare(); }

}  // namespace querygate::review
