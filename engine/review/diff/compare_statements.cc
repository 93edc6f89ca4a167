// SQL. What a statement means cannot be compared; whether it is the same can, and so can what it reads.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "engine/review/diff/grants.h"
#include "engine/review/diff/schema_views.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

std::string BindWords(const CompiledReport& report, const CompiledQuery& query) {
  std::map<std::string, std::string> binds;  // their order means nothing
  for (const BindSpec& bind : query.binds) {
    const CompiledQuery& from = report.queries[bind.query];
    binds[bind.name] = from.name + "." + from.columns[bind.column].name;
  }
  std::string words;
  for (const auto& [name, from] : binds) words += (words.empty() ? "" : ", ") + name + " from " + from;
  return words.empty() ? "nothing" : words;
}

std::string VariantBy(const CompiledReport& report, const CompiledQuery& query) {
  return query.variant_parameter ? report.parameters[*query.variant_parameter].name : std::string();
}

const CompiledStatement* FindVariant(const CompiledQuery& query, const std::string& variant) {
  const auto found = std::find_if(query.statements.begin(), query.statements.end(),
                                  [&variant](const CompiledStatement& s) { return s.variant == variant; });
  return found == query.statements.end() ? nullptr : &*found;
}

class StatementComparison {
 public:
  StatementComparison(const ReportPair& pair, Changes& changes) : pair_(pair), changes_(changes) {}

  void Compare() {
    if (pair_.base().source->name != pair_.head().source->name) {
      Add("source", kUnclear,
          "it reads the source " + pair_.head().source->name + "; before: " + pair_.base().source->name);
    } else if (pair_.base().source->backend != pair_.head().source->backend) {
      Add("source", kUnclear,
          "its source is a " + pair_.head().source->backend + " database; before: " + pair_.base().source->backend);
    }
    for (const CompiledQuery& query : pair_.head().queries) {
      const auto index = pair_.base().FindQuery(query.name);
      if (index) {
        CompareQuery(pair_.base().queries[*index], query);
      } else {
        changed_ = true;
        Place(Add(query.name, kUnclear, "query " + query.name + " is new" + Delivers(query)), query);
      }
    }
    for (const CompiledQuery& query : pair_.base().queries) {
      if (pair_.head().FindQuery(query.name)) continue;
      changed_ = true;
      Add(query.name, kUnclear, "query " + query.name + " is gone");
    }
    CompareReads();
    CompareViews();
  }

 private:
  Change& Add(std::string subject, Effects effects, std::string text) {
    return changes_.Add(std::move(subject), effects, std::move(text));
  }

  void Place(Change& change, const CompiledQuery& query) {
    Changes::Locate(change, *pair_.head().declaration->text, query.position);
  }

  static std::string Delivers(const CompiledQuery& query) {
    std::vector<std::string> names;
    for (const ColumnSpec& column : query.columns) names.push_back(column.name);
    return names.empty() ? "" : "; it gives " + Listed(names);
  }

  void CompareQuery(const CompiledQuery& base, const CompiledQuery& head) {
    if (VariantBy(pair_.base(), base) != VariantBy(pair_.head(), head)) {
      changed_ = true;
      Place(Add(head.name, kUnclear, "which statement of query " + head.name + " runs is chosen in another way"), head);
      return;
    }
    for (const CompiledStatement& statement : head.statements) {
      const CompiledStatement* before = FindVariant(base, statement.variant);
      const std::string name =
          "query " + head.name + (statement.variant.empty() ? "" : ", variant " + statement.variant);
      if (before == nullptr) {
        changed_ = true;
        Place(Add(head.name, kUnclear, name + " is new"), head);
      } else if (!SameTokens(before->origin.text.value, statement.origin.text.value)) {
        changed_ = true;
        Place(Add(head.name, kUnclear, "the SQL of " + name + " changed in a way that cannot be compared"), head);
      } else if (before->origin.text.value != statement.origin.text.value) {
        Place(Add(head.name, kNoEffect, "the SQL of " + name + " is written differently and means the same"), head);
      }
    }
    for (const CompiledStatement& statement : base.statements) {
      if (FindVariant(head, statement.variant) != nullptr) continue;
      Place(Add(head.name, kNarrows, "variant " + statement.variant + " of query " + head.name + " is gone"), head);
    }
    const std::string before = BindWords(pair_.base(), base);
    const std::string now = BindWords(pair_.head(), head);
    if (before != now) {
      Place(Add(head.name, kUnclear, "query " + head.name + " binds " + now + "; before: " + before), head);
    }
  }

  // With the same SQL a different reading comes from the schema; with another SQL it is what can be said of it.
  void CompareReads() {
    const std::set<std::string> base = ReadsOf(pair_.base_facts);
    const std::set<std::string> head = ReadsOf(pair_.head_facts);
    std::vector<std::string> gained;
    std::vector<std::string> lost;
    std::set_difference(head.begin(), head.end(), base.begin(), base.end(), std::back_inserter(gained));
    std::set_difference(base.begin(), base.end(), head.begin(), head.end(), std::back_inserter(lost));
    // What only one side grants is told with the grants.
    const auto keep_granted = [](std::vector<std::string>& subjects, const Allowlist& allowlist) {
      const std::vector<NamedGrant> granted = GrantsOf(allowlist);
      std::erase_if(subjects, [&granted](const std::string& subject) {
        return !Contains(granted, {NamedGrant::Kind::kTable, subject, {}});
      });
    };
    keep_granted(gained, pair_.base().allowlist);
    keep_granted(lost, pair_.head().allowlist);
    if (gained.empty() && lost.empty()) {
      if (changed_) Add("reads", kNoEffect, "the queries still read the same columns and call the same functions");
      return;
    }
    if (!gained.empty()) {
      const std::vector<std::string> callers = CallersInHead(pair_);
      Change& change = Add("reads", callers.empty() ? kNoEffect : kWidens, "the queries newly use " + Listed(gained));
      change.callers = callers;
      if (!callers.empty()) change.datum = Listed(gained) + " newly used in answers to " + Listed(callers);
    }
    if (!lost.empty()) Add("reads", kNarrows, "the queries no longer use " + Listed(lost));
  }

  // A view is SQL as well, kept in the schema.
  void CompareViews() {
    const auto base = ViewsOf(pair_.base().source->schema_sql);
    const auto head = ViewsOf(pair_.head().source->schema_sql);
    for (const auto& [folded, table] : pair_.head().allowlist.tables()) {
      const auto before = base.find(folded);
      const auto now = head.find(folded);
      const bool is_view = before != base.end() || now != head.end();
      if (!is_view || pair_.base().allowlist.FindTable(folded) == nullptr) continue;
      if (before != base.end() && now != head.end() && before->second == now->second) continue;
      Add(table.grant.spelling, kUnclear, "the view " + table.grant.spelling + " is defined in another way");
    }
  }

  const ReportPair& pair_;
  Changes& changes_;
  bool changed_ = false;
};

}  // namespace

void CompareStatements(const ReportPair& pair, Changes& changes) { StatementComparison(pair, changes).Compare(); }

}  // namespace querygate::review
