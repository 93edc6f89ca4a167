#include "engine/gateway/deployment.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/load/catalog.h"
#include "engine/load/documents.h"

namespace querygate {
namespace {

constexpr std::string_view kDefaultConfig = "querygate.yaml";

bool Exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::string Join(const std::string& directory, std::string_view path) {
  if (directory.empty() || std::filesystem::path(path).is_absolute()) return std::string(path);
  return (std::filesystem::path(directory) / path).lexically_normal().string();
}

const SourceLocation* FindLocation(const GatewayDeclaration* declaration, const std::string& source) {
  if (declaration == nullptr) return nullptr;
  for (const SourceLocation& location : declaration->sources) {
    if (location.name.value == source) return &location;
  }
  return nullptr;
}

// A deployment that is only looked at must not make the reader open files elsewhere.
std::optional<Unusable> FindOutside(const std::string& directory, const GatewayDeclaration& declaration) {
  if (directory.empty()) return std::nullopt;
  for (const Located<std::string>* folder : {&declaration.reports, &declaration.policies}) {
    const std::filesystem::path path(folder->value);
    const auto below = (std::filesystem::path(declaration.directory) / path).lexically_normal().lexically_relative(
        std::filesystem::path(directory).lexically_normal());
    if (!path.is_absolute() && !below.empty() && *below.begin() != "..") continue;
    return Unusable{{},
                    {},
                    {MakeDiagnostic("invalid-value", *declaration.text, folder->position,
                                    "the folder lies outside the deployment", "name a folder below it")}};
  }
  return std::nullopt;
}

}  // namespace

Expected<Deployment, Unusable> Deployment::Open(const GatewayOptions& options) {
  Deployment deployment;
  deployment.overrides_ = options.sources;
  deployment.environment_ = options.environment;
  deployment.reports_directory_ = "reports";
  deployment.policies_directory_ = "policies";

  const std::string config = Join(options.directory, options.config.value_or(std::string(kDefaultConfig)));
  if (!options.config && !Exists(config)) {
    deployment.directory_ = options.directory;
    deployment.reports_directory_ = Join(options.directory, "reports");
    deployment.policies_directory_ = Join(options.directory, "policies");
    return deployment;
  }

  auto text = ReadFile(config, kMaxDocumentBytes);
  if (!text) return Unexpected(Unusable{std::move(text).error(), "name the configuration with --config FILE", {}});
  deployment.directory_ = std::filesystem::path(config).parent_path().string();
  auto loaded = LoadGateway(std::make_shared<const SourceText>(config, *std::move(text)), deployment.directory_);
  if (!loaded.value) return Unexpected(Unusable{{}, {}, std::move(loaded.diagnostics)});
  deployment.declaration_ = std::move(loaded.value);
  deployment.serving_ = deployment.declaration_->serve;
  if (auto outside = FindOutside(options.directory, *deployment.declaration_)) return Unexpected(*std::move(outside));
  deployment.reports_directory_ = Join(deployment.directory_, deployment.declaration_->reports.value);
  deployment.policies_directory_ = Join(deployment.directory_, deployment.declaration_->policies.value);
  return deployment;
}

std::string Deployment::Absolute(std::string_view path) const { return Join(directory_, path); }

// Replaces `${NAME}`; there is no other syntax, so that no value can be mistaken for one.
Expected<std::string, NoLocation> Deployment::Expand(std::string_view path) const {
  std::string expanded;
  while (true) {
    const std::size_t start = path.find("${");
    if (start == std::string_view::npos) break;
    const std::size_t end = path.find('}', start);
    if (end == std::string_view::npos) break;
    const std::string name(path.substr(start + 2, end - start - 2));
    const auto value = environment_ ? environment_(name) : std::nullopt;
    if (!value || value->empty()) {
      return Unexpected(NoLocation{NoLocation::Why::kUnsetVariable, "the variable " + name + " is not set"});
    }
    expanded.append(path.substr(0, start)).append(*value);
    path.remove_prefix(end + 1);
  }
  return Absolute(expanded.append(path));
}

std::vector<Expected<DataPlace, NoLocation>> Deployment::LocateAll(const std::string& source) const {
  const SourceLocation* location = FindLocation(declaration_.get(), source);
  if (location == nullptr || !location->by || overrides_.contains(source)) return {Locate(source, {})};
  std::vector<Expected<DataPlace, NoLocation>> found;
  for (const auto& [value, path] : location->paths) {
    auto expanded = Expand(path.value);
    if (expanded) {
      found.push_back(DataPlace(*std::move(expanded)));
    } else {
      found.push_back(Unexpected(std::move(expanded).error()));
    }
  }
  return found;
}

// What the command line says of single tables replaces what the configuration says of them.
Expected<DataPlace, NoLocation> Deployment::Override(const std::string& source, DataPlace place) const {
  const std::string prefix = source + '.';
  for (auto at = overrides_.lower_bound(prefix); at != overrides_.end() && at->first.starts_with(prefix); ++at) {
    place.files[at->first.substr(prefix.size())] = {at->second};
  }
  return place;
}

Expected<DataPlace, NoLocation> Deployment::LocateFiles(const SourceLocation& location) const {
  DataPlace place;
  for (const auto& [table, patterns] : location.files) {
    for (const Located<std::string>& pattern : patterns) {
      auto expanded = Expand(pattern.value);
      if (!expanded) return Unexpected(std::move(expanded).error());
      place.files[table.value].push_back(*std::move(expanded));
    }
  }
  return place;
}

Expected<DataPlace, NoLocation> Deployment::Locate(const std::string& source, const Arguments& scope) const {
  if (const auto found = overrides_.find(source); found != overrides_.end()) return DataPlace(found->second);
  auto place = LocateConfigured(source, scope);
  const auto tables = overrides_.lower_bound(source + '.');
  if (tables == overrides_.end() || !tables->first.starts_with(source + '.')) return place;
  return Override(source, place ? *std::move(place) : DataPlace());
}

Expected<DataPlace, NoLocation> Deployment::LocateConfigured(const std::string& source, const Arguments& scope) const {
  const SourceLocation* location = FindLocation(declaration_.get(), source);
  if (location == nullptr) return Unexpected(NoLocation{NoLocation::Why::kNotConfigured, source});
  if (!location->files.empty()) return LocateFiles(*location);
  const auto expand = [this](std::string_view path) -> Expected<DataPlace, NoLocation> {
    auto expanded = Expand(path);
    if (!expanded) return Unexpected(std::move(expanded).error());
    return DataPlace(*std::move(expanded));
  };
  if (location->path) return expand(location->path->value);

  const Argument* value = location->by ? FindArgument(scope, location->by->value) : nullptr;
  const bool text = value != nullptr && (value->kind == Argument::Kind::kString || value->kind == Argument::Kind::kWord);
  if (text) {
    for (const auto& [name, path] : location->paths) {
      if (name.value == value->text) return expand(path.value);
    }
  }
  return Unexpected(NoLocation{NoLocation::Why::kNoScopeValue, "source " + source + " has no database for this scope"});
}

}  // namespace querygate
