// The same report over the same data, from a database file and from each format: the same bytes.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "engine/render/result_format.h"
#include "tests/unit/files/files_kit.h"

namespace querygate::testing {
namespace {

const std::string kColumns =
    "id: { type: integer }, name: { type: text, nullable: true }, fee: { type: decimal, scale: 2 }, rate: { type: real }, "
    "paid: { type: boolean }, day: { type: date }, at: { type: timestamp }";

const std::vector<Asked> kAsked = {{"id", "type: integer"},
                                   {"name", "type: text, nullable: true"},
                                   {"fee", "type: decimal, scale: 2, store: scaled_integer"},
                                   {"rate", "type: real"},
                                   {"paid", "type: boolean"},
                                   {"day", "type: date"},
                                   {"at", "type: timestamp, store: iso8601_utc"}};

const std::string kSql =
    "INSERT INTO t VALUES (9223372036854775807, 'a,\"b\"', 10, 0.1, 1, '2024-02-29', '2026-09-01T00:00:00Z'),"
    "(-9223372036854775808, NULL, -1, 1e308, 0, '0001-01-01', '1969-12-31T23:59:59Z'),"
    "(0, 'é\n😀', 999999999999999999, -2.5, 1, '9999-12-31', '2026-09-01T00:00:00Z');";

const std::string kCsv =
    "id,name,fee,rate,paid,day,at,other\n"
    "9223372036854775807,\"a,\"\"b\"\"\",0.10,0.1,true,2024-02-29,2026-09-01T02:00:00+02:00,x\n"
    "-9223372036854775808,,-0.01,1e308,false,0001-01-01,1969-12-31T23:59:59Z,y\n"
    "0,\"é\n😀\",9999999999999999.99,-2.5,true,9999-12-31,2026-09-01T00:00:00.000Z,z\n";

const std::vector<std::string> kObjects = {
    R"({"at":"2026-09-01T00:00:00Z","day":"2024-02-29","paid":true,"rate":0.1,"fee":"0.1","name":"a,\"b\"","id":9223372036854775807})",
    R"({"id":-9223372036854775808,"fee":-0.01,"rate":1e308,"paid":false,"day":"0001-01-01","at":"1969-12-31T23:59:59Z"})",
    R"({"id":0,"name":"\u00e9\n\ud83d\ude00","fee":9999999999999999.99,"rate":-25e-1,"paid":true,"day":"9999-12-31","at":"2026-09-01T00:00:00Z"})",
};

std::string FromDatabase() {
  FilesKit kit(TableOf("csv", kColumns));
  ScratchData data;
  data.script = kSql;
  const auto source = kit.backend().MakeScratch(std::make_shared<CompiledSource>(kit.source()), data);
  INFO((source ? std::string() : source.error().message));
  REQUIRE(source);
  const auto report = kit.Select("t", kAsked);
  CallContext context;
  context.now = kit.clock().WallNow();
  context.clock = &kit.clock();
  Presentation presentation;
  presentation.format = FindResultFormat("jsonl");
  const Answer answer = AnswerCall(report, {}, **source, context, kit.clock(), presentation);
  REQUIRE(std::holds_alternative<Delivery>(answer.body));
  return std::get<Delivery>(answer.body).text;
}

std::string FromFiles(const std::string& format, const std::string& bytes) {
  FilesKit kit(TableOf(format, kColumns));
  kit.Put("data", bytes);
  kit.BindPath(kit.Path("data"));
  const Heard heard = kit.Call(kit.Select("t", kAsked));
  INFO(heard.cause);
  CHECK(heard.reason == "ok");
  return heard.text;
}

TEST_CASE("the same data gives the same bytes, from a database and from every format", "[files]") {
  const std::string expected = FromDatabase();
  CHECK(expected.find(R"("id":"9223372036854775807")") != std::string::npos);
  CHECK(FromFiles("csv", kCsv) == expected);
  std::string tabs = kCsv;
  for (std::size_t at = 0; (at = tabs.find(',', at)) != std::string::npos; ++at) {
    if (tabs.compare(at, 3, ",\"\"") != 0) tabs[at] = '\t';
  }
  CHECK(FromFiles("tsv", tabs) == expected);
  CHECK(FromFiles("jsonl", kObjects[0] + '\n' + kObjects[1] + '\n' + kObjects[2]) == expected);
  CHECK(FromFiles("json", '[' + kObjects[0] + ",\n" + kObjects[1] + ',' + kObjects[2] + ']') == expected);
}

}  // namespace
}  // namespace querygate::testing
