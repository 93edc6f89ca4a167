#include "tools/querygate/serve_check.h"

#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <unistd.h>

#include "engine/identity/authentication.h"
#include "tools/server/http/server.h"

namespace querygate::cli {
namespace {

// Whether the file could be appended to or made, as far as that shows without touching it.
std::optional<std::string> FindAuditFault(const std::string& path) {
  if (::access(path.c_str(), F_OK) == 0) {
    if (::access(path.c_str(), W_OK) == 0) return std::nullopt;
    return path + " may not be written";
  }
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return std::nullopt;
  return "no file may be made in " + folder;
}

std::vector<std::string> FindFaults(const Gateway& gateway, std::shared_ptr<const Clock> clock) {
  std::vector<std::string> faults;
  for (const UnfitReport& unfit : gateway.FindUnfit({})) {
    std::string line = "report " + unfit.report + ": " + unfit.failure.reason;
    if (!unfit.database.empty()) line += " over " + unfit.database;
    faults.push_back(line + ": " + unfit.failure.cause);
  }
  const GatewayDeclaration* const declared = gateway.Declaration();
  if (declared == nullptr) return faults;
  if (declared->identity) {
    const Authentication authentication(*declared->identity, declared->directory, std::move(clock));
    for (const std::string& fault : authentication.Check()) faults.push_back("identity: " + fault);
  }
  if (declared->audit) {
    if (const auto fault = FindAuditFault(gateway.PathOf(declared->audit->file.value))) {
      faults.push_back("audit: " + *fault);
    }
  }
  if (const auto& tls = declared->serve.tls) {
    const auto fault = server::http::FindFault({gateway.PathOf(tls->certificate.value), gateway.PathOf(tls->key.value)});
    if (fault) faults.push_back("tls: " + *fault);
  }
  return faults;
}

}  // namespace

ExitStatus CheckServing(Context& context, const Gateway& gateway) {
  auto clock = context.environment.clock ? context.environment.clock : std::make_shared<const SystemClock>();
  const std::vector<std::string> faults = FindFaults(gateway, std::move(clock));
  for (const std::string& fault : faults) context.streams.out << fault << '\n';
  const std::string reports = std::to_string(gateway.ReportIds().size()) + " reports";
  if (faults.empty()) {
    context.streams.out << "all of it can be served: " << reports << '\n';
    return ExitStatus::kOk;
  }
  context.streams.out << faults.size() << (faults.size() == 1 ? " fault in " : " faults in ") << reports << '\n';
  return ExitStatus::kFindings;
}

}  // namespace querygate::cli
