#include "engine/contract/column_spec.h"

#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMaxSafe = 9'007'199'254'740'991;

ColumnSpec Spec(ColumnType type, Store store = Store::kNone, int precision = 38, int scale = 0) {
  ColumnSpec spec;
  spec.name = "c";
  spec.type = type;
  spec.store = store;
  spec.precision = precision;
  spec.scale = scale;
  spec.missing_reason = "missing_c";
  spec.type_reason = "invalid_c_type";
  spec.range_reason = "invalid_c_range";
  return spec;
}

std::string ReasonFor(const ColumnSpec& spec, const Value& value) {
  TypedValue out;
  const std::string* reason = JudgeColumn(spec, value.View(), out);
  return reason == nullptr ? std::string("ok") : *reason;
}

Cell CellFor(const ColumnSpec& spec, const Value& value) {
  TypedValue out;
  const std::string* reason = JudgeColumn(spec, value.View(), out);
  INFO((reason == nullptr ? std::string() : *reason));
  REQUIRE(reason == nullptr);
  return EncodeCell(spec, out);
}

}  // namespace

TEST_CASE("the storage class decides, whatever the value looks like", "[column]") {
  const Value integer = Value::Integer(1), real = Value::Real(1.0), text = Value::Text("1"), blob = Value::Blob("1");
  struct Row {
    ColumnSpec spec;
    bool integer, real, text, blob;  // accepted
  };
  const auto row = GENERATE(values<Row>({
      {Spec(ColumnType::kInteger), true, false, false, false},
      {Spec(ColumnType::kText), false, false, true, false},
      {Spec(ColumnType::kReal), false, true, false, false},
      {Spec(ColumnType::kDecimal, Store::kText), false, false, true, false},
      {Spec(ColumnType::kDecimal, Store::kScaledInteger), true, false, false, false},
      {Spec(ColumnType::kDecimal, Store::kReal), true, true, false, false},
      {Spec(ColumnType::kDecimal, Store::kNative), false, false, true, false},
      {Spec(ColumnType::kDecimal), false, false, false, false},
      {Spec(ColumnType::kBoolean), true, false, false, false},
      {Spec(ColumnType::kDate), false, false, false, false},
      {Spec(ColumnType::kTimestamp, Store::kUnixS), true, false, false, false},
      {Spec(ColumnType::kTimestamp, Store::kUnixMs), true, false, false, false},
      {Spec(ColumnType::kTimestamp, Store::kSqlUtc), false, false, false, false},
      {Spec(ColumnType::kTimestamp), false, false, false, false},
      {Spec(ColumnType::kBlob), false, false, false, true},
  }));
  CAPTURE(NameOf(row.spec.type), NameOf(row.spec.store));
  CHECK(ReasonFor(row.spec, integer) == (row.integer ? "ok" : "invalid_c_type"));
  CHECK(ReasonFor(row.spec, real) == (row.real ? "ok" : "invalid_c_type"));
  CHECK(ReasonFor(row.spec, text) == (row.text ? "ok" : "invalid_c_type"));
  CHECK(ReasonFor(row.spec, blob) == (row.blob ? "ok" : "invalid_c_type"));
  CHECK(ReasonFor(row.spec, Value::Null()) == "missing_c");
}

TEST_CASE("a permitted null is delivered as null", "[column]") {
  for (const auto& row : ColumnTypes()) {
    CAPTURE(row.name);
    ColumnSpec spec = Spec(row.value);
    spec.nullable = true;
    spec.min_length = 1;
    spec.choices = {{std::string("x"), "x", ""}};
    CHECK(CellFor(spec, Value::Null()) == Cell());
  }
}

