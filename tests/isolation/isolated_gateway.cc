#include "tests/isolation/isolated_gateway.h"

#include <cstdlib>

#include <catch2/catch.hpp>

#include "engine/load/arguments.h"
#include "tests/documents/scenario.h"
#include "tests/project_root.h"

namespace querygate::testing {

GatewayOptions IsolatedOptions(const std::string& program) {
  GatewayOptions options;
  options.environment = [](const std::string&) { return std::nullopt; };
  options.execution.forced = Isolation::kProcess;
  options.execution.worker_program = program;
  options.execution.keep_worker_errors = true;
  // Another SQLite to run over, where there is one, is for the workers as well.
  if (const char* libraries = std::getenv("LD_LIBRARY_PATH")) {
    options.execution.worker_environment.push_back(std::string("LD_LIBRARY_PATH=") + libraries);
  }
#ifdef QUERYGATE_SANITIZED
  options.execution.bound_address_space = false;
#endif
  return options;
}

Gateway OpenIsolated(std::map<std::string, std::string> sources, const std::string& program) {
  GatewayOptions options = IsolatedOptions(program);
  options.config = (ProjectRoot() / "querygate.yaml").string();
  options.sources = std::move(sources);
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) FAIL(gateway.error().message);
  return *std::move(gateway);
}

CallRequest UnitsRequest() {
  CallRequest request;
  request.report = "parcels/exact_units_by_zone";
  request.arguments = *ParseWordArguments({"state=sent"});
  request.accepted = std::chrono::steady_clock::now();
  request.limits.timeout = std::chrono::seconds(60);
  return request;
}

std::string MakeUnits(const std::string& path, int units) {
  scenario::MakeSource(path, "logistics", false);
  scenario::WriteDatabase(
      path, "INSERT INTO parcels(zone, units, state) VALUES ('north', " + std::to_string(units) + ", 'sent')");
  return R"({"status":"ok","complete":true,"rows":[{"zone":"north","parcels":1,"units_decimal":")" +
         std::to_string(units) + R"("}]})";
}

Heard Hear(const Expected<Answer, CallError>& answer) {
  if (!answer) return {"unusable", {}, {}};
  if (const auto* delivery = std::get_if<Delivery>(&answer->body)) return {"ok", delivery->text, {}};
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) return {rejection->reason, {}, {}};
  const auto& failure = std::get<Failure>(answer->body);
  return {failure.reason, {}, failure.cause};
}

}  // namespace querygate::testing
