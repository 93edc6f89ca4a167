// Arguments that try to be taken for something else, through the facade of a deployment whose database does not
// exist: what is refused is refused before any source is opened, by its reason and nothing more; what is good
// gets as far as the missing file.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/gateway/gateway.h"
#include "engine/load/arguments.h"
#include "engine/render/result_format.h"
#include "tests/cases.h"

namespace querygate {
namespace {

constexpr std::string_view kSchema = "CREATE TABLE items(item TEXT PRIMARY KEY, store TEXT) WITHOUT ROWID;\n";

constexpr std::string_view kSource = R"(apiVersion: querygate/v1
kind: Source
backend: sqlite
schema: store.sql
expose:
  items: [item, store]
)";

constexpr std::string_view kAccess = R"(apiVersion: querygate/v1
kind: Access
scope:
  store: { claim: store, type: string }
  floor: { claim: floor, type: integer }
roles:
  clerk:
    reports: ['items/*']
    narrow:
      items/narrow: { count: { min: 2, max: 5 }, word: [aa, bb] }
local: [clerk]
)";

constexpr std::string_view kProbe = R"(
parameters:
  word: { type: string, optional: true, min_length: 2, max_length: 5 }
  code: { type: string, optional: true, pattern: '[a-z]{2}[0-9]', reason: bad_code }
  shade: { type: string, optional: true, enum: [red, blue] }
  note: { type: string, optional: true }
  count: { type: integer, optional: true, min: -3, max: 7 }
  wide: { type: integer, optional: true }
  level: { type: integer, optional: true, enum: [1, 2] }
  price: { type: decimal, optional: true, precision: 5, scale: 2, min: '0.01', max: '100.00', store: scaled_integer }
  huge: { type: decimal, optional: true, store: text }
  flag: { type: boolean, optional: true }
  day: { type: date, optional: true, min: 2026-01-01, max: 2026-12-31 }
  any_day: { type: date, optional: true }
  moment: { type: timestamp, optional: true, store: unix_s, min: '2026-01-01T00:00:00Z', max: '2026-12-31T23:59:59Z' }
  any_moment: { type: timestamp, optional: true, store: unix_ms }
allow:
  tables: { items: [item] }
queries:
  items:
    sql: >
      SELECT item FROM items
      WHERE item IN (:word, :code, :shade, :note, :count, :wide, :level, :price, :huge, :flag, :day, :any_day, :moment,
                     :any_moment)
      ORDER BY item
    rows: { max: 10, over: reject }
    columns: { item: { type: text } }
result: { rows: items }
)";

constexpr std::string_view kMany = R"(
parameters:
  tags: { type: string, list: true, max_items: 3, max_length: 4 }
  numbers: { type: integer, list: true, max_items: 100, min: 0, default: 1 }
  since: { type: date }
  until: { type: date }
windows: [ { start: since, end: until, max: 2d } ]
allow:
  tables: { items: [item] }
queries:
  items:
    sql: SELECT item FROM items WHERE item IN (:tags) AND item IN (:numbers) AND item > :since AND item < :until ORDER BY item
    rows: { max: 10, over: reject }
    columns: { item: { type: text } }
result: { rows: items }
)";

constexpr std::string_view kScoped = R"(
parameters:
  store: { type: string, from: scope, pattern: '[A-Z]{1,3}' }
  floor: { type: integer, from: scope, min: 0, max: 9 }
allow:
  tables: { items: [item, store] }
queries:
  items:
    sql: SELECT item FROM items WHERE store = :store AND item > :floor ORDER BY item
    rows: { max: 10, over: reject }
    columns: { item: { type: text } }
result: { rows: items }
)";

constexpr std::string_view kNarrow = R"(
parameters:
  count: { type: integer, min: 0, max: 9 }
  word: { type: string, enum: [aa, bb, cc] }
allow:
  tables: { items: [item] }
queries:
  items:
    sql: SELECT item FROM items WHERE item = :word AND item > :count ORDER BY item
    rows: { max: 10, over: reject }
    columns: { item: { type: text } }
result: { rows: items }
)";