TEST_CASE("integers keep every bit", "[column]") {
  ColumnSpec units = Spec(ColumnType::kInteger);
  units.min = std::int64_t{0};
  units.as_decimal_string = true;
  CHECK(CellFor(units, Value::Integer(0)) == Cell(std::string("0")));
  CHECK(CellFor(units, Value::Integer(kMax)) == Cell(std::string("9223372036854775807")));
  CHECK(CellFor(units, Value::Integer(kMaxSafe + 2)) == Cell(std::string("9007199254740993")));
  CHECK(ReasonFor(units, Value::Integer(-1)) == "invalid_c_range");
  CHECK(ReasonFor(units, Value::Text("pending")) == "invalid_c_type");
  CHECK(ReasonFor(units, Value::Text("12units")) == "invalid_c_type");
  CHECK(ReasonFor(units, Value::Real(0.5)) == "invalid_c_type");
  CHECK(ReasonFor(units, Value::Real(5.0)) == "invalid_c_type");
  CHECK(ReasonFor(units, Value::Null()) == "missing_c");

  ColumnSpec safe = Spec(ColumnType::kInteger);
  safe.min = -kMaxSafe;
  safe.max = kMaxSafe;
  CHECK(CellFor(safe, Value::Integer(kMaxSafe)) == Cell(kMaxSafe));
  CHECK(CellFor(safe, Value::Integer(-kMaxSafe)) == Cell(-kMaxSafe));
  CHECK(ReasonFor(safe, Value::Integer(kMaxSafe + 1)) == "invalid_c_range");
  CHECK(ReasonFor(safe, Value::Integer(-kMaxSafe - 1)) == "invalid_c_range");

  ColumnSpec any = Spec(ColumnType::kInteger);
  any.as_decimal_string = true;
  CHECK(CellFor(any, Value::Integer(kMin)) == Cell(std::string("-9223372036854775808")));
}

TEST_CASE("text is valid UTF-8, counted in code points and left alone", "[column]") {
  ColumnSpec zone = Spec(ColumnType::kText);
  zone.min_length = 1;
  zone.max_length = 80;
  std::string eighty;
  for (int i = 0; i < 40; ++i) eighty += "e\xCC\x81";
  CHECK(CellFor(zone, Value::Text(" East ")) == Cell(std::string(" East ")));
  CHECK(CellFor(zone, Value::Text(eighty)) == Cell(eighty));
  CHECK(ReasonFor(zone, Value::Text(eighty + "x")) == "invalid_c_range");
  CHECK(ReasonFor(zone, Value::Text(std::string(81, 'x'))) == "invalid_c_range");
  CHECK(ReasonFor(zone, Value::Text("")) == "invalid_c_range");
  CHECK(ReasonFor(zone, Value::Text("a\xFF")) == "invalid_c_type");
  CHECK(ReasonFor(zone, Value::Text("\xED\xA0\x80")) == "invalid_c_type");  // a surrogate
  CHECK(ReasonFor(zone, Value::Text(std::string("a\0b", 3))) == "invalid_c_type");
  CHECK(ReasonFor(zone, Value::Text(std::string("\0", 1))) == "invalid_c_type");

  ColumnSpec state = Spec(ColumnType::kText);
  state.choices = {{std::string("sent"), "sent", ""}, {std::string("paid"), "paid", ""}};
  CHECK(ReasonFor(state, Value::Text("paid")) == "ok");
  CHECK(ReasonFor(state, Value::Text("Paid")) == "invalid_c_range");

  ColumnSpec code = Spec(ColumnType::kText);
  code.pattern = *CompilePattern("[A-Z]{2}");
  CHECK(ReasonFor(code, Value::Text("DE")) == "ok");
  CHECK(ReasonFor(code, Value::Text("DE\n")) == "invalid_c_range");
}

TEST_CASE("reals are finite", "[column]") {
  ColumnSpec spec = Spec(ColumnType::kReal);
  CHECK(CellFor(spec, Value::Real(1e308)) == Cell(1e308));
  CHECK(CellFor(spec, Value::Real(0.1)) == Cell(0.1));
  const Cell zero = CellFor(spec, Value::Real(-0.0));
  REQUIRE(std::holds_alternative<double>(zero));
  CHECK_FALSE(std::signbit(std::get<double>(zero)));
  CHECK(ReasonFor(spec, Value::Real(std::numeric_limits<double>::infinity())) == "invalid_c_range");
  CHECK(ReasonFor(spec, Value::Real(-std::numeric_limits<double>::infinity())) == "invalid_c_range");
  CHECK(ReasonFor(spec, Value::Real(std::numeric_limits<double>::quiet_NaN())) == "invalid_c_range");
  spec.min = 0.0;
  spec.max = 1.0;
  CHECK(ReasonFor(spec, Value::Real(0.0)) == "ok");
  CHECK(ReasonFor(spec, Value::Real(1.0)) == "ok");
  CHECK(ReasonFor(spec, Value::Real(1.0000000000000002)) == "invalid_c_range");
  CHECK(ReasonFor(spec, Value::Real(-5e-324)) == "invalid_c_range");
}

TEST_CASE("booleans are 0 and 1", "[column]") {
  const ColumnSpec spec = Spec(ColumnType::kBoolean);
  CHECK(CellFor(spec, Value::Integer(0)) == Cell(false));
  CHECK(CellFor(spec, Value::Integer(1)) == Cell(true));
  CHECK(ReasonFor(spec, Value::Integer(2)) == "invalid_c_range");
  CHECK(ReasonFor(spec, Value::Integer(-1)) == "invalid_c_range");
}

