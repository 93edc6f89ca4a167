#include "engine/render/result_format.h"

#include <limits>
#include <set>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

using Shape = ResultPart::Shape;

DeliveredResult Plain(RowSet rows, bool truncated = false) {
  return {false, {{"zones", Shape::kRows, std::move(rows), truncated}}, std::nullopt};
}

DeliveredResult Zones(bool truncated = false) {
  return Plain({{"zone", "units"}, {std::string("east"), std::int64_t{2}, std::string("west"), std::int64_t{30}}},
               truncated);
}

DeliveredResult Evidence() {
  DeliveredResult result;
  result.record = true;
  result.parts = {
      {"order", Shape::kObject, {{"id", "paid"}, {std::string("O1"), true}}, false},
      {"events", Shape::kRows, {{"kind"}, {std::string("sent")}}, true},
      {"sync", Shape::kNullableObject, {{"watermark"}, {}}, false},
  };
  result.coverage = Coverage{{{"2026-01-01T00:00:00Z", "2026-01-01T00:10:00Z"}},
                             "2026-01-01T00:20:00Z",
                             "2026-01-01T00:05:00Z",
                             true,
                             "2026-01-02T00:00:00Z",
                             {"events"},
                             {"No receipt."},
                             {"Not reconstructed."}};
  return result;
}

std::string Render(std::string_view format, const DeliveredResult& result, const RenderOptions& options = {}) {
  const ResultFormat* row = FindResultFormat(format);
  REQUIRE(row != nullptr);
  auto text = row->render(result, options);
  return text ? *text : "refused: " + text.error().reason;
}

TEST_CASE("the table of formats has unique, findable names and one format that carries outcomes") {
  std::set<std::string_view> names;
  int carrying = 0;
  for (const ResultFormat& format : ResultFormats()) {
    CHECK(names.insert(format.name).second);
    CHECK(FindResultFormat(format.name) == &format);
    CHECK_FALSE(format.summary.empty());
    carrying += format.carries_outcome ? 1 : 0;
  }
  CHECK(carrying == 1);
  CHECK(names == std::set<std::string_view>{"table", "json", "jsonl", "csv", "markdown"});
  CHECK(FindResultFormat("JSON") == nullptr);
  CHECK(FindResultFormat("") == nullptr);
}

TEST_CASE("bodies are those of the outcome table") {
  CHECK(RenderDeliveredJson(Zones()) ==
        R"({"status":"ok","complete":true,"rows":[{"zone":"east","units":2},{"zone":"west","units":30}]})");
  CHECK(RenderDeliveredJson(Plain({{"zone"}, {}})) == R"({"status":"ok","complete":true,"rows":[]})");
  CHECK(RenderDeliveredJson(Zones(true)) == R"({"status":"ok","complete":false,"truncated":["rows"],)"
                                            R"("rows":[{"zone":"east","units":2},{"zone":"west","units":30}]})");
  CHECK(
      RenderDeliveredJson(Evidence()) ==
      R"({"status":"ok","complete":false,"truncated":["events"],"order":{"id":"O1","paid":true},)"
      R"("events":[{"kind":"sent"}],"sync":null,"coverage":{"window":["2026-01-01T00:00:00Z","2026-01-01T00:10:00Z"],)"
      R"("as_of":"2026-01-01T00:20:00Z","watermark":"2026-01-01T00:05:00Z","delay_possible":true,)"
      R"("completeness":"unproven","observed_at":"2026-01-02T00:00:00Z","truncated":["events"],)"
      R"("absent":["No receipt."],"notes":["Not reconstructed."]}})");
  CHECK(RenderRejectionJson("invalid_state") == R"({"status":"rejected","reason":"invalid_state"})");
  CHECK(RenderFailureJson("lock_timeout") == R"({"status":"failed","reason":"lock_timeout"})");
}

TEST_CASE("coverage leaves out what a report does not declare") {
  DeliveredResult result = Zones();
  result.coverage = Coverage{};
  result.coverage->observed_at = "2026-01-02T00:00:00Z";
  CHECK_THAT(RenderDeliveredJson(result),
             Catch::EndsWith(R"("coverage":{"completeness":"unproven","observed_at":"2026-01-02T00:00:00Z",)"
                             R"("truncated":[],"absent":[],"notes":[]}})"));
}

