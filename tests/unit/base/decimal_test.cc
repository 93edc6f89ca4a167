#include "engine/base/decimal.h"

#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

const std::string kNines(38, '9');

Decimal Parsed(const std::string& text) {
  const std::optional<Decimal> value = ParseDecimal(text);
  REQUIRE(value.has_value());
  return *value;
}

}  // namespace

TEST_CASE("decimals are read in one spelling and keep their scale", "[decimal]") {
  struct Row {
    std::string text, printed;
    int scale;
  };
  const auto row = GENERATE(values<Row>({{"0", "0", 0},
                                         {"-0", "0", 0},
                                         {"0.0", "0.0", 1},
                                         {"-0.00", "0.00", 2},
                                         {"12.50", "12.50", 2},
                                         {"-12.5", "-12.5", 1},
                                         {"0.05", "0.05", 2},
                                         {"-0.05", "-0.05", 2},
                                         {"1000", "1000", 0},
                                         {kNines, kNines, 0},
                                         {"-" + kNines, "-" + kNines, 0},
                                         {"0." + kNines, "0." + kNines, 38},
                                         {"9." + kNines.substr(1), "9." + kNines.substr(1), 37}}));
  CAPTURE(row.text);
  const Decimal value = Parsed(row.text);
  CHECK(value.scale == row.scale);
  CHECK(ToString(value) == row.printed);
}

TEST_CASE("other spellings and too many digits are refused", "[decimal]") {
  const std::string text = GENERATE_REF(as<std::string>(), "", "-", "+1", "01", "00", "-01", ".5", "5.", "1e1", "1E1",
                                        "1.5e0", "1,5", "1 ", " 1", "0x10", "1.2.3", "--1", "1.-5", "NaN", "Infinity",
                                        "1" + kNines, kNines + ".0", "0." + kNines + "0", "1." + kNines, "0.\xC2\xB2");
  CAPTURE(text);
  CHECK_FALSE(ParseDecimal(text).has_value());
}

TEST_CASE("decimals of different scales compare as numbers", "[decimal]") {
  CHECK(Parsed("1.0") == Parsed("1.00"));
  CHECK(Parsed("-0") == Parsed("0.00"));
  CHECK(Parsed("1.01") > Parsed("1.001"));
  CHECK(Parsed("-1.01") < Parsed("-1.001"));
  CHECK(Parsed("-0.1") < Parsed("0.1"));
  CHECK(Parsed(kNines) > Parsed("0." + kNines));
  CHECK(Parsed("-" + kNines) < Parsed("-0." + kNines));
  CHECK(Parsed("0." + kNines) < Parsed("1"));
  CHECK(Parsed(kNines) > Parsed(std::string(37, '9') + "8"));
}

TEST_CASE("rescaling never loses a digit", "[decimal]") {
  CHECK(ToString(*Rescale(Parsed("12.5"), 2)) == "12.50");
  CHECK(ToString(*Rescale(Parsed("12.50"), 1)) == "12.5");
  CHECK(ToString(*Rescale(Parsed("12.00"), 0)) == "12");
  CHECK_FALSE(Rescale(Parsed("12.51"), 1).has_value());
  CHECK_FALSE(Rescale(Parsed("1"), 38).has_value());
  CHECK(ToString(*Rescale(Parsed("1"), 37)) == "1." + std::string(37, '0'));
  CHECK_FALSE(Rescale(Parsed(kNines), 1).has_value());
  CHECK_FALSE(Rescale(Parsed(kNines), 38).has_value());
  CHECK_FALSE(Rescale(Parsed("1"), -1).has_value());
  CHECK_FALSE(Rescale(Parsed("1"), 39).has_value());
}

TEST_CASE("precision counts the coefficient's digits", "[decimal]") {
  CHECK(WithinPrecision(Parsed("99.99"), 4));
  CHECK_FALSE(WithinPrecision(Parsed("100.00"), 4));
  CHECK(WithinPrecision(Parsed("-99.99"), 4));
  CHECK_FALSE(WithinPrecision(Parsed("-100.00"), 4));
  CHECK(WithinPrecision(Parsed(kNines), 38));
  CHECK_FALSE(WithinPrecision(Parsed(kNines), 37));
  CHECK(WithinPrecision(Parsed("0.00"), 0));
}

TEST_CASE("a double is the decimal it is nearest to, or none", "[decimal]") {
  struct Row {
    double real;
    int scale;
    std::string expected;  // empty: none
  };
  const auto row = GENERATE(values<Row>({
      {0.0, 2, "0.00"},
      {-0.0, 2, "0.00"},
      {8.91, 2, "8.91"},
      {-8.91, 2, "-8.91"},
      {0.1, 1, "0.1"},
      {0.1 + 0.2, 1, ""},  // 0.30000000000000004
      {0.3, 1, "0.3"},
      {37.620000000000005, 2, ""},
      {12.0, 0, "12"},
      {12.5, 0, ""},
      {999'999'999'999.99, 2, "999999999999.99"},
      {9'999'999'999'999.99, 2, "9999999999999.99"},
      {35'000'000'000'000.91, 2, "35000000000000.91"},  // hundredths still have doubles of their own
      {90'071'992'547'409.91, 2, ""},                   // …90 is the same double
      {1e15, 2, ""},                                    // 0.01 more is the same double
      {9007199254740991.0, 0, "9007199254740991"},      // 2^53 - 1
      {9007199254740992.0, 0, ""},                      // 2^53 is the nearest double to 2^53 + 1 as well
      {-9007199254740991.0, 0, "-9007199254740991"},
      {-9007199254740992.0, 0, ""},
      {1e22, 0, ""},
      {1e38, 0, ""},
      {1e308, 0, ""},
      {5e-324, 38, ""},
      {1e-38, 38, "0.00000000000000000000000000000000000001"},
      {1e-30, 30, "0.000000000000000000000000000001"},
      {std::numeric_limits<double>::infinity(), 2, ""},
      {-std::numeric_limits<double>::infinity(), 2, ""},
      {std::numeric_limits<double>::quiet_NaN(), 2, ""},
  }));
  CAPTURE(row.real, row.scale);
  const std::optional<Decimal> decimal = DecimalFromReal(row.real, row.scale);
  CHECK((decimal ? ToString(*decimal) : std::string()) == row.expected);
}

TEST_CASE("every amount of cents is told from its double, and its neighbours are not", "[decimal]") {
  bool all = true;
  bool none = true;
  for (std::int64_t cents = -200'000; cents <= 200'000; cents += 7) {
    const double real = static_cast<double>(cents) / 100.0;
    all = all && DecimalFromReal(real, 2) == Decimal{cents, 2};
    none = none && !DecimalFromReal(std::nextafter(real, 1e9), 2).has_value();
  }
  CHECK(all);
  CHECK(none);
}
