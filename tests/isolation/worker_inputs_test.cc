// Reports over files in a locked-in worker: the same answers as in the program itself, from files that it lists and
// opens by itself.
#include <chrono>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "engine/load/arguments.h"
#include "tests/documents/scenario.h"
#include "tests/isolation/isolated_gateway.h"

namespace querygate {
namespace {

using scenario::Folder;
using testing::Hear;
using testing::Heard;
using testing::OpenIsolated;

void Write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

CallRequest Ask(const std::string& report, std::vector<std::string> words = {}) {
  CallRequest request;
  request.report = report;
  request.arguments = *ParseWordArguments(words);
  request.accepted = std::chrono::steady_clock::now();
  request.limits.timeout = std::chrono::seconds(60);
  return request;
}

CallRequest Days() { return Ask("shipments/fees_by_day", {"start=2026-09-01", "end=2026-09-30"}); }

constexpr const char* kHeader = "shipment_id,zone,units,fee\n";

}  // namespace

TEST_CASE("a package is read by a worker, and again when it changed") {
  const Folder folder;
  const std::string path = folder / "package.json";
  Write(path, R"({"name":"a","version":"1.0.0"})");
  const Gateway gateway = OpenIsolated({{"packages", path}});
  CHECK(Hear(gateway.Run(Ask("packages/package_info"))).text ==
        R"({"status":"ok","complete":true,"rows":[{"name":"a","version":"1.0.0"}]})");
  Write(folder / "next", R"({"name":"a","version":"2.0.0"})");
  std::filesystem::rename(folder / "next", path);
  const auto answer = gateway.Run(Ask("packages/package_info"));
  CHECK(Hear(answer).text == R"({"status":"ok","complete":true,"rows":[{"name":"a","version":"2.0.0"}]})");
  CHECK(gateway.Load().workers->started == 1);
  REQUIRE(answer->receipt.inputs.size() == 1);
  CHECK(answer->receipt.inputs.front().bytes == 30);
  CHECK(answer->receipt.inputs.front().sha256.size() == 64);
}

TEST_CASE("a folder of partitions is listed by a worker, and files that join it are seen") {
  const Folder folder;
  Write(folder / "in/day=2026-09-01/a.csv", std::string(kHeader) + "1,x,2,0.10\n2,x,3,0.20\n");
  const Gateway gateway = OpenIsolated({{"shipments", folder / "in"}});
  CHECK(Hear(gateway.Run(Days())).text ==
        R"({"status":"ok","complete":true,"rows":[{"day":"2026-09-01","shipments":2,"units":5,"fees":"0.30"}]})");
  Write(folder / "in/day=2026-09-02/b.csv", std::string(kHeader) + "3,x,1,1.00\n");
  const auto answer = gateway.Run(Days());
  CHECK(Hear(answer).text.find(R"({"day":"2026-09-02","shipments":1,"units":1,"fees":"1.00"})") != std::string::npos);
  CHECK(answer->receipt.inputs.size() == 2);
  CHECK(gateway.Load().workers->started == 1);
}

TEST_CASE("what is wrong with a file reaches the operator from a worker, and the worker lives") {
  const Folder folder;
  const std::string path = folder / "in/day=2026-09-01/a.csv";
  Write(path, std::string(kHeader) + "1,x,many,0.10\n");
  const Gateway gateway = OpenIsolated({{"shipments", folder / "in"}});
  const Heard heard = Hear(gateway.Run(Days()));
  CHECK(heard.reason == "invalid_input");
  CHECK(heard.cause.find("a.csv, line 2: column units is no whole number") != std::string::npos);
  std::filesystem::remove(path);
  CHECK(Hear(gateway.Run(Days())).reason == "query_unavailable");
  Write(path, std::string(kHeader) + "1,x,2,0.10\n");
  CHECK(Hear(gateway.Run(Days())).reason == "ok");
  CHECK(gateway.Load().workers->started == 1);
}

TEST_CASE("a worker reads no file outside the folders of its source") {
  const Folder folder;
  Write(folder / "other/package.json", R"({"name":"secret","version":"1"})");
  Write(folder / "mine/package.json", R"({"name":"a","version":"1"})");
  const Gateway gateway = OpenIsolated({{"packages", folder / "mine/package.json"}});
  CHECK(Hear(gateway.Run(Ask("packages/package_info"))).reason == "ok");
  std::filesystem::remove(folder / "mine/package.json");
  std::filesystem::create_symlink(folder / "other/package.json", folder / "mine/package.json");
  CHECK(Hear(gateway.Run(Ask("packages/package_info"))).reason == "query_unavailable");
}

TEST_CASE("a call needs the same memory whether a worker remembers its files or reads them") {
  const Folder folder;
  std::string rows = kHeader;
  // As many as the report may read.
  for (int i = 0; i < 1'000; ++i) rows += std::to_string(i) + "," + std::string(300, 'z') + ",1,0.10\n";
  Write(folder / "in/day=2026-09-01/a.csv", rows);
  const Gateway gateway = OpenIsolated({{"shipments", folder / "in"}});
  const auto cold = gateway.Run(Days());
  CHECK(Hear(cold).reason == "ok");
  // The file is old enough by now to be remembered.
  static_cast<void>(gateway.Run(Days()));
  const auto warm = gateway.Run(Days());
  CHECK(Hear(warm).text == Hear(cold).text);
  // The image is the call's own either way.
  CHECK(warm->receipt.memory_bytes > 200'000);
  CHECK(cold->receipt.memory_bytes > 200'000);
}

}  // namespace querygate