TEST_CASE("every kind of cell has one spelling") {
  const DeliveredResult result = Plain(
      {{"a", "b", "c", "d", "e", "f"},
       {std::monostate{}, false, std::numeric_limits<std::int64_t>::min(), 5.0, std::string(), std::string("x")}});
  CHECK(Render("jsonl", result) == R"({"a":null,"b":false,"c":-9223372036854775808,"d":5.0,"e":"","f":"x"})"
                                   "\n");
  CHECK(Render("csv", result) == "a,b,c,d,e,f\n,false,-9223372036854775808,5.0,\"\",x\n");
  CHECK(Render("json", result) == RenderDeliveredJson(result) + "\n");
  CHECK(Render("markdown", result) ==
        "| a | b | c | d | e | f |\n| --- | --- | ---: | ---: | --- | --- |\n"
        "| null | false | -9223372036854775808 | 5.0 |  | x |\n");
}

TEST_CASE("csv quotes what it must and alters nothing") {
  const auto rendered = [](const std::string& text) { return Render("csv", Plain({{"c"}, {text}})); };
  CHECK(rendered("plain") == "c\nplain\n");
  CHECK(rendered("a,b") == "c\n\"a,b\"\n");
  CHECK(rendered("a\"b") == "c\n\"a\"\"b\"\n");
  CHECK(rendered("a\nb") == "c\n\"a\nb\"\n");
  CHECK(rendered("a\rb") == "c\n\"a\rb\"\n");
  CHECK(rendered("=1+1") == "c\n=1+1\n");
  CHECK(rendered(" a ") == "c\n a \n");
}

TEST_CASE("csv takes from spreadsheets what they would compute, when asked to, and never touches a number") {
  const auto rendered = [](Cell cell) {
    RenderOptions options;
    options.escape_formulas = true;
    return Render("csv", Plain({{"c"}, {std::move(cell)}}), options);
  };
  CHECK(rendered(std::string("=1+1")) == "c\n'=1+1\n");
  CHECK(rendered(std::string("+1+1")) == "c\n'+1+1\n");
  CHECK(rendered(std::string("-1+1")) == "c\n'-1+1\n");
  CHECK(rendered(std::string("@sum")) == "c\n'@sum\n");
  CHECK(rendered(std::string("\t=1")) == "c\n'\t=1\n");
  CHECK(rendered(std::string("\r=1")) == "c\n\"'\r=1\"\n");
  CHECK(rendered(std::string("=a,\"b\"")) == "c\n\"'=a,\"\"b\"\"\"\n");
  CHECK(rendered(std::string("=")) == "c\n'=\n");
  CHECK(rendered(std::string("+1")) == "c\n'+1\n");
  CHECK(rendered(std::string("a=1")) == "c\na=1\n");
  CHECK(rendered(std::string(" =1")) == "c\n =1\n");
  CHECK(rendered(std::string("'=1")) == "c\n'=1\n");
  CHECK(rendered(std::string("")) == "c\n\"\"\n");
  // Exact decimals and wide integers are delivered as text.
  CHECK(rendered(std::string("-12.50")) == "c\n-12.50\n");
  CHECK(rendered(std::string("-9223372036854775808")) == "c\n-9223372036854775808\n");
  CHECK(rendered(std::string("-1.5.2")) == "c\n'-1.5.2\n");
  CHECK(rendered(std::int64_t{-5}) == "c\n-5\n");
  CHECK(rendered(-0.5) == "c\n-0.5\n");
  CHECK(rendered(std::monostate{}) == "c\n\n");
}

TEST_CASE("a file's extension names its format, in either case") {
  const auto name = [](std::string_view path) {
    const ResultFormat* format = FindResultFormatOfFile(path);
    return format == nullptr ? std::string_view() : format->name;
  };
  CHECK(name("a.json") == "json");
  CHECK(name("folder.csv/a.JsonL") == "jsonl");
  CHECK(name("a.json.csv") == "csv");
  CHECK(name("/a.md") == "markdown");
  CHECK(name("a.markdown") == "markdown");
  for (const std::string_view other : {"", "csv", ".csv", "a/.csv", "a.csv/", "a.csv/b", "a.", "a.csv.gz", "a.table"}) {
    CAPTURE(other);
    CHECK(name(other).empty());
  }
  std::set<std::string_view> extensions;
  for (const ResultFormat& format : ResultFormats()) {
    for (const std::string_view extension : format.extensions) {
      if (!extension.empty()) CHECK(extensions.insert(extension).second);
    }
  }
}