TEST_CASE("dates exist and lie within their bounds", "[column]") {
  ColumnSpec spec = Spec(ColumnType::kDate);
  CHECK(CellFor(spec, Value::Text("0001-01-01")) == Cell(std::string("0001-01-01")));
  CHECK(CellFor(spec, Value::Text("9999-12-31")) == Cell(std::string("9999-12-31")));
  CHECK(CellFor(spec, Value::Text("2024-02-29")) == Cell(std::string("2024-02-29")));
  for (const std::string text : {"2024-02-30", "2023-02-29", "0000-01-01", "10000-01-01", "2024-2-9", "today", ""}) {
    CAPTURE(text);
    CHECK(ReasonFor(spec, Value::Text(text)) == "invalid_c_type");
  }
  spec.min = *ParseDate("2024-01-01");
  CHECK(ReasonFor(spec, Value::Text("2024-01-01")) == "ok");
  CHECK(ReasonFor(spec, Value::Text("2023-12-31")) == "invalid_c_range");
}

TEST_CASE("timestamps are read by their store and delivered in UTC", "[column]") {
  struct Row {
    Store store;
    Value value;
    std::string expected;  // delivered text or reason
  };
  const auto row = GENERATE(values<Row>({
      {Store::kUnixS, Value::Integer(0), "1970-01-01T00:00:00Z"},
      {Store::kUnixS, Value::Integer(-1), "1969-12-31T23:59:59Z"},
      {Store::kUnixS, Value::Integer(253'402'300'799), "9999-12-31T23:59:59Z"},
      {Store::kUnixS, Value::Integer(253'402'300'800), "invalid_c_range"},
      {Store::kUnixS, Value::Integer(-62'135'596'800), "0001-01-01T00:00:00Z"},
      {Store::kUnixS, Value::Integer(-62'135'596'801), "invalid_c_range"},
      {Store::kUnixS, Value::Integer(kMax), "invalid_c_range"},
      {Store::kUnixS, Value::Integer(kMin), "invalid_c_range"},
      {Store::kUnixS, Value::Real(0.0), "invalid_c_type"},
      {Store::kUnixMs, Value::Integer(-1), "1969-12-31T23:59:59.999Z"},
      {Store::kUnixMs, Value::Integer(1'500), "1970-01-01T00:00:01.5Z"},
      {Store::kUnixMs, Value::Integer(253'402'300'799'999), "9999-12-31T23:59:59.999Z"},
      {Store::kUnixMs, Value::Integer(253'402'300'800'000), "invalid_c_range"},
      {Store::kUnixMs, Value::Integer(kMin), "invalid_c_range"},
      {Store::kIso8601Utc, Value::Text("2026-01-02T06:00:30Z"), "2026-01-02T06:00:30Z"},
      {Store::kIso8601Utc, Value::Text("2026-01-02T06:00:30+00:00"), "invalid_c_type"},
      {Store::kIso8601Utc, Value::Text("2026-01-02T06:00:30.5Z"), "invalid_c_type"},
      {Store::kSqlUtc, Value::Text("2026-01-02 06:00:30"), "2026-01-02T06:00:30Z"},
      {Store::kSqlUtc, Value::Text("2026-01-02"), "invalid_c_type"},
      {Store::kSqlUtc, Value::Text("2026-02-30 00:00:00"), "invalid_c_type"},
      {Store::kNative, Value::Text("2026-01-02T14:00:30.000001+08:00"), "2026-01-02T06:00:30.000001Z"},
      {Store::kNative, Value::Text("2026-01-02 06:00:30"), "invalid_c_type"},
  }));
  const ColumnSpec spec = Spec(ColumnType::kTimestamp, row.store);
  CAPTURE(NameOf(row.store), row.value.integer, row.value.bytes);
  const std::string reason = ReasonFor(spec, row.value);
  if (reason == "ok") {
    CHECK(CellFor(spec, row.value) == Cell(row.expected));
  } else {
    CHECK(reason == row.expected);
  }
}

TEST_CASE("decimals are read by their store and delivered with their scale", "[column]") {
  struct Row {
    Store store;
    int precision, scale;
    Value value;
    std::string expected;
  };
  const std::string nines(38, '9');
  const auto row = GENERATE_REF(values<Row>({
      {Store::kText, 5, 2, Value::Text("12.5"), "12.50"},
      {Store::kText, 5, 2, Value::Text("12"), "12.00"},
      {Store::kText, 5, 2, Value::Text("-0.00"), "0.00"},
      {Store::kText, 5, 2, Value::Text("999.99"), "999.99"},
      {Store::kText, 5, 2, Value::Text("1000.00"), "invalid_c_range"},
      {Store::kText, 5, 2, Value::Text("-1000"), "invalid_c_range"},
      {Store::kText, 5, 2, Value::Text("1.005"), "invalid_c_range"},
      {Store::kText, 5, 2, Value::Text("1e1"), "invalid_c_type"},
      {Store::kText, 5, 2, Value::Text(" 1"), "invalid_c_type"},
      {Store::kText, 5, 2, Value::Text("01"), "invalid_c_type"},
      {Store::kText, 5, 2, Value::Text("pending"), "invalid_c_type"},
      {Store::kText, 38, 0, Value::Text(nines), nines},
      {Store::kText, 38, 38, Value::Text("0." + nines), "0." + nines},
      {Store::kText, 38, 0, Value::Text("1" + nines), "invalid_c_type"},
      {Store::kScaledInteger, 19, 2, Value::Integer(1'250), "12.50"},
      {Store::kScaledInteger, 19, 2, Value::Integer(kMax), "92233720368547758.07"},
      {Store::kScaledInteger, 19, 2, Value::Integer(kMin), "-92233720368547758.08"},
      {Store::kScaledInteger, 4, 2, Value::Integer(9'999), "99.99"},
      {Store::kScaledInteger, 4, 2, Value::Integer(10'000), "invalid_c_range"},
      {Store::kReal, 10, 2, Value::Real(8.91), "8.91"},
      {Store::kReal, 10, 2, Value::Real(-0.0), "0.00"},
      {Store::kReal, 10, 2, Value::Integer(12), "12.00"},
      {Store::kReal, 18, 2, Value::Integer(9'007'199'254'740'993), "9007199254740993.00"},
      {Store::kReal, 4, 2, Value::Integer(100), "invalid_c_range"},
      {Store::kReal, 38, 30, Value::Integer(kMax), "invalid_c_range"},
      {Store::kReal, 10, 2, Value::Real(37.620000000000005), "invalid_c_range"},
      {Store::kReal, 10, 2, Value::Real(0.001), "invalid_c_range"},
      {Store::kReal, 38, 2, Value::Real(1e15), "invalid_c_range"},
      {Store::kReal, 38, 2, Value::Real(std::numeric_limits<double>::infinity()), "invalid_c_range"},
      {Store::kReal, 10, 2, Value::Text("8.91"), "invalid_c_type"},
      {Store::kNative, 10, 2, Value::Text("8.9"), "8.90"},
  }));
  const ColumnSpec spec = Spec(ColumnType::kDecimal, row.store, row.precision, row.scale);
  CAPTURE(NameOf(row.store), row.value.integer, row.value.real, row.value.bytes);
  const std::string reason = ReasonFor(spec, row.value);
  if (reason == "ok") {
    CHECK(CellFor(spec, row.value) == Cell(row.expected));
  } else {
    CHECK(reason == row.expected);
  }
}

TEST_CASE("blobs are base64 and bounded in bytes", "[column]") {
  ColumnSpec spec = Spec(ColumnType::kBlob);
  spec.min_length = 1;
  spec.max_length = 3;
  CHECK(CellFor(spec, Value::Blob(std::string("\0\xFF", 2))) == Cell(std::string("AP8=")));
  CHECK(ReasonFor(spec, Value::Blob("")) == "invalid_c_range");
  CHECK(ReasonFor(spec, Value::Blob("abc")) == "ok");
  CHECK(ReasonFor(spec, Value::Blob("abcd")) == "invalid_c_range");
}

TEST_CASE("one typed value serves row after row", "[column]") {
  const ColumnSpec text = Spec(ColumnType::kText);
  const ColumnSpec integer = Spec(ColumnType::kInteger);
  TypedValue out;
  CHECK(JudgeColumn(text, Value::Text("a long text that needs room of its own").View(), out) == nullptr);
  const char* room = std::get<std::string>(out).data();
  CHECK(JudgeColumn(text, Value::Text("shorter").View(), out) == nullptr);
  CHECK(out == TypedValue(std::string("shorter")));
  CHECK(std::get<std::string>(out).data() == room);
  CHECK(JudgeColumn(integer, Value::Integer(5).View(), out) == nullptr);
  CHECK(out == TypedValue(std::int64_t{5}));
}
