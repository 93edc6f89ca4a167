// Each limit on both sides of its boundary, each with a reason of its own.
#include <catch2/catch.hpp>

#include <chrono>
#include <stop_token>
#include <string>

#include <zlib.h>

#include "tests/unit/files/files_kit.h"

namespace querygate::testing {
namespace {

std::string Gzip(const std::string& bytes) {
  z_stream stream{};
  REQUIRE(::deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(::deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

Heard Ask(FilesKit& kit) { return kit.Call(kit.Count("t")); }

TEST_CASE("files: one more than permitted is input_files_limit", "[files]") {
  FilesKit kit(TableOf("csv", "a: { type: integer }", "inputs: { files: 2 }\n"));
  kit.Put("in/1.csv", "a\n1\n");
  kit.Put("in/2.csv", "a\n2\n");
  for (const auto& names : {std::vector<std::string>{"in"}, {"in/*.csv"}, {"in/1.csv", "in/2.csv", "in/*.csv"}}) {
    kit.Bind("t", names);
    CHECK(Ask(kit).text == "{\"n\":2}\n");
  }
  kit.Put("in/3.csv", "a\n3\n");
  for (const auto& names : {std::vector<std::string>{"in"}, {"in/*.csv"}, {"in/1.csv", "in/2.csv", "in/3.csv"}}) {
    kit.Bind("t", names);
    const Heard heard = Ask(kit);
    CHECK(heard.reason == "input_files_limit");
    CHECK(heard.cause.find("3.csv") != std::string::npos);
  }
}

TEST_CASE("bytes: of all files together, as stored", "[files]") {
  FilesKit kit(TableOf("csv", "a: { type: integer }", "inputs: { bytes: 8 }\n"));
  kit.Put("1.csv", "a\n1\n");
  kit.Put("2.csv", "a\n2\n");
  kit.Bind("t", {"*.csv"});
  CHECK(Ask(kit).text == "{\"n\":2}\n");
  kit.Put("2.csv", "a\n22\n");
  CHECK(Ask(kit).reason == "input_bytes_limit");
}

TEST_CASE("rows: of all files together", "[files]") {
  FilesKit kit(TableOf("csv", "a: { type: integer }", "inputs: { rows: 3 }\n"));
  kit.Put("1.csv", "a\n1\n2\n");
  kit.Put("2.csv", "a\n3\n");
  kit.Bind("t", {"*.csv"});
  CHECK(Ask(kit).text == "{\"n\":3}\n");
  kit.Put("2.csv", "a\n3\n4\n");
  const Heard heard = Ask(kit);
  CHECK(heard.reason == "input_rows_limit");
  CHECK(heard.cause.find("2.csv, line 3") != std::string::npos);
}

TEST_CASE("nesting: also where no column is listed", "[files]") {
  for (const auto& [format, good, bad] : {
           std::tuple<std::string, std::string, std::string>{"json", R"({"a":1,"x":[[1]]})", R"({"a":1,"x":[[[1]]]})"},
           {"json", R"([{"a":1,"x":[1]}])", R"([{"a":1,"x":[{"y":[]}]}])"},
           {"jsonl", R"({"a":1,"x":{"y":{}}})", R"({"x":{"y":{"z":{}}},"a":1})"},
       }) {
    FilesKit kit(TableOf(format, "a: { type: integer }", "inputs: { nesting: 3 }\n"));
    kit.Bind("t", {"data"});
    kit.Put("data", good);
    CHECK(Ask(kit).text == "{\"n\":1}\n");
    kit.Put("data", bad);
    CHECK(Ask(kit).reason == "input_nesting_limit");
  }
  // The list and its objects are two.
  FilesKit kit(TableOf("json", "a: { type: integer }", "inputs: { nesting: 1 }\n"));
  kit.Bind("t", {"data"});
  kit.Put("data", R"({"a":1})");
  CHECK(Ask(kit).reason == "ok");
  kit.Put("data", R"([{"a":1}])");
  CHECK(Ask(kit).reason == "input_nesting_limit");
}

TEST_CASE("a hundred thousand brackets end at the limit, not at the end of the stack", "[files]") {
  FilesKit kit(TableOf("json", "a: { type: integer }", "inputs: { nesting: 1000 }\n"));
  kit.Bind("t", {"data"});
  kit.Put("data", "{\"x\":" + std::string(100'000, '['));
  CHECK(Ask(kit).reason == "input_nesting_limit");
  kit.Put("data", "{\"x\":" + std::string(999, '[') + std::string(999, ']') + ",\"a\":1}");
  CHECK(Ask(kit).text == "{\"n\":1}\n");
}

TEST_CASE("a value: of a listed column, of a quoted field, of a key", "[files]") {
  const std::string limits = "inputs: { value_bytes: 1MiB }\n";
  const std::string most(1 << 20, 'x');
  FilesKit csv(TableOf("csv", "a: { type: text }", limits));
  csv.Bind("t", {"data"});
  csv.Put("data", "a,b\n" + most + "," + most + most + "\n");
  CHECK(Ask(csv).text == "{\"n\":1}\n");
  csv.Put("data", "a,b\n" + most + "x,1\n");
  CHECK(Ask(csv).reason == "input_value_limit");
  csv.Put("data", "a,b\n\"" + most + "\",1\n");
  CHECK(Ask(csv).text == "{\"n\":1}\n");
  csv.Put("data", "a,b\n1,1\n\"" + most + "\"\"\",1\n");
  const Heard heard = Ask(csv);
  CHECK(heard.reason == "input_value_limit");
  CHECK(heard.cause.find("line 3") != std::string::npos);
  FilesKit json(TableOf("json", "a: { type: text }", limits));
  json.Bind("t", {"data"});
  json.Put("data", "{\"a\":\"" + most + "\",\"b\":\"" + most + most + "\"}");
  CHECK(Ask(json).text == "{\"n\":1}\n");
  json.Put("data", "{\"a\":\"" + most + "x\"}");
  CHECK(Ask(json).reason == "input_value_limit");
  json.Put("data", "{\"a\":\"1\",\"" + most + "x\":1}");
  CHECK(Ask(json).reason == "input_value_limit");
}

TEST_CASE("decompressed bytes: of compressed files together", "[files]") {
  FilesKit kit(TableOf("csv", "a: { type: integer }", "inputs: { expanded_bytes: 1000 }\n"));
  kit.Bind("t", {"*.gz"});
  std::string rows = "a\n";
  while (rows.size() < 500) rows += "1\n";
  kit.Put("1.gz", Gzip(rows));
  kit.Put("2.gz", Gzip(rows));
  CHECK(Ask(kit).reason == "ok");
  kit.Put("2.gz", Gzip(rows + "1"));
  CHECK(Ask(kit).reason == "input_expanded_limit");
  // A bomb is not unpacked first.
  FilesKit bomb(TableOf("csv", "a: { type: text }", "inputs: { expanded_bytes: 1MiB }\n"));
  bomb.Bind("t", {"data"});
  bomb.Put("data", Gzip("a\n" + std::string(64 << 20, 'x') + "\n"));
  CHECK(Ask(bomb).reason == "input_expanded_limit");
}

TEST_CASE("gzip is noticed, its members follow each other, and damage rejects", "[files]") {
  FilesKit kit(TableOf("csv", "a: { type: integer }"));
  kit.Bind("t", {"data"});
  const std::string whole = Gzip("a\n1\n2\n");
  kit.Put("data", whole);
  CHECK(Ask(kit).text == "{\"n\":2}\n");
  kit.Put("data", Gzip("a\n1\n") + Gzip("2\n3\n"));
  CHECK(Ask(kit).text == "{\"n\":3}\n");
  for (std::size_t size = 2; size < whole.size(); ++size) {
    kit.Put("data", whole.substr(0, size));
    CHECK(Ask(kit).reason == "invalid_input");
  }
  kit.Put("data", whole + "x");
  CHECK(Ask(kit).reason == "invalid_input");
  std::string damaged = whole;
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);  // of the checksum
  kit.Put("data", damaged);
  CHECK(Ask(kit).reason == "invalid_input");
}

TEST_CASE("memory: an image that does not fit is budget_exceeded", "[files]") {
  FilesKit kit(TableOf("csv", "a: { type: text }"));
  kit.Bind("t", {"data"});
  std::string rows = "a\n";
  for (int i = 0; i < 20'000; ++i) rows += "0123456789012345678901234567890123456789\n";
  kit.Put("data", rows);
  kit.budget().memory = 4 << 20;
  CHECK(Ask(kit).text == "{\"n\":20000}\n");
  kit.Put("data", rows + "x\n");
  kit.budget().memory = 512 << 10;
  const Heard heard = Ask(kit);
  CHECK(heard.reason == "budget_exceeded");
  CHECK(heard.cause.find("more memory") != std::string::npos);
}

TEST_CASE("time: counted before, while files are read, and while another call reads them", "[files]") {
  FilesKit* running = nullptr;
  std::string pass_at;
  files::FilesOptions options;
  options.hook = [&](std::string_view step) {
    if (step == pass_at) running->clock().Advance(std::chrono::minutes(2));
  };
  FilesKit kit(TableOf("csv", "a: { type: integer }"), options);
  running = &kit;
  kit.Bind("t", {"data"});
  kit.Put("data", "a\n1\n");
  CHECK(Ask(kit).reason == "ok");
  for (const char* step : {"listed", "opened"}) {
    INFO(step);
    kit.Put("data", std::string("a\n2\n"));
    pass_at = step;
    CHECK(Ask(kit).reason == "deadline_exceeded");
  }
  pass_at.clear();
  CHECK(Ask(kit).reason == "ok");
}

}  // namespace
}  // namespace querygate::testing
