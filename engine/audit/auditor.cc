#include "engine/audit/auditor.h"

#include <chrono>
#include <filesystem>
#include <utility>

#include "engine/audit/keyed_hash.h"

namespace querygate {
namespace {

std::string PathFrom(const std::string& directory, const std::string& path) {
  if (directory.empty() || std::filesystem::path(path).is_absolute()) return path;
  return (std::filesystem::path(directory) / path).lexically_normal().string();
}

}  // namespace

Expected<std::unique_ptr<Auditor>, std::string> Auditor::Open(const AuditDeclaration& declaration,
                                                              const std::string& directory,
                                                              std::shared_ptr<const Clock> clock,
                                                              std::shared_ptr<FileCalls> files) {
  auto key = OpenAuditKey(PathFrom(directory, declaration.key.value));
  if (!key) return Unexpected(std::move(key).error());
  AuditOptions options;
  options.path = PathFrom(directory, declaration.file.value);
  if (declaration.rotate_bytes) options.rotate_bytes = declaration.rotate_bytes->value;
  if (declaration.sync_milliseconds)
    options.sync_interval = std::chrono::milliseconds(declaration.sync_milliseconds->value);
  options.files = std::move(files);
  options.clock = std::move(clock);
  auto log = AuditLog::Open(std::move(options));
  if (!log) return Unexpected(std::move(log).error());
  return std::unique_ptr<Auditor>(new Auditor(*std::move(key), *std::move(log)));
}

}  // namespace querygate
