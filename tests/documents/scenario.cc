#include "tests/documents/scenario.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/load/arguments.h"
#include "engine/render/result_format.h"
#include "tests/project_root.h"

namespace querygate::scenario {
namespace {

// Time stands still: a body is the same on every run, and no busy machine misses a deadline.
constexpr std::chrono::steady_clock::time_point kSteady{std::chrono::hours(24)};

class FixedClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override { return kSteady; }
  Instant WallNow() const override { return *ParseTimestamp("2026-09-18T07:00:00Z"); }
};

Arguments Parse(const Words& words) {
  auto arguments = ParseWordArguments(words);
  REQUIRE(arguments.has_value());
  return *std::move(arguments);
}

Gateway OpenGateway(std::map<std::string, std::string> sources) {
  GatewayOptions options;
  options.config = (testing::ProjectRoot() / "querygate.yaml").string();
  options.sources = std::move(sources);
  options.environment = [](const std::string&) { return std::nullopt; };
  options.clock = std::make_shared<const FixedClock>();
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) FAIL(gateway.error().message);
  return *std::move(gateway);
}

struct Body {
  std::string operator()(const Delivery& delivery) const { return delivery.text; }
  std::string operator()(const Rejection& rejection) const { return RenderRejectionJson(rejection.reason); }
  std::string operator()(const Failure& failure) const {
    INFO(failure.cause);
    return RenderFailureJson(failure.reason);
  }
};

std::string Complaint(const CallError& error) {
  if (const auto* unusable = std::get_if<Unusable>(&error)) {
    std::string text = unusable->message;
    for (const Diagnostic& diagnostic : unusable->diagnostics) text += FormatDiagnostic(diagnostic);
    return text;
  }
  return "no such report";
}

}  // namespace

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "querygate-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string FileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  INFO(path);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string RepositoryFile(std::string_view path) { return FileBytes((testing::ProjectRoot() / path).string()); }

void WriteDatabase(const std::string& path, const std::string& sql) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open(path.c_str(), &raw);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> connection(raw, &sqlite3_close);
  REQUIRE(opened == SQLITE_OK);
  const int code = sqlite3_exec(connection.get(), ("PRAGMA synchronous=OFF;BEGIN;" + sql + ";COMMIT").c_str(), nullptr, nullptr, nullptr);
  INFO(sqlite3_errmsg(connection.get()));
  REQUIRE(code == SQLITE_OK);
}

void MakeSource(const std::string& path, const std::string& source, bool demo_rows) {
  std::string sql = RepositoryFile("policies/sources/" + source + ".sql");
  if (demo_rows) sql += RepositoryFile("tools/querygate/demo/" + source + ".sql");
  WriteDatabase(path, sql);
}

Deployment::Deployment(std::map<std::string, std::string> sources) : gateway_(OpenGateway(std::move(sources))) {}

std::string Deployment::Run(const Call& call) const {
  CallRequest request;
  request.report = call.report;
  request.arguments = Parse(call.arguments);
  request.identity.scope = Parse(call.scope);
  request.limits = call.limits;
  request.accepted = kSteady - call.age;
  auto outcome = gateway_.Run(request);
  if (!outcome) FAIL(Complaint(outcome.error()));
  return std::visit(Body{}, outcome->body);
}

}  // namespace querygate::scenario
