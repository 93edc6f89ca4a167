#include "engine/contract/parameter_spec.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

using Kind = Argument::Kind;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

Argument Null() { return {}; }
Argument Boolean(bool value) { return {Kind::kBoolean, value, 0, {}, {}}; }
Argument Integer(std::int64_t value) { return {Kind::kInteger, false, value, {}, {}}; }
Argument Number(std::string text) { return {Kind::kNumber, false, 0, std::move(text), {}}; }
Argument String(std::string text) { return {Kind::kString, false, 0, std::move(text), {}}; }
Argument Word(std::string text) { return {Kind::kWord, false, 0, std::move(text), {}}; }
Argument Array(std::vector<Argument> items) { return {Kind::kArray, false, 0, {}, std::move(items)}; }
Argument Object() { return {Kind::kObject, false, 0, {}, {}}; }

ParameterSpec Spec(ScalarType type) {
  ParameterSpec spec;
  spec.name = "p";
  spec.type = type;
  spec.missing_reason = "missing_p";
  spec.invalid_reason = "invalid_p";
  if (type == ScalarType::kTimestamp) spec.store = Store::kUnixS;
  if (type == ScalarType::kDecimal) {
    spec.store = Store::kText;
    spec.precision = 4;
    spec.scale = 2;
  }
  return spec;
}

Instant Now() { return *ParseTimestamp("2026-03-01T12:34:56.789Z"); }

Expected<BoundParameter, Rejection> Judge(const ParameterSpec& spec, const Argument* argument,
                                          const TypedNarrowing* narrowing = nullptr) {
  return JudgeParameter(spec, argument, Now(), narrowing);
}

void CheckBound(const ParameterSpec& spec, const Argument* argument, const std::vector<Value>& stored,
                const TypedNarrowing* narrowing = nullptr) {
  const Expected<BoundParameter, Rejection> bound = Judge(spec, argument, narrowing);
  INFO((bound ? std::string() : bound.error().reason));
  REQUIRE(bound.has_value());
  CHECK(bound->name == spec.name);
  CHECK_FALSE(bound->absent);
  CHECK(bound->stored == stored);
  CHECK(bound->typed.size() == stored.size());
}

void CheckRejected(const ParameterSpec& spec, const Argument* argument, RejectionKind kind, const std::string& reason,
                   const TypedNarrowing* narrowing = nullptr) {
  const Expected<BoundParameter, Rejection> bound = Judge(spec, argument, narrowing);
  REQUIRE_FALSE(bound.has_value());
  CHECK(bound.error() == Rejection{kind, reason, spec.name});
}

void CheckInvalid(const ParameterSpec& spec, const Argument& argument) {
  CheckRejected(spec, &argument, RejectionKind::kInvalidRequest, "invalid_p");
}

}  // namespace

