#include "engine/base/exact_integer.h"

#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

const std::string kMax = "170141183460469231731687303715884105727";
const std::string kMin = "-170141183460469231731687303715884105728";

}  // namespace

TEST_CASE("128-bit integers are read and printed exactly", "[exact_integer]") {
  const std::string text =
      GENERATE_REF(as<std::string>(), "0", "1", "-1", "10", "9223372036854775807", "9223372036854775808",
                   "-9223372036854775808", "-9223372036854775809", "9007199254740993", kMax, kMin);
  const std::optional<Int128> value = ParseInt128(text);
  REQUIRE(value.has_value());
  CHECK(ToDecimalString(*value) == text);
}

TEST_CASE("other spellings and wider numbers are refused", "[exact_integer]") {
  const std::string text =
      GENERATE(as<std::string>(), "", "-", "+1", "01", "-0", "00", "-01", " 1", "1 ", "1.0", "1e1", "0x1", "--1", "1-",
               "170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
               "999999999999999999999999999999999999999999");
  CAPTURE(text);
  CHECK_FALSE(ParseInt128(text).has_value());
}

TEST_CASE("checked arithmetic ends at 128 bits", "[exact_integer]") {
  const Int128 max = *ParseInt128(kMax);
  const Int128 min = *ParseInt128(kMin);
  CHECK(ToDecimalString(*CheckedAdd(max, min)) == "-1");
  CHECK_FALSE(CheckedAdd(max, 1).has_value());
  CHECK_FALSE(CheckedAdd(min, -1).has_value());
  CHECK(ToDecimalString(*CheckedMultiply(max / 10, 10)) == "170141183460469231731687303715884105720");
  CHECK_FALSE(CheckedMultiply(max / 10 + 1, 10).has_value());
  CHECK_FALSE(CheckedMultiply(min, -1).has_value());
}
