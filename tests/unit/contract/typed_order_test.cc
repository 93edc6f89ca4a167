#include "engine/contract/typed_order.h"

#include <cstddef>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

// Ascending; each element is greater than all before it.
void CheckAscending(const std::vector<TypedValue>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      CAPTURE(i, j);
      CHECK((CompareTyped(values[i], values[j]) < 0) == (i < j));
      CHECK((CompareTyped(values[i], values[j]) == 0) == (i == j));
    }
  }
}

}  // namespace

TEST_CASE("typed values have the order of their type, null first", "[typed_order]") {
  const std::monostate null;
  CheckAscending({null, std::string(), std::string("A"), std::string("B"), std::string("a"), std::string("a "),
                  std::string("aa"), std::string("\xC3\xA9"), std::string("\xEF\xBF\xBD"),
                  std::string("\xF0\x90\x80\x80")});  // U+FFFD before U+10000: code points, not UTF-16 units
  CheckAscending({null, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}});
  CheckAscending({null, false, true});
  CheckAscending({null, -1.5, 0.0, 1e-300, 2.0});
  CheckAscending({null, Date{-1}, Date{0}});
  CheckAscending({null, Instant{-1, 999'999'999}, Instant{0, 0}, Instant{0, 1}});
  CheckAscending({null, Bytes{"\x01"}, Bytes{"\x7F"}, Bytes{"\xFF"}});
  CheckAscending({null, Decimal{-1, 1}, Decimal{0, 0}, Decimal{1, 2}, Decimal{1, 1}});
}

TEST_CASE("integers and decimals compare by number", "[typed_order]") {
  CHECK((CompareTyped(std::int64_t{5}, Decimal{500, 2}) == 0));
  CHECK((CompareTyped(std::int64_t{5}, Decimal{501, 2}) < 0));
  CHECK((CompareTyped(Decimal{501, 2}, std::int64_t{5}) > 0));
  CHECK((CompareTyped(0.0, -0.0) == 0));
}
