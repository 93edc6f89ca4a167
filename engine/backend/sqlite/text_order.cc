// Rules about order: windows, cuts and the rows that are delivered.
#include <string>

#include "engine/backend/sqlite/order_rules.h"
#include "engine/backend/sqlite/text_check.h"

namespace querygate::sqlite {
namespace {

constexpr std::string_view kTotalOrderHelp =
    "order by a unique key of the rows, by all GROUP BY keys or by all output columns";

// From the outside in, so that what encloses a SELECT is known before it.
void CheckCut(TextCheck& check, std::size_t select) {
  const Select& query = check.outline().selects[select];
  const bool scalar = query.place == Select::Place::kScalar;
  if ((!scalar && !query.limit) || HasTotalOrder(check.relations(), check.query(), select)) return;
  if (query.limit) {
    check.Report("unordered-limit", *query.limit,
                 "LIMIT cuts rows whose order is not fixed, so which ones remain is accidental",
                 std::string(kTotalOrderHelp), "LIMIT");
  } else {
    check.Report("unordered-limit", query.range.begin, "a SELECT used as a value takes whichever row comes first",
                 "select a unique row or an aggregate, or state a total order and LIMIT 1", "SELECT");
  }
}

}  // namespace

void CheckWindows(TextCheck& check) {
  for (std::size_t select = 0; select < check.outline().selects.size(); ++select) {
    for (const UnorderedWindow& window : FindUnorderedWindows(check.relations(), check.query(), select)) {
      check.Report("unordered-window", window.token,
                   window.has_order ? "the window of " + window.function + " leaves the order of some rows open"
                                    : "the window of " + window.function + " states no order",
                   "order the window by a unique key of its rows", window.function);
    }
  }
}

void CheckCuts(TextCheck& check) {
  for (std::size_t select = 0; select < check.outline().selects.size(); ++select) CheckCut(check, select);
}

void CheckRows(TextCheck& check) {
  if (!check.needs_order() || HasTotalOrder(check.relations(), check.query(), 0)) return;
  const Select& query = check.outline().selects.front();
  // A cut of the same rows was reported already and says more.
  if (query.limit) return;
  if (query.order_by.empty()) {
    check.Report("unordered-rows", query.range.begin, "the rows are delivered in order, but the SQL states none",
                 std::string(kTotalOrderHelp), "ORDER BY");
  } else {
    check.Report("unordered-rows", query.order_by.front().begin, "ORDER BY leaves the order of some rows open",
                 std::string(kTotalOrderHelp), "ORDER BY");
  }
}

}  // namespace querygate::sqlite
