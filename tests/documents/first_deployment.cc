#include "tests/documents/first_deployment.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "engine/load/arguments.h"
#include "engine/render/result_format.h"

namespace querygate::scenario {
namespace {

std::string Findings(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += FormatDiagnostic(diagnostic);
  return text;
}

struct ToAnswer {
  Answer operator()(const Delivery& delivery) const { return {delivery.text, {}}; }
  Answer operator()(const Rejection& rejection) const { return {RenderRejectionJson(rejection.reason), {}}; }
  Answer operator()(const Failure& failure) const { return {RenderFailureJson(failure.reason), failure.cause}; }
};

}  // namespace

OwnDeployment::OwnDeployment() {
  for (const char* file : {"policies/sources/logistics.yaml", "policies/sources/logistics.sql",
                           "policies/limits/founding.yaml", "policies/limits/default.yaml"}) {
    Copy(file);
  }
  Write("querygate.yaml",
        "apiVersion: querygate/v1\nkind: Gateway\nreports: reports\npolicies: policies\n"
        "sources:\n  logistics: { path: logistics.sqlite }\n");
}

void OwnDeployment::Copy(std::string_view file, const std::vector<Edit>& edits) {
  std::string text = RepositoryFile(file);
  for (const Edit& edit : edits) {
    const std::size_t at = text.find(edit.from);
    INFO(edit.from);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(edit.from, at + 1) == std::string::npos);
    text.replace(at, edit.from.size(), edit.to);
  }
  Write(file, text);
}

void OwnDeployment::Write(std::string_view file, const std::string& text) const {
  const std::filesystem::path path = folder_ / file;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  REQUIRE(FileBytes(path) == text);
}

void OwnDeployment::WriteReport(const std::string& allow, const std::string& sql, const std::string& columns,
                                const std::string& parameters) const {
  Write("reports/test/own.yaml",
        "apiVersion: querygate/v1\nkind: Report\ntitle: Own\ndescription: Of one test.\n"
        "owner: tests\nversion: 1\nsource: logistics\nlimits: founding\nparameters: " +
            parameters + "\nallow: " + allow + "\nqueries:\n  all:\n    sql: " + sql +
            "\n    rows: { max: 10, over: reject }\n    columns: " + columns + "\nresult:\n  rows: all\n");
}

Gateway OwnDeployment::Open() const {
  GatewayOptions options;
  options.config = folder_ / "querygate.yaml";
  options.environment = [](const std::string&) { return std::nullopt; };
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) FAIL(gateway.error().message + Findings(gateway.error().diagnostics));
  return *std::move(gateway);
}

Answer OwnDeployment::Run(const std::string& report, std::string_view json_arguments) const {
  auto arguments = ParseJsonArguments(json_arguments);
  REQUIRE(arguments.has_value());
  CallRequest request;
  request.report = report;
  request.arguments = *std::move(arguments);
  request.accepted = std::chrono::steady_clock::now();
  auto outcome = Open().Run(request);
  if (outcome) return std::visit(ToAnswer{}, outcome->body);
  const auto* unusable = std::get_if<Unusable>(&outcome.error());
  REQUIRE(unusable != nullptr);
  return {"unusable", unusable->message + Findings(unusable->diagnostics)};
}

std::string OwnDeployment::Lint(const std::string& file) const {
  auto summary = Open().Lint({folder_ / file});
  REQUIRE(summary.has_value());
  REQUIRE(summary->files.size() == 1);
  return Findings(summary->findings);
}

}  // namespace querygate::scenario