TEST_CASE("rows alone refuse what they cannot tell") {
  const auto format = GENERATE(std::string("csv"), std::string("jsonl"));
  CHECK(Render(format, Zones(true)) == "refused: incomplete_result");
  CHECK(Render(format, Zones(true), {true, std::nullopt}) == Render(format, Zones()));
  CHECK(Render(format, Zones(), {false, "rows"}) == Render(format, Zones()));
  CHECK(Render(format, Zones(), {false, "zones"}) == "refused: unknown_part");

  CHECK(Render(format, Evidence()) == "refused: part_required");
  CHECK(Render(format, Evidence(), {true, "rows"}) == "refused: unknown_part");
  CHECK(Render(format, Evidence(), {false, "events"}) == "refused: incomplete_result");
  // The order itself is whole; the result is not, and rows have no place to say so.
  CHECK(Render(format, Evidence(), {false, "order"}) == "refused: incomplete_result");
}

TEST_CASE("a part of a record is written alone") {
  CHECK(Render("csv", Evidence(), {true, "order"}) == "id,paid\nO1,true\n");
  CHECK(Render("jsonl", Evidence(), {true, "order"}) == "{\"id\":\"O1\",\"paid\":true}\n");
  CHECK(Render("csv", Evidence(), {true, "sync"}) == "watermark\n");
  CHECK(Render("jsonl", Evidence(), {true, "sync"}).empty());
}

TEST_CASE("refusals of a format say whose fault they are") {
  const ResultFormat* csv = FindResultFormat("csv");
  REQUIRE(csv != nullptr);
  const auto kind = [&](const DeliveredResult& result, const RenderOptions& options) {
    auto text = csv->render(result, options);
    REQUIRE_FALSE(text);
    return text.error().kind;
  };
  CHECK(kind(Zones(true), {}) == RejectionKind::kInvalidData);
  CHECK(kind(Evidence(), {}) == RejectionKind::kInvalidRequest);
  CHECK(kind(Evidence(), {true, "x"}) == RejectionKind::kInvalidRequest);
}

TEST_CASE("a table aligns numbers to the right and shows stored text harmlessly") {
  CHECK(Render("table", Zones()) ==
        "zone  units\n"
        "----  -----\n"
        "east      2\n"
        "west     30\n");
  CHECK(Render("table", Plain({{"zone"}, {}})) == "zone\n----\n(no rows)\n");
  CHECK(Render("table", Plain({{"c"}, {std::string("\x1b]0;x\x07\n")}})) == "c\n--------------\n\\x1b]0;x\\x07\\n\n");
  // Exact decimals are numbers for the eye; a code with leading zeros is not.
  CHECK(Render("table", Plain({{"n"}, {std::string("5"), std::string("-12.50"), std::monostate{}}})) ==
        "     n\n------\n     5\n-12.50\n  null\n");
  CHECK(Render("table", Plain({{"code"}, {std::string("0007"), std::string("12")}})) == "code\n----\n0007\n12\n");
}

TEST_CASE("table and markdown end with what a reader of rows must also know") {
  CHECK_THAT(Render("table", Zones(true)),
             Catch::EndsWith("\n\ntruncated: rows (there are more rows than were asked for)\n"));
  CHECK_THAT(Render("markdown", Zones(true)),
             Catch::EndsWith("\n\ntruncated: rows (there are more rows than were asked for)\n"));
  CHECK(Render("table", Evidence()) ==
        "order:\n"
        "id    O1\n"
        "paid  true\n"
        "\n"
        "events:\n"
        "kind\n"
        "----\n"
        "sent\n"
        "\n"
        "sync:\n"
        "(none)\n"
        "\n"
        "truncated: events (there are more rows than were asked for)\n"
        "coverage: completeness unproven; window 2026-01-01T00:00:00Z to 2026-01-01T00:10:00Z; as of "
        "2026-01-01T00:20:00Z; watermark 2026-01-01T00:05:00Z; delay possible; observed at 2026-01-02T00:00:00Z\n"
        "absent: No receipt.\n"
        "note: Not reconstructed.\n");
}

TEST_CASE("markdown cells stay cells and text stays text") {
  struct Row {
    std::string text, cell;
  };
  const auto row = GENERATE(values<Row>({
      {"a|b", "a\\|b"},
      {"a\nb\r\nc\rd", "a<br>b<br>c<br>d"},
      {"<b>&", "&lt;b&gt;&amp;"},
      {"[x](y)", "\\[x\\](y)"},
      {"`c` *e* ~s~ \\", "\\`c\\` \\*e\\* \\~s\\~ \\\\"},
      {"order_id", "order_id"},
      {"\x1b[0m", "\\\\x1b\\[0m"},
  }));
  CHECK(Render("markdown", Plain({{"c"}, {row.text}})) == "| c |\n| --- |\n| " + row.cell + " |\n");
}

}  // namespace
}  // namespace querygate
