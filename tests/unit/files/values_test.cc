// Every declared type, from both formats: exactly what the file spells, or a rejection that never repeats the value.
#include <catch2/catch.hpp>

#include <string>

#include "tests/cases.h"
#include "tests/unit/files/files_kit.h"

namespace querygate::testing {
namespace {

Heard Read(const std::string& format, const std::string& declared, const std::string& asked, const std::string& bytes) {
  FilesKit kit(TableOf(format, "v: { " + declared + " }"));
  kit.Put("data", bytes);
  kit.Bind("t", {"data"});
  return kit.Call(kit.Select("t", {{"v", asked}}));
}

struct Row {
  const char* spelling;
  const char* delivered;  // null: it does not fit
};

void Check(const std::string& declared, const std::string& asked, std::initializer_list<Row> rows) {
  CaseCount count("files: values by declared type");
  for (const Row& row : rows) {
    const std::string spelling = row.spelling;
    const bool number = declared.starts_with("type: integer") || declared.starts_with("type: real") ||
                        declared.starts_with("type: boolean");
    const std::string json = number ? spelling : '"' + spelling + '"';
    for (const auto& [format, bytes] :
         {std::pair<std::string, std::string>{"csv", "v\n" + spelling + '\n'}, {"jsonl", "{\"v\":" + json + "}\n"}}) {
      INFO(format << ": " << declared << ": " << spelling);
      const Heard heard = Read(format, declared, asked, bytes);
      INFO(heard.reason << ": " << heard.cause);
      if (row.delivered != nullptr) {
        CHECK(count.Add(heard.text == std::string("{\"v\":") + row.delivered + "}\n"));
        continue;
      }
      CHECK(count.Add(heard.reason == "invalid_input" && heard.text.empty()));
      CHECK(heard.cause.find("line ") != std::string::npos);
      if (spelling.size() > 6) CHECK(heard.cause.find(spelling) == std::string::npos);
    }
  }
}

TEST_CASE("integers are 64 bits and spelt in one way", "[files]") {
  Check("type: integer", "type: integer",
        {{"0", R"("0")"},
         {"-7", R"("-7")"},
         {"9223372036854775807", R"("9223372036854775807")"},
         {"-9223372036854775808", R"("-9223372036854775808")"},
         {"9223372036854775808", nullptr},
         {"-9223372036854775809", nullptr},
         {"99999999999999999999999999999999", nullptr},
         {"-0", nullptr},
         {"007", nullptr},
         {"+7", nullptr},
         {"7.0", nullptr},
         {"7e0", nullptr}});
  for (const char* text : {" 7", "7 ", "0x7", "1,000", "seven", "NaN"}) {
    CHECK(Read("csv", "type: integer", "type: integer", std::string("v\n\"") + text + "\"\n").reason == "invalid_input");
  }
}

TEST_CASE("decimals stay exact", "[files]") {
  const std::string declared = "type: decimal, scale: 2";
  const std::string asked = "type: decimal, scale: 2, precision: 18, store: scaled_integer";
  Check(declared, asked,
        {{"0.10", R"("0.10")"},
         {"0.1", R"("0.10")"},
         {"0.30", R"("0.30")"},
         {"-12", R"("-12.00")"},
         {"1.100", R"("1.10")"},
         {"9999999999999999.99", R"("9999999999999999.99")"},
         {"99999999999999999.99", nullptr},
         {"0.001", nullptr},
         {"1e2", nullptr},
         {"1,5", nullptr},
         {".5", nullptr},
         {"NaN", nullptr}});
  Check("type: decimal, scale: 3, precision: 38, store: text", "type: decimal, scale: 3, precision: 38, store: text",
        {{"12345678901234567890123456789012345.678", R"("12345678901234567890123456789012345.678")"},
         {"123456789012345678901234567890123456.789", nullptr}});
  // A JSON number is as exact as a text.
  CHECK(Read("jsonl", declared, asked, "{\"v\":9999999999999999.99}\n").text == "{\"v\":\"9999999999999999.99\"}\n");
  CHECK(Read("jsonl", declared, asked, "{\"v\":0.1}\n").text == "{\"v\":\"0.10\"}\n");
}

TEST_CASE("reals are finite doubles", "[files]") {
  Check("type: real", "type: real",
        {{"0.1", "0.1"},
         {"-2.5e3", "-2500.0"},
         {"1e308", "1e+308"},
         {"1e400", nullptr},
         {"-1e400", nullptr},
         {"1e-400", nullptr}});
  for (const char* text : {"NaN", "nan", "inf", "Infinity", "-inf", "0x1p3", "1e", "", "1.2.3", "--1"}) {
    CHECK(Read("csv", "type: real", "type: real", std::string("v\n\"") + text + "\"\n").reason == "invalid_input");
  }
}

TEST_CASE("booleans are two words", "[files]") {
  Check("type: boolean", "type: boolean", {{"true", "true"}, {"false", "false"}});
  for (const char* text : {"1", "0", "TRUE", "yes", "t", ""}) {
    CHECK(Read("csv", "type: boolean", "type: boolean", std::string("v\n\"") + text + "\"\n").reason == "invalid_input");
  }
  CHECK(Read("jsonl", "type: boolean", "type: boolean", "{\"v\":1}\n").reason == "invalid_input");
  CHECK(Read("jsonl", "type: boolean", "type: boolean", "{\"v\":\"true\"}\n").reason == "invalid_input");
}

TEST_CASE("dates exist", "[files]") {
  Check("type: date", "type: date",
        {{"2024-02-29", R"("2024-02-29")"},
         {"0001-01-01", R"("0001-01-01")"},
         {"9999-12-31", R"("9999-12-31")"},
         {"2023-02-29", nullptr},
         {"2026-09-31", nullptr},
         {"2026-13-01", nullptr},
         {"2026-00-10", nullptr},
         {"0000-01-01", nullptr},
         {"2026-9-1", nullptr},
         {"20260901", nullptr},
         {"2026-09-01T00:00:00Z", nullptr}});
}

TEST_CASE("instants have an offset and are no finer than their store", "[files]") {
  Check("type: timestamp", "type: timestamp, store: iso8601_utc",
        {{"2026-09-01T02:00:00+02:00", R"("2026-09-01T00:00:00Z")"},
         {"2026-09-01T00:00:00.000Z", R"("2026-09-01T00:00:00Z")"},
         {"2026-09-01T00:00:00.5Z", nullptr},
         {"2026-09-01T00:00:00", nullptr},
         {"2026-09-01 00:00:00Z", nullptr},
         {"2026-09-01T24:00:00Z", nullptr},
         {"2026-02-30T00:00:00Z", nullptr}});
  Check("type: timestamp, store: unix_ms", "type: timestamp, store: unix_ms",
        {{"1970-01-01T00:00:01.5Z", R"("1970-01-01T00:00:01.5Z")"}, {"1970-01-01T00:00:00.0005Z", nullptr}});
  Check("type: timestamp, store: unix_s", "type: timestamp, store: unix_s",
        {{"1969-12-31T23:59:59Z", R"("1969-12-31T23:59:59Z")"}});
  Check("type: timestamp, store: sql_utc", "type: timestamp, store: sql_utc",
        {{"2026-09-01T00:00:00-01:00", R"("2026-09-01T01:00:00Z")"}});
}

TEST_CASE("an empty field is null where it may be and no value of another type", "[files]") {
  for (const std::string type : {"integer", "real", "boolean", "date", "timestamp", "decimal, scale: 2"}) {
    INFO(type);
    std::string asked = "type: " + type;
    if (type == "timestamp") asked += ", store: iso8601_utc";
    if (type.starts_with("decimal")) asked += ", store: scaled_integer";
    CHECK(Read("csv", "type: " + type, asked, "v\n\n").reason == "invalid_input");
    CHECK(Read("csv", "type: " + type + ", nullable: true", asked + ", nullable: true", "v\n\n").text ==
          "{\"v\":null}\n");
    // Quotes say that there is a value.
    CHECK(Read("csv", "type: " + type + ", nullable: true", asked + ", nullable: true", "v\n\"\"\n").reason ==
          "invalid_input");
  }
}

TEST_CASE("a second row with the same key rejects the call", "[files]") {
  FilesKit kit("tables:\n  t:\n    format: csv\n    key: [a, b]\n    columns: { a: { type: text }, b: { type: integer } }\n");
  kit.Bind("t", {"data"});
  const auto report = kit.Select("t", {{"a", "type: text"}, {"b", "type: integer, min: 0, max: 9"}});
  kit.Put("data", "a,b\nx,1\nx,2\ny,1\n");
  CHECK(kit.Call(report).reason == "ok");
  kit.Put("data", "a,b\nx,1\ny,1\nx,1\n");
  const Heard heard = kit.Call(report);
  CHECK(heard.reason == "invalid_input");
  CHECK(heard.cause.find("line 4: a row with the same key") != std::string::npos);
}

}  // namespace
}  // namespace querygate::testing
