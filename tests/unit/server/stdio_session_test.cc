// MCP over standard input and output: lines in, lines out, whatever arrives.
#include "tools/server/mcp/stdio_session.h"

#include <algorithm>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/unit/server/served_deployment.h"
#include "tools/server/mcp/json_access.h"

namespace querygate::server::mcp {
namespace {

using server::testing::IdentityOf;
using server::testing::KeptLog;
using server::testing::ServedDeployment;

std::vector<std::string> Serve(const std::string& input, std::size_t workers = 2, std::size_t in_flight = 8) {
  const ServedDeployment deployment;
  const ServedGateway gateway(deployment.Open());
  KeptLog log;
  const Service service(log, {"test", 40});
  WorkerPool pool(workers);
  std::istringstream in(input);
  std::ostringstream out;
  ServeStdio(service, gateway, {IdentityOf("clerk"), 4096, in_flight}, SystemClock(), pool, in, out);
  std::vector<std::string> lines;
  std::istringstream written(out.str());
  for (std::string line; std::getline(written, line);) lines.push_back(line);
  return lines;
}

std::string Call(const std::string& id, const std::string& arguments) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"items_by_id","arguments":)" +
         arguments + "}}\n";
}

TEST_CASE("every request is answered once, also those that wait when the input ends") {
  std::string input;
  for (int i = 0; i < 200; ++i) input += Call(std::to_string(i), R"({"item_id":1})");
  for (const std::size_t workers : {1U, 4U}) {
    const auto lines = Serve(input, workers);
    CHECK(lines.size() == 200);
    std::map<std::string, int> answers;
    for (const std::string& line : lines) {
      const auto json = ReadJson(line);
      REQUIRE(json.value);
      CHECK(FindJson(*json.value, "result") != nullptr);
      ++answers[FindJson(*json.value, "id")->text];
    }
    CHECK(answers.size() == 200);
  }
}

TEST_CASE("lines that are no message do not end the session") {
  const auto lines = Serve("\n  \nnot JSON\n" + std::string(5000, 'x') + "\n" + "{\"jsonrpc\":\"2.0\"}\r\n" +
                               R"({"jsonrpc":"2.0","id":"p","method":"ping"})" + "\r\n" + R"([])" + "\n" +
                               R"({"jsonrpc":"2.0","id":"last","method":"ping"})",
                           1);
  REQUIRE(lines.size() == 6);
  const auto count = [&](const std::string& part) {
    return std::count_if(lines.begin(), lines.end(),
                         [&](const std::string& line) { return line.find(part) != std::string::npos; });
  };
  CHECK(count("-32700") == 1);
  CHECK(count("larger than the server reads") == 1);
  CHECK(count("-32600") == 3);
  CHECK(count(R"("id":"p","result":{})") == 1);
  CHECK(count(R"("id":"last","result":{})") == 1);
}

TEST_CASE("nothing is said of a request that was taken back") {
  // One worker is busy with the first requests while the later ones and their cancellation are read.
  std::string input;
  for (int i = 0; i < 7; ++i) {
    input += R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
             R"(,"method":"tools/call","params":{"name":"items_slow","arguments":{}}})" + "\n";
  }
  input += Call("\"7\"", R"({"item_id":1})");
  input += R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"7"}})"
           "\n";
  input += R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})"
           "\n";
  input += R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}})"
           "\n";
  input += R"({"jsonrpc":"2.0","method":"notifications/cancelled"})"
           "\n";
  const auto lines = Serve(input, 1);
  const auto said = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find(R"("id":"7")") != std::string::npos;
  });
  CHECK(said == 0);
  CHECK(lines.size() == 7);
}

TEST_CASE("an id in progress is not taken again, and both wires share the session") {
  const std::string slow = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"items_slow"}})"
                           "\n";
  const auto lines = Serve(slow + slow + slow, 1);
  CHECK(lines.size() == 3);
  const auto refused = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("a request of this id is in progress") != std::string::npos;
  });
  CHECK(refused == 2);

  const std::string meta =
      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";
  const auto both =
      Serve(R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{)" + meta + "}}\n" +
                R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
                "\n",
            1);
  REQUIRE(both.size() == 2);
  CHECK_THAT(both[0], Catch::Contains("resultType"));
  CHECK_THAT(both[1], Catch::Contains(R"("protocolVersion":"2025-11-25")") && !Catch::Contains("resultType"));
}

}  // namespace
}  // namespace querygate::server::mcp