TEST_CASE("an argument of the declared type is bound as it is stored", "[parameter]") {
  struct Row {
    ScalarType type;
    Argument argument;
    Value stored;
  };
  const auto row = GENERATE(values<Row>({
      {ScalarType::kString, String("sent"), Value::Text("sent")},
      {ScalarType::kString, String(""), Value::Text("")},
      {ScalarType::kString, String("5"), Value::Text("5")},
      {ScalarType::kString, Word("true"), Value::Text("true")},
      {ScalarType::kString, String("sent' OR 1=1 --"), Value::Text("sent' OR 1=1 --")},
      {ScalarType::kInteger, Integer(5), Value::Integer(5)},
      {ScalarType::kInteger, Integer(kMax), Value::Integer(kMax)},
      {ScalarType::kInteger, Integer(kMin), Value::Integer(kMin)},
      {ScalarType::kInteger, Word("-7"), Value::Integer(-7)},
      {ScalarType::kInteger, Word("9223372036854775807"), Value::Integer(kMax)},
      {ScalarType::kInteger, Word("-9223372036854775808"), Value::Integer(kMin)},
      {ScalarType::kDecimal, String("12.5"), Value::Text("12.50")},
      {ScalarType::kDecimal, Number("12.50"), Value::Text("12.50")},
      {ScalarType::kDecimal, Number("12.500"), Value::Text("12.50")},
      {ScalarType::kDecimal, Integer(12), Value::Text("12.00")},
      {ScalarType::kDecimal, Word("-99.99"), Value::Text("-99.99")},
      {ScalarType::kBoolean, Boolean(true), Value::Integer(1)},
      {ScalarType::kBoolean, Word("false"), Value::Integer(0)},
      {ScalarType::kDate, String("2024-02-29"), Value::Text("2024-02-29")},
      {ScalarType::kDate, Word("0001-01-01"), Value::Text("0001-01-01")},
      {ScalarType::kTimestamp, String("2026-01-02T14:00:30+08:00"), Value::Integer(1'767'333'630)},
      {ScalarType::kTimestamp, Word("9999-12-31T23:59:59Z"), Value::Integer(253'402'300'799)},
  }));
  CAPTURE(row.argument.text);
  CheckBound(Spec(row.type), &row.argument, {row.stored});
}

TEST_CASE("nothing is coerced", "[parameter]") {
  struct Row {
    ScalarType type;
    Argument argument;
  };
  const auto row = GENERATE(values<Row>({
      {ScalarType::kString, Null()},
      {ScalarType::kString, Integer(5)},
      {ScalarType::kString, Number("5.0")},
      {ScalarType::kString, Boolean(true)},
      {ScalarType::kString, Object()},
      {ScalarType::kString, Array({String("sent")})},
      {ScalarType::kString, String(std::string("a\0b", 3))},
      {ScalarType::kString, String("\xED\xA0\x80")},
      {ScalarType::kString, Word("\xFF")},
      {ScalarType::kInteger, Null()},
      {ScalarType::kInteger, Boolean(true)},
      {ScalarType::kInteger, String("5")},
      {ScalarType::kInteger, Number("5.0")},
      {ScalarType::kInteger, Number("1e1")},
      {ScalarType::kInteger, Number("9223372036854775808")},
      {ScalarType::kInteger, Array({Integer(5)})},
      {ScalarType::kInteger, Object()},
      {ScalarType::kInteger, Word("")},
      {ScalarType::kInteger, Word("05")},
      {ScalarType::kInteger, Word("+5")},
      {ScalarType::kInteger, Word("-0")},
      {ScalarType::kInteger, Word("5.0")},
      {ScalarType::kInteger, Word("1e1")},
      {ScalarType::kInteger, Word(" 5")},
      {ScalarType::kInteger, Word("0x5")},
      {ScalarType::kInteger, Word("true")},
      {ScalarType::kInteger, Word("9223372036854775808")},
      {ScalarType::kInteger, Word("-9223372036854775809")},
      {ScalarType::kDecimal, Null()},
      {ScalarType::kDecimal, Boolean(true)},
      {ScalarType::kDecimal, Number("1e1")},
      {ScalarType::kDecimal, Number("1.5E0")},
      {ScalarType::kDecimal, String("12.505")},
      {ScalarType::kDecimal, Number("100.00")},
      {ScalarType::kDecimal, Integer(100)},
      {ScalarType::kDecimal, String("-100")},
      {ScalarType::kDecimal, String("012")},
      {ScalarType::kDecimal, Word("1,5")},
      {ScalarType::kBoolean, Null()},
      {ScalarType::kBoolean, Integer(1)},
      {ScalarType::kBoolean, String("true")},
      {ScalarType::kBoolean, Word("True")},
      {ScalarType::kBoolean, Word("1")},
      {ScalarType::kBoolean, Word("yes")},
      {ScalarType::kDate, Null()},
      {ScalarType::kDate, Integer(20'240'229)},
      {ScalarType::kDate, String("2023-02-29")},
      {ScalarType::kDate, String("2024-02-29T00:00:00Z")},
      {ScalarType::kDate, String("0000-01-01")},
      {ScalarType::kDate, Word("today")},
      {ScalarType::kTimestamp, Null()},
      {ScalarType::kTimestamp, Integer(1'767'333'630)},
      {ScalarType::kTimestamp, String("2026-01-02T14:00:30")},
      {ScalarType::kTimestamp, String("2026-01-02")},
      {ScalarType::kTimestamp, String("2026-01-02T14:00:30.5Z")},  // finer than unix_s
      {ScalarType::kTimestamp, String("0001-01-01T00:00:00+00:01")},
      {ScalarType::kTimestamp, Word("now")},
  }));
  CAPTURE(row.argument.text);
  CheckInvalid(Spec(row.type), row.argument);
}

TEST_CASE("a missing argument takes the default, is absent, or is missing", "[parameter]") {
  ParameterSpec spec = Spec(ScalarType::kInteger);
  CheckRejected(spec, nullptr, RejectionKind::kInvalidRequest, "missing_p");

  spec.default_value = ParameterDefault{std::nullopt, {TypedValue(std::int64_t{10})}, "10"};
  CheckBound(spec, nullptr, {Value::Integer(10)});
  const Argument null = Null();
  CheckInvalid(spec, null);  // null is no way to ask for the default

  spec.default_value.reset();
  spec.optional = true;
  const Expected<BoundParameter, Rejection> bound = Judge(spec, nullptr);
  REQUIRE(bound.has_value());
  CHECK(bound->absent);
  CHECK(bound->stored.empty());
  CHECK(bound->typed.empty());
  CheckInvalid(spec, null);
}

TEST_CASE("relative defaults come from the call's instant, as fine as their store", "[parameter]") {
  struct Row {
    ScalarType type;
    Store store;
    RelativeTime relative;
    Value stored;
  };
  const auto row = GENERATE(values<Row>({
      {ScalarType::kDate, Store::kNone, {true, 0}, Value::Text("2026-03-01")},
      {ScalarType::kDate, Store::kNone, {true, -1}, Value::Text("2026-02-28")},
      {ScalarType::kDate, Store::kNone, {false, 0}, Value::Text("2026-03-01")},
      {ScalarType::kTimestamp, Store::kSqlUtc, {false, 0}, Value::Text("2026-03-01 12:34:56")},
      {ScalarType::kTimestamp, Store::kIso8601Utc, {false, -30}, Value::Text("2026-01-30T12:34:56Z")},
      {ScalarType::kTimestamp, Store::kSqlUtc, {true, 0}, Value::Text("2026-03-01 00:00:00")},
      {ScalarType::kTimestamp, Store::kSqlUtc, {true, 1}, Value::Text("2026-03-02 00:00:00")},
      {ScalarType::kTimestamp, Store::kUnixMs, {false, 0}, Value::Integer(1'772'368'496'789)},
      {ScalarType::kTimestamp, Store::kUnixS, {false, 0}, Value::Integer(1'772'368'496)},
      {ScalarType::kTimestamp, Store::kNative, {false, 0}, Value::Text("2026-03-01T12:34:56.789Z")},
  }));
  ParameterSpec spec = Spec(row.type);
  spec.store = row.store;
  spec.default_value = ParameterDefault{row.relative, {}, "relative"};
  CheckBound(spec, nullptr, {row.stored});
}

TEST_CASE("a relative default outside the calendar or its own bounds is invalid", "[parameter]") {
  ParameterSpec spec = Spec(ScalarType::kDate);
  spec.default_value = ParameterDefault{RelativeTime{true, -10'000'000}, {}, "x"};
  CheckRejected(spec, nullptr, RejectionKind::kInvalidRequest, "invalid_p");
  spec.default_value = ParameterDefault{RelativeTime{true, 0}, {}, "today"};
  spec.max = *ParseDate("2026-03-01");
  CheckBound(spec, nullptr, {Value::Text("2026-03-01")});
  spec.max = *ParseDate("2026-02-28");
  CheckRejected(spec, nullptr, RejectionKind::kInvalidRequest, "invalid_p");
}

TEST_CASE("choices, patterns, lengths and bounds are inclusive and exact", "[parameter]") {
  ParameterSpec text = Spec(ScalarType::kString);
  text.choices = {{std::string("queued"), "queued", ""}, {std::string("sent"), "sent", ""}};
  const Argument sent = String("sent");
  CheckBound(text, &sent, {Value::Text("sent")});
  for (const std::string other : {"Sent", "sent ", "", "all", "sen", "sent\n"}) {
    CAPTURE(other);
    CheckInvalid(text, String(other));
  }

  ParameterSpec lengths = Spec(ScalarType::kString);
  lengths.min_length = 1;
  lengths.max_length = 80;
  std::string eighty;
  for (int i = 0; i < 40; ++i) eighty += "e\xCC\x81";  // 40 shown characters, 80 code points
  const Argument longest = String(eighty);
  CheckBound(lengths, &longest, {Value::Text(eighty)});
  CheckInvalid(lengths, String(eighty + "x"));
  CheckInvalid(lengths, String(""));
  std::string emoji;
  for (int i = 0; i < 80; ++i) emoji += "\xF0\x9F\x98\x80";
  const Argument wide = String(emoji);
  CheckBound(lengths, &wide, {Value::Text(emoji)});

  ParameterSpec pattern = Spec(ScalarType::kString);
  pattern.pattern = *CompilePattern("[OP][0-9]{1,12}");
  const Argument reference = String("O1");
  CheckBound(pattern, &reference, {Value::Text("O1")});
  CheckInvalid(pattern, String("O1 "));
  CheckInvalid(pattern, String("O1\n"));

  ParameterSpec integer = Spec(ScalarType::kInteger);
  integer.min = std::int64_t{1};
  integer.max = std::int64_t{20};
  const Argument one = Integer(1), twenty = Word("20");
  CheckBound(integer, &one, {Value::Integer(1)});
  CheckBound(integer, &twenty, {Value::Integer(20)});
  CheckInvalid(integer, Integer(0));
  CheckInvalid(integer, Word("21"));

  ParameterSpec decimal = Spec(ScalarType::kDecimal);
  decimal.min = Decimal{0, 2};
  decimal.max = Decimal{1000, 2};
  decimal.choices = {{Decimal{1000, 2}, "10.00", ""}, {Decimal{50, 2}, "0.5", ""}};
  const Argument ten = Integer(10);
  CheckBound(decimal, &ten, {Value::Text("10.00")});
  CheckInvalid(decimal, String("10.01"));
  CheckInvalid(decimal, String("0.51"));
}

TEST_CASE("lists have one to max_items values, and a word is a list of one", "[parameter]") {
  ParameterSpec spec = Spec(ScalarType::kString);
  spec.list = true;
  spec.max_items = 3;
  const Argument two = Array({String("b"), String("a")});
  CheckBound(spec, &two, {Value::Text("b"), Value::Text("a")});
  const Argument three = Array({Word("a"), Word("a"), Word("c")});
  CheckBound(spec, &three, {Value::Text("a"), Value::Text("a"), Value::Text("c")});
  const Argument word = Word("a");
  CheckBound(spec, &word, {Value::Text("a")});

  CheckInvalid(spec, Array({}));
  CheckInvalid(spec, Array({String("a"), String("b"), String("c"), String("d")}));
  CheckInvalid(spec, String("a"));
  CheckInvalid(spec, Array({String("a"), Null()}));
  CheckInvalid(spec, Array({String("a"), Integer(1)}));
  CheckInvalid(spec, Array({Array({String("a")})}));
  CheckInvalid(Spec(ScalarType::kString), Array({Word("a"), Word("b")}));
}

TEST_CASE("every fault of a scope parameter is scope_unavailable", "[parameter]") {
  ParameterSpec spec = Spec(ScalarType::kTimestamp);
  spec.from_scope = true;
  const Argument good = String("2026-01-02T06:00:30Z");
  CheckBound(spec, &good, {Value::Integer(1'767'333'630)});
  CheckRejected(spec, nullptr, RejectionKind::kNotPermitted, "scope_unavailable");
  for (const Argument& argument : {Null(), Integer(1), String("x"), String("2026-01-02T06:00:30.5Z"), Array({good})}) {
    CheckRejected(spec, &argument, RejectionKind::kNotPermitted, "scope_unavailable");
  }
  TypedNarrowing narrowing;
  narrowing.min = *ParseTimestamp("2027-01-01T00:00:00Z");
  CheckRejected(spec, &good, RejectionKind::kNotPermitted, "scope_unavailable", &narrowing);
  spec.default_value = ParameterDefault{RelativeTime{false, 0}, {}, "now"};
  CheckBound(spec, nullptr, {Value::Integer(1'772'368'496)});
}

TEST_CASE("a narrowing forbids what the declaration permits, and says so", "[parameter]") {
  ParameterSpec spec = Spec(ScalarType::kInteger);
  spec.max = std::int64_t{20};
  spec.default_value = ParameterDefault{std::nullopt, {TypedValue(std::int64_t{10})}, "10"};
  TypedNarrowing range;
  range.parameter = "p";
  range.max = std::int64_t{9};
  const Argument nine = Integer(9), ten = Integer(10), many = Integer(21);
  CheckBound(spec, &nine, {Value::Integer(9)}, &range);
  CheckRejected(spec, &ten, RejectionKind::kNotPermitted, "not_permitted", &range);
  CheckRejected(spec, nullptr, RejectionKind::kNotPermitted, "not_permitted", &range);  // the default
  CheckRejected(spec, &many, RejectionKind::kInvalidRequest, "invalid_p", &range);

  TypedNarrowing values;
  values.parameter = "p";
  values.values = {std::int64_t{3}, std::int64_t{4}};
  const Argument three = Integer(3), five = Integer(5);
  CheckBound(spec, &three, {Value::Integer(3)}, &values);
  CheckRejected(spec, &five, RejectionKind::kNotPermitted, "not_permitted", &values);

  ParameterSpec list = Spec(ScalarType::kInteger);
  list.list = true;
  list.max_items = 5;
  const Argument mixed = Array({Integer(3), Integer(5)});
  CheckRejected(list, &mixed, RejectionKind::kNotPermitted, "not_permitted", &values);
  const Argument late_fault = Array({Integer(5), String("x")});
  CheckRejected(list, &late_fault, RejectionKind::kInvalidRequest, "invalid_p", &values);
}

TEST_CASE("leaving out a narrowed optional parameter does not widen it", "[parameter]") {
  ParameterSpec spec = Spec(ScalarType::kString);
  spec.optional = true;
  TypedNarrowing narrowing;
  narrowing.parameter = "p";
  narrowing.values = {std::string("DE")};
  CheckRejected(spec, nullptr, RejectionKind::kNotPermitted, "not_permitted", &narrowing);
  narrowing.values.clear();
  const Expected<BoundParameter, Rejection> bound = Judge(spec, nullptr, &narrowing);
  REQUIRE(bound.has_value());
  CHECK(bound->absent);
}

TEST_CASE("reasons can be the author's own", "[parameter]") {
  ParameterSpec spec = Spec(ScalarType::kString);
  spec.missing_reason = "state_needed";
  spec.invalid_reason = "bad_state";
  CheckRejected(spec, nullptr, RejectionKind::kInvalidRequest, "state_needed");
  const Argument argument = Integer(1);
  CheckRejected(spec, &argument, RejectionKind::kInvalidRequest, "bad_state");
}
