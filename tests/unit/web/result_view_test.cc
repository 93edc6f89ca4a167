// Delivered bodies as tables: no digit is lost, no text becomes markup, what is missing is said first.
#include "tools/web/result_view.h"

#include <catch2/catch.hpp>

#include "engine/render/json_text.h"
#include "tests/unit/web/hostile_texts.h"

namespace querygate::web::testing {
namespace {

ColumnSpec Column(const char* name, ColumnType type) {
  ColumnSpec column;
  column.name = name;
  column.type = type;
  return column;
}

CompiledReport Report(bool record) {
  CompiledReport report;
  CompiledQuery query;
  query.columns = {Column("zone", ColumnType::kText), Column("units", ColumnType::kInteger)};
  query.columns[1].documentation.unit = "pieces";
  report.queries = {query};
  report.result.record = record;
  report.result.parts.push_back({record ? "zones" : "", std::size_t{0}});
  return report;
}

std::string Written(const ResultTable& table) {
  Html html;
  WriteTable(html, table);
  return html.text();
}

TEST_CASE("numbers keep their spelling, whatever their size") {
  const char* body =
      R"({"status":"ok","complete":true,"rows":[)"
      R"({"zone":"a","units":9007199254740991},{"zone":"b","units":"9223372036854775807"},)"
      R"({"zone":"c","units":"99999999999999999999.10"},{"zone":"d","units":1e+20},{"zone":null,"units":null}]})";
  const auto result = ReadResult(Report(false), body);
  REQUIRE(result);
  const ResultTable& table = result->tables.front();
  CHECK(table.columns[1].role == ResultColumn::Role::kNumber);
  const std::string html = Written(table);
  for (const char* digits : {"9007199254740991", "9223372036854775807", "99999999999999999999.10", "1e+20"}) {
    CHECK_THAT(html, Catch::Contains(R"(<td class="number">)" + std::string(digits) + "</td>"));
  }
  CHECK_THAT(html, Catch::Contains(R"(<td class="null">null</td>)"));
  CHECK_THAT(html, Catch::Contains("<caption>rows (5 rows)</caption>") && Catch::Contains(R"(<th scope="col")") &&
                       Catch::Contains(R"(<span class="unit">pieces</span>)"));
}

TEST_CASE("stored texts and names of parts are shown as text") {
  for (const char* hostile : kHostileTexts) {
    CAPTURE(hostile);
    JsonWriter writer;
    writer.BeginObject().Key("complete").Boolean(true).Key("rows").BeginArray();
    writer.BeginObject().Key("zone").String(hostile).Key("units").String(hostile).EndObject().EndArray().EndObject();
    auto result = ReadResult(Report(false), writer.text());
    REQUIRE(result);
    ResultTable& table = result->tables.front();
    table.name = table.columns[0].name = table.columns[0].unit = table.columns[0].description = hostile;
    CHECK_THAT(Written(table), !Catch::Contains("<script") && !Catch::Contains("<img") && !Catch::Contains("<b>") &&
                                   !Catch::Contains("' on") && !Catch::Contains("<!--"));
    Html notices;
    WriteNotices(notices, {true, {}, {hostile}});
    CHECK_THAT(notices.text(), !Catch::Contains("<script") && !Catch::Contains("<img") && !Catch::Contains("<b>"));
  }
}

TEST_CASE("what was cut and how far an absence goes is said") {
  const auto result = ReadResult(
      Report(true),
      R"({"status":"ok","complete":false,"truncated":["zones"],"zones":[{"zone":"a","units":1}],)"
      R"("coverage":{"window":["A","B"],"as_of":"C","watermark":"D","delay_possible":true,)"
      R"("completeness":"unproven","observed_at":"E","truncated":["zones"],"absent":["No print."],"notes":["Old."]}})");
  REQUIRE(result);
  CHECK_FALSE(result->complete);
  CHECK(result->tables.front().truncated);
  Html html;
  WriteNotices(html, *result);
  for (const char* words :
       {"Incomplete: zones was cut", "It is not proven", "Read at E.", "from A to B", "As it was at C",
        "up to D: later data may still be on its way", "<li>No print.</li>", "<li>Old.</li>"}) {
    CHECK_THAT(html.text(), Catch::Contains(words));
  }
  CHECK_THAT(Written(result->tables.front()), Catch::Contains("zones (1 row, cut)"));
  Html nothing;
  WriteNotices(nothing, {});
  CHECK(nothing.text().empty());
}

TEST_CASE("no rows, one object and none") {
  const auto empty = ReadResult(Report(false), R"({"complete":true,"rows":[]})");
  CHECK_THAT(Written(empty->tables.front()), Catch::Contains("no rows satisfy the question"));
  const auto object = ReadResult(Report(true), R"({"complete":true,"zones":{"zone":"a","units":1}})");
  CHECK_THAT(Written(object->tables.front()), Catch::Contains(R"(<th scope="row">zone</th><td>a</td>)"));
  const auto none = ReadResult(Report(true), R"({"complete":true,"zones":null})");
  CHECK_THAT(Written(none->tables.front()), Catch::Contains("zones</strong>: none"));
}

TEST_CASE("a page shows so many rows and says how many there are") {
  for (const std::size_t rows : {kShownRows, kShownRows + 1}) {
    std::string body = R"({"complete":true,"rows":[)";
    for (std::size_t i = 0; i < rows; ++i) body += (i > 0 ? "," : "") + std::string(R"({"zone":"a","units":1})");
    const auto result = ReadResult(Report(false), body + "]}");
    REQUIRE(result);
    const std::string html = Written(result->tables.front());
    std::size_t shown = 0;
    for (std::size_t at = html.find("<td>a"); at != std::string::npos; at = html.find("<td>a", at + 1)) ++shown;
    CHECK(shown == kShownRows);
    CHECK((html.find("The page shows the first 1000 of 1001 rows") != std::string::npos) == (rows > kShownRows));
  }
}

TEST_CASE("a body that is not the report's is no result") {
  for (const char* body : {"", "[]", "{}", R"({"complete":true})", R"({"complete":true,"rows":[{"zone":"a"}]})",
                           R"({"complete":true,"rows":[)", R"({"status":"rejected","reason":"invalid_state"})"}) {
    CAPTURE(body);
    CHECK_FALSE(ReadResult(Report(false), body));
  }
}

}  // namespace
}  // namespace querygate::web::testing
