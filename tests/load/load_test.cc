// Thirty-two callers at two doors while declarations are reloaded, workers killed and the audit log rotated: every
// answer is a right one or says that it is none, every request has one answer, and the log has a line for each.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

#include <catch2/catch.hpp>
#include <signal.h>
#include <unistd.h>

#include "tests/conformance/temporary_folder.h"
#include "tests/load/server_process.h"
#include "tests/serving/raw_client.h"

namespace querygate::testing {
namespace {

using namespace std::chrono_literals;
using server::testing::RawClient;
using server::testing::RawResponse;

constexpr int kCallers = 32;
constexpr const char* kRefused = R"("event":"reload_refused")";
constexpr const char* kRotated = R"("event":"rotated")";
constexpr const char* kReport = "reports/parcels/exact_units_by_zone.yaml";

std::chrono::seconds Duration() {
  const char* const seconds = std::getenv("QUERYGATE_LOAD_SECONDS");
  return std::chrono::seconds(seconds == nullptr ? 5 : std::atoi(seconds));
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// As an editor does it: nobody sees half a file.
void WriteWhole(const std::string& path, const std::string& text) {
  std::ofstream(path + ".new") << text;
  std::filesystem::rename(path + ".new", path);
}

std::string RestRequest() {
  return "GET /v1/reports/parcels/exact_units_by_zone?state=sent HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

std::string ToolRequest() {
  const std::string body =
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"parcels_exact_units_by_zone","arguments":{"state":"sent"}}})";
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
         "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

// How often each distinct answer came, over all callers.
class Tally {
 public:
  void Count(const std::string& answer) {
    const std::lock_guard lock(mutex_);
    ++counts_[answer];
  }
  std::map<std::string, std::int64_t> counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::int64_t> counts_;
};

void Call(RawClient& client, const std::string& request, const std::atomic<bool>& stop, Tally& tally) {
  while (!stop) {
    if (!client.Send(request)) return tally.Count("lost: the connection was closed before a request");
    const RawResponse response = client.Read();
    if (response.status == 0) return tally.Count("lost: the connection was closed before an answer");
    tally.Count(std::to_string(response.status) + " " + response.body);
  }
}

// The reason of a failure: a lost worker, a machine that is too slow. Empty for anything else.
std::string ToldFailure(const std::string& answer) {
  for (const std::string reason : {"query_failed", "deadline_exceeded", "overloaded"}) {
    const bool rest = answer.ends_with(R"( {"status":"failed","reason":")" + reason + "\"}");
    const bool tool = answer.find(R"({\"status\":\"failed\",\"reason\":\")" + reason + "\\\"}") != std::string::npos;
    if (rest || (tool && answer.find(R"("isError":true)") != std::string::npos)) return reason;
  }
  return {};
}

std::string AnswerTo(std::uint16_t port, const std::string& request) {
  RawClient client(port);
  REQUIRE(client.Send(request));
  const RawResponse response = client.Read();
  return std::to_string(response.status) + " " + response.body;
}

TEST_CASE("no answer is wrong and none is lost while everything around the calls changes") {
  const TemporaryFolder folder;
  const std::string root = folder / "site";
  std::string output;
  REQUIRE(RunProgram({QUERYGATE_PROGRAM, "demo", root}, folder / "", output) == 0);
  std::ofstream(root + "/querygate.yaml", std::ios::app)
      << "audit: { file: audit.jsonl, key: audit.key, sync: 100ms }\nserve: { metrics: true, watch: 200ms }\n"
         "execution: { isolation: process, calls: 8, queue: 200 }\n";
  const std::string access = root + "/policies/access.yaml";
  WriteWhole(access, Replaced(ReadFile(access), "anonymous: none", "anonymous: support"));
  // Deadlines are not what is looked at here, and the machine is busy.
  const std::string limits = root + "/policies/limits/founding.yaml";
  WriteWhole(limits, Replaced(ReadFile(limits), "deadline: 2s", "deadline: 10s"));
  const std::string report = root + "/" + kReport;
  const std::string one = ReadFile(report);
  const std::string other = Replaced(one, "WHERE state = :state", "WHERE state = :state AND zone <> 'west'");

  ServerProcess server(QUERYGATE_PROGRAM, root);
  std::map<std::string, std::string> right;  // by answer: of which declaration
  std::int64_t probes = 0;
  const auto probe = [&](const std::string& name) {
    right[AnswerTo(server.port(), RestRequest())] = name;
    right[AnswerTo(server.port(), ToolRequest())] = name;
    probes += 2;
  };
  const auto await = [&](const std::string& event, std::size_t count) {
    for (int i = 0; i < 400; ++i) {
      const std::string log = server.Log();
      std::size_t found = 0;
      for (std::size_t at = 0; (at = log.find("\"event\":\"" + event + "\"", at)) != std::string::npos; ++at) ++found;
      if (found >= count) return;
      std::this_thread::sleep_for(50ms);
    }
    FAIL("not seen in the log: " << event << "\n" << server.Log());
  };
  probe("one");
  WriteWhole(report, other);
  await("reloaded", 1);
  probe("other");
  REQUIRE(right.size() == 4);

  std::atomic<bool> stop = false;
  Tally tally;
  std::vector<std::unique_ptr<RawClient>> clients;
  std::vector<std::thread> callers;
  for (int i = 0; i < kCallers; ++i) {
    clients.push_back(std::make_unique<RawClient>(server.port()));
    callers.emplace_back([&, client = clients.back().get(), request = i % 2 == 0 ? RestRequest() : ToolRequest()] {
      Call(*client, request, stop, tally);
    });
  }
  std::mt19937 random(20261201);
  int killed = 0;
  int rotations = 0;
  // A slow machine gets the time that it needs to do everything once.
  const auto done = [&] {
    const auto counts = tally.counts();
    const auto answered = [&](const std::string& name) {
      return std::any_of(right.begin(), right.end(),
                         [&](const auto& answer) { return answer.second == name && counts.contains(answer.first); });
    };
    const std::string log = server.Log();
    return killed > 0 && answered("one") && answered("other") && log.find(kRefused) != std::string::npos &&
           log.find(kRotated) != std::string::npos;
  };
  const auto end = std::chrono::steady_clock::now() + Duration();
  const auto last = end + 60s;
  for (int turn = 0;; ++turn) {
    const auto now = std::chrono::steady_clock::now();
    if (now >= last || (now >= end && done())) break;
    std::this_thread::sleep_for(100ms);
    if (turn % 4 == 0) WriteWhole(report, turn % 12 == 0 ? "broken: [" : turn % 8 == 0 ? one : other);
    if (turn % 4 == 1) server.Signal(SIGHUP);
    if (turn % 10 == 5) {
      server.Signal(SIGUSR1);
      ++rotations;
    }
    if (turn % 10 == 8) {
      const auto workers = server.Workers();
      if (!workers.empty()) {
        ::kill(workers[random() % workers.size()], SIGKILL);
        ++killed;
      }
    }
  }
  stop = true;
  for (std::thread& caller : callers) caller.join();
  const std::string log = server.Log();
  CHECK(server.End() == 0);

  std::int64_t answers = 0;
  std::map<std::string, std::int64_t> kinds;
  for (const auto& [answer, count] : tally.counts()) {
    answers += count;
    if (const auto found = right.find(answer); found != right.end()) {
      kinds["right, by declaration " + found->second] += count;
    } else if (const std::string told = ToldFailure(answer); !told.empty()) {
      kinds["told: " + told] += count;
    } else {
      kinds["wrong"] += count;
      CHECK(answer == "a right answer, or a failure that is told as one");
    }
  }
  for (const auto& [kind, count] : kinds) std::cout << "load: " << count << " " << kind << '\n';
  std::cout << "load: " << killed << " workers killed, " << rotations << " rotations asked for\n";
  CHECK(kinds["right, by declaration one"] > 0);
  CHECK(kinds["right, by declaration other"] > 0);
  CHECK(killed > 0);
  CHECK(log.find(kRefused) != std::string::npos);
  CHECK(log.find(kRotated) != std::string::npos);

  // The log knows of every answer, in one chain through all files.
  std::vector<std::string> verify{QUERYGATE_PROGRAM, "audit", "verify"};
  std::int64_t lines = 0;
  for (const auto& file : std::filesystem::directory_iterator(root)) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with("audit.jsonl") || name.ends_with(".lock")) continue;
    verify.push_back(file.path().string());
    const std::string text = ReadFile(file.path().string());
    for (std::size_t at = 0; (at = text.find(R"("event":"call")", at)) != std::string::npos; ++at) ++lines;
  }
  CHECK(RunProgram(verify, root, output) == 0);
  INFO(output);
  CHECK(output.starts_with("sound: "));
  CHECK(lines == answers + probes);
}

}  // namespace
}  // namespace querygate::testing