class TemporaryDeployment {
 public:
  TemporaryDeployment() {
    std::string name = (std::filesystem::temp_directory_path() / "querygate-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    Write("querygate.yaml",
          "apiVersion: querygate/v1\nkind: Gateway\nsources:\n  store: { path: data/nowhere/store.sqlite }\n");
    Write("policies/sources/store.yaml", std::string(kSource));
    Write("policies/sources/store.sql", std::string(kSchema));
    Write("policies/access.yaml", std::string(kAccess));
    Write("policies/limits/default.yaml", "apiVersion: querygate/v1\nkind: Limits\n");
    Report("probe", kProbe);
    Report("many", kMany);
    Report("scoped", kScoped);
    Report("narrow", kNarrow);
  }
  ~TemporaryDeployment() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryDeployment(const TemporaryDeployment&) = delete;
  TemporaryDeployment& operator=(const TemporaryDeployment&) = delete;

  Gateway Open() const {
    GatewayOptions options;
    options.config = (folder_ / "querygate.yaml").string();
    options.environment = [](const std::string&) { return std::nullopt; };
    auto gateway = Gateway::Open(std::move(options));
    if (!gateway) FAIL(gateway.error().message);
    return *std::move(gateway);
  }
  // Nothing was made where the database should be.
  bool Untouched() const { return !std::filesystem::exists(folder_ / "data"); }

 private:
  void Write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path, std::ios::binary) << text;
  }
  void Report(const std::string& name, std::string_view body) const {
    Write("reports/items/" + name + ".yaml",
          "apiVersion: querygate/v1\nkind: Report\ntitle: Items\ndescription: Items.\n"
          "owner: store\nversion: 1\nsource: store\n" +
              std::string(body));
  }
  std::filesystem::path folder_;
};

constexpr std::string_view kReached = "reached the source";

std::string Refused(const Rejection& rejection) {
  // All that a caller is told: the reason, so no value can be in it.
  CHECK(RenderRejectionJson(rejection.reason) == "{\"status\":\"rejected\",\"reason\":\"" + rejection.reason + "\"}");
  static const std::map<RejectionKind, std::string> kKinds = {{RejectionKind::kInvalidRequest, ""},
                                                              {RejectionKind::kNotPermitted, " (not permitted)"}};
  const auto kind = kKinds.find(rejection.kind);
  REQUIRE(kind != kKinds.end());
  return rejection.reason + kind->second;
}

std::string Send(const Gateway& gateway, CallRequest request) {
  request.accepted = std::chrono::steady_clock::now();
  request.limits.timeout = std::chrono::seconds(60);
  const auto outcome = gateway.Run(request);
  REQUIRE(outcome);
  CHECK_FALSE(std::holds_alternative<Delivery>(outcome->body));
  CHECK(outcome->receipt.spending.rows == 0);
  if (const auto* rejection = std::get_if<Rejection>(&outcome->body)) {
    // The operator is told what it is about, never with which value.
    static const std::set<std::string> kParameters = {
        "word",    "code",   "shade",      "note", "count",   "wide",  "level", "price", "huge",  "flag",        "day",
        "any_day", "moment", "any_moment", "tags", "numbers", "since", "until", "store", "floor", "items/narrow"};
    if (rejection->reason != "unknown_argument") CHECK(kParameters.contains(rejection->subject));
    return Refused(*rejection);
  }
  const auto* failure = std::get_if<Failure>(&outcome->body);
  REQUIRE(failure != nullptr);
  return failure->reason == "query_unavailable" ? std::string(kReached) : failure->reason;
}

std::string SendJson(const Gateway& gateway, const std::string& report, const std::string& json,
                     HostIdentity identity = {}) {
  auto arguments = ParseJsonArguments(json);
  if (!arguments) {
    CHECK(arguments.error().subject.empty());
    return Refused(arguments.error());
  }
  return Send(gateway, {.report = report, .arguments = *std::move(arguments), .identity = std::move(identity)});
}

std::string Repeat(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

struct Row {
  std::string json;
  std::string_view answer = kReached;
};

std::string OneOf(const std::string& name, const std::string& value) { return "{\"" + name + "\":" + value + "}"; }

// A table for one parameter: values, and what becomes of them.
struct Values {
  std::string_view name, invalid;
  std::vector<std::string> good, bad;
};

std::vector<Values> ProbeValues() {
  return {
      {"word",
       "invalid_word",
       {R"("ab")", R"("abcde")", R"("ÄÖ")", R"("日本語日本")", R"("\ud83d\ude00\ud83d\ude00")", R"("  ")"},
       {R"("a")", R"("abcdef")", R"("")", R"("日")", R"("\ud83d\ude00")", R"("a\u0000b")", R"("' OR 1=1 --")"}},
      {"code",
       "bad_code",
       {R"("ab1")", R"("zz9")"},
       {R"("ab")", R"("ab12")", R"("AB1")", R"("ab1\n")", R"("\nab1")", R"("ab１")", R"("ab١")", R"("аb1")",
        R"(" ab1")", R"("ab1\u0000")", R"("ab1'")"}},
      {"shade",
       "invalid_shade",
       {R"("red")", R"("blue")"},
       {R"("Red")", R"("red ")", R"("re\u200bd")", R"("")", R"("ｒｅｄ")", R"("red,blue")", R"("green")",
        R"(["red"])"}},
      {"note",
       "invalid_note",
       {R"("")", R"("\u0001\u001f")", R"("\uffff")", R"("\"; DROP TABLE items; --")"},
       {R"("\u0000")", R"("x\u0000")", "1", "1.5", "true", "null", "[]", "{}", R"([[]])", R"({"$ne":""})"}},
      {"count",
       "invalid_count",
       {"-3", "7", "0"},
       {"-4", "8", "7.0", "0.7e1", "1e0", "-0", R"("7")", R"("７")", R"("٧")", "true", "false", "null", "[7]", "{}",
        "9223372036854775808"}},
      {"wide",
       "invalid_wide",
       {"9223372036854775807", "-9223372036854775808", "0"},
       {"9223372036854775808", "-9223372036854775809", "1.0", "1e3", "18446744073709551616", R"("1")", R"("0x10")",
        "123456789012345678901234567890123456789012345678901234567890"}},
      {"level", "invalid_level", {"1", "2"}, {"0", "3", R"("1")", "1.0", "true", "[1,2]", "null"}},
      {"price",
       "invalid_price",
       {R"("0.01")", R"("100.00")", "100", "0.01", R"("1.50")", R"("1.500")", "99.99"},
       {R"("0.00")", R"("100.01")", R"("0.001")",    R"("-1")", "101",        R"("1,5")", R"("1.")", R"(".5")",
        R"("01.5")", R"("+1")",     R"("1e1")",      "1e1",     R"("１.５")", R"("١.٥")", R"(" 1")", R"("1 ")",
        R"("")",     R"("NaN")",    R"("Infinity")", "true",    "null",       R"(["1"])", "{}"}},
      {"huge",
       "invalid_huge",
       {"\"" + Repeat("9", 38) + "\"", "\"-" + Repeat("9", 38) + "\"", Repeat("9", 38)},
       {"\"1" + Repeat("0", 38) + "\"", "\"" + Repeat("9", 39) + "\"", "\"0." + Repeat("0", 38) + "1\"", R"("0.5")",
        Repeat("9", 10'000), "1e400", "-1e-400"}},
      {"flag",
       "invalid_flag",
       {"true", "false"},
       {"0", "1", R"("true")", R"("false")", R"("")", "null", "[true]", "{}", "1.0"}},
      {"day",
       "invalid_day",
       {R"("2026-01-01")", R"("2026-12-31")"},
       {R"("2025-12-31")", R"("2027-01-01")", R"("2026-1-1")", R"("2026-02-30")", R"("２０２６-01-01")",
        R"("٢٠٢٦-01-01")", R"("2026-01-01T00:00:00Z")", R"("2026−01−01")", R"("today")", R"("now-1d")", "20260101",
        "1767225600", "true", "null", R"(["2026-01-01"])", "{}"}},
      {"any_day",
       "invalid_any_day",
       {R"("0001-01-01")", R"("9999-12-31")", R"("2024-02-29")", R"("2000-02-29")"},
       {R"("0000-12-31")", R"("10000-01-01")", R"("2023-02-29")", R"("1900-02-29")", R"("-001-01-01")",
        R"("2026-00-01")", R"("2026-13-01")", R"("2026-01-00")", R"("2026-01-32")"}},
      {"moment",
       "invalid_moment",
       {R"("2026-01-01T00:00:00Z")", R"("2026-12-31T23:59:59Z")", R"("2026-01-01T14:00:00+14:00")",
        R"("2025-12-31T23:00:00-01:00")", R"("2026-06-01T12:00:00.000Z")"},
       {R"("2025-12-31T23:59:59Z")", R"("2027-01-01T00:00:00Z")", R"("2026-01-01T00:00:00+00:01")",
        R"("2026-12-31T23:59:59-00:01")", R"("2026-06-01T12:00:00.5Z")", R"("2026-06-01T12:00:00")",
        R"("2026-06-01 12:00:00Z")", R"("2026-06-01t12:00:00z")", R"("2026-06-30T23:59:60Z")",
        R"("2026-06-01T24:00:00Z")", R"("2026-06-01")", "1780000000", R"("1780000000")",
        R"("2026-06-01T12:00:00+0000")", R"("now")", "true", "null", R"(["2026-06-01T12:00:00Z"])"}},
      {"any_moment",
       "invalid_any_moment",
       {R"("0001-01-01T00:00:00Z")", R"("9999-12-31T23:59:59.999Z")", R"("0001-01-01T23:59:00+23:59")",
        R"("9999-12-31T00:00:59-23:59")"},
       {R"("0001-01-01T23:58:59+23:59")", R"("9999-12-31T00:01:00-23:59")", R"("0000-12-31T23:59:59Z")",
        R"("10000-01-01T00:00:00Z")", R"("9999-12-31T23:59:59.9999Z")", R"("2026-01-01T00:00:00+24:00")",
        R"("2026-01-01T00:00:00+00:60")", R"("2026-01-01T00:00:00.1234567891Z")", R"("2026-01-01T00:00:00.Z")"}},
  };
}

// Each test case counts its own calls.
struct Calls : testing::CaseCount {
  Calls() : CaseCount("hostile calls") {}

  void Judge(const std::string& answer, std::string_view expected) {
    CHECK(answer == expected);
    Add(answer == expected);
  }
};

}  // namespace

TEST_CASE("the deployment of these tests is an honest one") {
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  const auto lint = gateway.Lint({});
  REQUIRE(lint);
  CHECK(lint->faults.empty());
  for (const Diagnostic& diagnostic : lint->findings) {
    INFO(FormatDiagnostic(diagnostic));
    CHECK(diagnostic.severity != Severity::kError);
  }
}

TEST_CASE("every type keeps both sides of its bounds, and takes no other type for itself") {
  Calls calls;
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  for (const Values& values : ProbeValues()) {
    for (const std::string& good : values.good) {
      const std::string json = OneOf(std::string(values.name), good);
      INFO(json);
      calls.Judge(SendJson(gateway, "items/probe", json), kReached);
    }
    for (const std::string& bad : values.bad) {
      const std::string json = OneOf(std::string(values.name), bad);
      INFO(json);
      calls.Judge(SendJson(gateway, "items/probe", json), values.invalid);
    }
  }
  CHECK(deployment.Untouched());
}

TEST_CASE("what is not one plain JSON object is no call") {
  Calls calls;
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  const std::string half = Repeat("a", kMaxArgumentBytes - 11);
  const auto rows = std::vector<Row>({
      {"{}"},
      {" \t\r\n{ }\n"},
      {"", "invalid_arguments"},
      {"null", "invalid_arguments"},
      {"[]", "invalid_arguments"},
      {"\"word\"", "invalid_arguments"},
      {"1", "invalid_arguments"},
      {"{}{}", "invalid_arguments"},
      {"{} x", "invalid_arguments"},
      {"{\"word\":\"ab\",}", "invalid_arguments"},
      {"{'word':'ab'}", "invalid_arguments"},
      {"{word:\"ab\"}", "invalid_arguments"},
      {"{\"word\":\"ab\"} // ab", "invalid_arguments"},
      {"{/* */}", "invalid_arguments"},
      {"\xef\xbb\xbf{}", "invalid_arguments"},
      {std::string("{}\0", 3), "invalid_arguments"},
      {"{\"word\":\"ab\",\"word\":\"ab\"}", "invalid_arguments"},
      {"{\"word\":\"ab\",\"w\\u006frd\":\"cd\"}", "invalid_arguments"},
      {"{\"note\":{\"a\":1,\"a\":1}}", "invalid_arguments"},
      {"{\"note\":\"\\ud800\"}", "invalid_arguments"},
      {"{\"note\":\"\\udc00\"}", "invalid_arguments"},
      {"{\"note\":\"\\ude00\\ud83d\"}", "invalid_arguments"},
      {"{\"note\":\"\xed\xa0\x80\"}", "invalid_arguments"},
      {"{\"note\":\"\xc0\x80\"}", "invalid_arguments"},
      {"{\"note\":\"\xf4\x90\x80\x80\"}", "invalid_arguments"},
      {"{\"note\":\"\xff\"}", "invalid_arguments"},
      {"{\"note\":\"a\nb\"}", "invalid_arguments"},
      {"{\"no\\u0000te\":1}", "invalid_arguments"},
      {"{\"count\":01}", "invalid_arguments"},
      {"{\"count\":+1}", "invalid_arguments"},
      {"{\"count\":.5}", "invalid_arguments"},
      {"{\"count\":0x1}", "invalid_arguments"},
      {"{\"count\":NaN}", "invalid_arguments"},
      {"{\"count\":-Infinity}", "invalid_arguments"},
      {"{\"count\":１}", "invalid_arguments"},
      {"{\"flag\":True}", "invalid_arguments"},
      {"{\"note\":\"" + half + "\"}"},
      {"{\"note\":\"" + half + "a\"}", "invalid_arguments"},
      {"{\"word\":\"" + half + "\"}", "invalid_word"},
      {"{\"shade\":\"" + half.substr(1) + "\"}", "invalid_shade"},
      {"{\"note\":" + Repeat("[", 31) + Repeat("]", 31) + "}", "invalid_note"},
      {"{\"note\":" + Repeat("[", 40) + Repeat("]", 40) + "}", "invalid_arguments"},
      {"{\"note\":" + Repeat("[", 500'000), "invalid_arguments"},
      {"{\"note\":" + Repeat("{\"a\":", 100'000), "invalid_arguments"},
      {"{\"note\":[" + Repeat("1,", 20'000) + "1]}", "invalid_arguments"},
  });
  for (const Row& row : rows) {
    INFO(row.json.substr(0, 80));
    calls.Judge(SendJson(gateway, "items/probe", row.json), row.answer);
  }
  CHECK(deployment.Untouched());
}

TEST_CASE("unknown names come first, whatever they are made to look like") {
  Calls calls;
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  for (const std::string_view name : {"", " word", "word ", "Word", "wоrd", "ｗｏｒｄ", "word\\n", "items", ":word",
                                      "@word", "since", "__proto__", "rowid", "word.length", "word[]", "1", "local"}) {
    INFO(name);
    calls.Judge(SendJson(gateway, "items/probe", OneOf(std::string(name), "\"ab\"")), "unknown_argument");
    calls.Judge(SendJson(gateway, "items/probe", "{\"count\":99,\"" + std::string(name) + "\":null}"),
                "unknown_argument");
  }
  calls.Judge(SendJson(gateway, "items/many", "{\"extra\":1}"), "unknown_argument");
  calls.Judge(SendJson(gateway, "items/probe", OneOf(Repeat("n", 100'000), "1")), "unknown_argument");
  CHECK(deployment.Untouched());
}

TEST_CASE("lists and windows hold at their ends") {
  Calls calls;
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  const std::string days = R"("since":"2026-01-01","until":"2026-01-03")";
  const auto with_tags = [&](const std::string& tags) { return "{" + days + ",\"tags\":" + tags + "}"; };
  const auto with_numbers = [&](const std::string& numbers) {
    return "{" + days + ",\"tags\":[\"a\"],\"numbers\":" + numbers + "}";
  };
  const auto with_days = [](std::string_view since, std::string_view until) {
    return "{\"tags\":[\"a\"],\"since\":\"" + std::string(since) + "\",\"until\":\"" + std::string(until) + "\"}";
  };
  const auto rows = std::vector<Row>({
      {with_tags(R"(["a"])")},
      {with_tags(R"(["a","b","abcd"])")},
      {with_tags(R"(["a","a","a"])")},
      {with_tags(R"(["a","b","c","d"])"), "invalid_tags"},
      {with_tags(R"(["a","a","a","a"])"), "invalid_tags"},
      {with_tags("[]"), "invalid_tags"},
      {with_tags("\"a\""), "invalid_tags"},
      {with_tags("null"), "invalid_tags"},
      {with_tags(R"({"0":"a"})"), "invalid_tags"},
      {with_tags(R"([["a"]])"), "invalid_tags"},
      {with_tags(R"(["a",null])"), "invalid_tags"},
      {with_tags(R"(["a",1])"), "invalid_tags"},
      {with_tags(R"(["a","abcde"])"), "invalid_tags"},
      {with_tags(R"(["a","b\u0000"])"), "invalid_tags"},
      {with_tags("[" + Repeat("\"a\",", 9'000) + "\"a\"]"), "invalid_tags"},
      {with_numbers("[" + Repeat("1,", 99) + "0]")},
      {with_numbers("[" + Repeat("1,", 100) + "0]"), "invalid_numbers"},
      {with_numbers("[1,-1]"), "invalid_numbers"},
      {with_numbers("[1,\"1\"]"), "invalid_numbers"},
      {with_numbers("[1,1.0]"), "invalid_numbers"},
      {with_numbers("1"), "invalid_numbers"},
      {"{" + days + "}", "missing_tags"},
      {"{\"tags\":[\"a\"],\"until\":\"2026-01-03\"}", "missing_since"},
      {"{\"tags\":[\"a\"],\"since\":\"2026-01-03\"}", "missing_until"},
      {"{}", "missing_tags"},
      {with_days("2026-01-01", "2026-01-02")},
      {with_days("2026-01-01", "2026-01-04"), "invalid_window"},
      {with_days("2026-01-01", "2026-01-01"), "invalid_window"},
      {with_days("2026-01-02", "2026-01-01"), "invalid_window"},
      {with_days("0001-01-01", "9999-12-31"), "invalid_window"},
      {with_days("9999-12-31", "0001-01-01"), "invalid_window"},
      {with_days("9999-12-30", "9999-12-31")},
      {with_days("0001-01-01", "0001-01-03")},
      {with_days("0000-12-31", "0001-01-01"), "invalid_since"},
  });
  for (const Row& row : rows) {
    INFO(row.json.substr(0, 120));
    calls.Judge(SendJson(gateway, "items/many", row.json), row.answer);
  }
  CHECK(deployment.Untouched());
}

TEST_CASE("a caller cannot say what only the host may, nor reach beyond a role") {
  Calls calls;
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  const auto claims = [](const std::string& rest) {
    return HostIdentity{.claims_json = "{\"roles\":[\"clerk\"]" + rest + "}"};
  };
  const std::string_view unavailable = "scope_unavailable (not permitted)";
  calls.Judge(SendJson(gateway, "items/scoped", "{}", claims(R"(,"store":"AB","floor":9)")), kReached);
  calls.Judge(SendJson(gateway, "items/scoped", R"({"store":"AB"})", claims(R"(,"store":"AB","floor":9)")),
              "unknown_argument");
  calls.Judge(SendJson(gateway, "items/scoped", R"({"store":"ZZ","floor":1})", claims("")), "unknown_argument");
  for (const std::string_view rest :
       {"", R"(,"store":"AB")", R"(,"floor":1)", R"(,"store":"ab","floor":1)", R"(,"store":"ABCD","floor":1)",
        R"(,"store":"","floor":1)", R"(,"store":null,"floor":1)", R"(,"store":["AB"],"floor":1)",
        R"(,"store":{"a":"AB"},"floor":1)", R"(,"store":"A\u0000","floor":1)", R"(,"store":"Ａ","floor":1)",
        R"(,"store":"AB","floor":10)", R"(,"store":"AB","floor":-1)", R"(,"store":"AB","floor":"1")",
        R"(,"store":"AB","floor":1.0)", R"(,"store":"AB","floor":true)"}) {
    INFO(rest);
    calls.Judge(SendJson(gateway, "items/scoped", "{}", claims(std::string(rest))), unavailable);
  }

  const auto rows = std::vector<Row>({
      {R"({"count":2,"word":"aa"})"},
      {R"({"count":5,"word":"bb"})"},
      {R"({"count":1,"word":"aa"})", "not_permitted (not permitted)"},
      {R"({"count":6,"word":"aa"})", "not_permitted (not permitted)"},
      {R"({"count":2,"word":"cc"})", "not_permitted (not permitted)"},
      // What no caller may send is invalid, not forbidden.
      {R"({"count":10,"word":"cc"})", "invalid_count"},
      {R"({"count":-1,"word":"aa"})", "invalid_count"},
      {R"({"count":1,"word":"dd"})", "invalid_word"},
      {R"({"count":"2","word":"aa"})", "invalid_count"},
      {R"({"word":"aa"})", "missing_count"},
  });
  for (const Row& row : rows) {
    INFO(row.json);
    calls.Judge(SendJson(gateway, "items/narrow", row.json), row.answer);
  }
  CHECK(deployment.Untouched());
}

TEST_CASE("words of a command line are read by the declared type and no further") {
  Calls calls;
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  struct Words {
    std::vector<std::string> words;
    std::string_view answer = kReached;
  };
  const auto rows = std::vector<Words>({
      {{"count=7"}},
      {{"count=-3"}},
      {{"count=8"}, "invalid_count"},
      {{"count=7.0"}, "invalid_count"},
      {{"count=+7"}, "invalid_count"},
      {{"count= 7"}, "invalid_count"},
      {{"count=07"}, "invalid_count"},
      {{"count=0x7"}, "invalid_count"},
      {{"count=７"}, "invalid_count"},
      {{"count="}, "invalid_count"},
      {{"count=1", "count=2"}, "invalid_count"},
      {{"count=1", "count:=2"}, "invalid_arguments"},
      {{"count:=\"1\""}, "invalid_count"},
      {{"count:=1"}},
      {{"count:=[1"}, "invalid_arguments"},
      {{"wide=9223372036854775807"}},
      {{"wide=9223372036854775808"}, "invalid_wide"},
      {{"flag=true"}},
      {{"flag=True"}, "invalid_flag"},
      {{"flag=1"}, "invalid_flag"},
      {{"flag=yes"}, "invalid_flag"},
      {{"note=a=b=c"}},
      {{"note=\xff"}, "invalid_arguments"},
      {{std::string("note=a\0b", 8)}, "invalid_note"},
      {{"word=null"}},
      {{"note=[1]"}},
      {{"price=1.50"}},
      {{"price=1.505"}, "invalid_price"},
      {{"day=2026-01-01"}},
      {{"day=today"}, "invalid_day"},
  });
  for (const Words& row : rows) {
    INFO(row.words.front());
    auto arguments = ParseWordArguments(row.words);
    if (!arguments) {
      const auto* rejection = std::get_if<Rejection>(&arguments.error());
      REQUIRE(rejection != nullptr);
      CHECK(Refused(*rejection) == row.answer);
      continue;
    }
    calls.Judge(Send(gateway, {.report = "items/probe", .arguments = *std::move(arguments)}), row.answer);
  }
  CHECK(deployment.Untouched());
}

TEST_CASE("a report's name is no path") {
  const TemporaryDeployment deployment;
  const Gateway gateway = deployment.Open();
  for (const char* report : {"", "/", "..", "items/../items/probe", "items/probe.yaml", "ITEMS/PROBE", "items//probe",
                             "items/probe\n", "./items/probe", "reports/items/probe", "items\\probe", "items/probe/"}) {
    INFO(report);
    const auto outcome = gateway.Run({.report = report, .accepted = std::chrono::steady_clock::now()});
    REQUIRE_FALSE(outcome);
    CHECK(std::holds_alternative<UnknownReport>(outcome.error()));
  }
}

}  // namespace querygate
