#include "engine/gateway/library.h"

#include <algorithm>
#include <utility>

#include "engine/backend/registry.h"

namespace querygate {
namespace {

void Append(Diagnostics& to, const Diagnostics& from) { to.insert(to.end(), from.begin(), from.end()); }

constexpr std::string_view kDefaultLimits = "default";

}  // namespace

Library::Library(Catalog catalog) : catalog_(std::move(catalog)) {}
Library::~Library() = default;

Diagnostics Library::Settle() {
  Diagnostics diagnostics;
  std::vector<std::string> ids = catalog_.ReportIds(diagnostics);
  for (const std::string& id : ids) Append(diagnostics, Report(id).diagnostics);
  Append(diagnostics, Access().diagnostics);
  settled_ids_ = std::move(ids);
  return diagnostics;
}

bool Library::HasReport(const std::string& id) const {
  if (settled_ids_) return std::binary_search(settled_ids_->begin(), settled_ids_->end(), id);
  return catalog_.HasReport(id);
}

std::vector<std::string> Library::ReportIds(Diagnostics& diagnostics) const {
  return settled_ids_ ? *settled_ids_ : catalog_.ReportIds(diagnostics);
}

// The lock is not held while reading and compiling: two threads may do the same work once, and the first
// result stays.
template <typename T, typename Make>
T Library::Once(std::map<std::string, T>& cache, const std::string& name, Make make) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = cache.find(name); found != cache.end()) return found->second;
  }
  T made = make();
  const std::lock_guard lock(mutex_);
  return cache.emplace(name, std::move(made)).first->second;
}

Compiled<CompiledSource> Library::Source(const std::string& name) {
  return Once(sources_, name, [&] {
    auto loaded = catalog_.Source(name);
    Compiled<CompiledSource> compiled;
    if (loaded.value) compiled = CompileSource(loaded.value);
    Diagnostics diagnostics = std::move(loaded.diagnostics);
    Append(diagnostics, compiled.diagnostics);
    compiled.diagnostics = std::move(diagnostics);
    return compiled;
  });
}

Loaded<LimitsDeclaration> Library::Limits(const std::string& name) {
  return Once(limits_, name, [&] { return catalog_.Limits(name); });
}

Compiled<AccessRules> Library::Access() {
  {
    const std::lock_guard lock(mutex_);
    if (access_) return *access_;
  }
  auto loaded = catalog_.Access();
  Compiled<AccessRules> compiled;
  if (!HasErrors(loaded.diagnostics)) compiled = CompileAccess(loaded.value);
  Diagnostics diagnostics = std::move(loaded.diagnostics);
  Append(diagnostics, compiled.diagnostics);
  compiled.diagnostics = std::move(diagnostics);
  const std::lock_guard lock(mutex_);
  if (!access_) access_ = std::move(compiled);
  return *access_;
}

Compiled<CompiledReport> Library::Report(const std::string& id) {
  return Once(reports_, id, [&] { return Compile(catalog_.Report(id)); });
}

Compiled<CompiledReport> Library::Compile(const Loaded<ReportDeclaration>& loaded) {
  Compiled<CompiledReport> compiled;
  compiled.diagnostics = loaded.diagnostics;
  if (!loaded.value) return compiled;

  CompileInputs inputs;
  inputs.known_sources = catalog_.SourceNames();
  inputs.known_limits = catalog_.LimitsNames();
  const auto source = Source(loaded.value->source.value);
  const auto limits = Limits(loaded.value->limits ? loaded.value->limits->value : std::string(kDefaultLimits));
  Append(compiled.diagnostics, source.diagnostics);
  Append(compiled.diagnostics, limits.diagnostics);
  // A policy with faults of its own has said so already; the report cannot be judged against it.
  if (HasErrors(compiled.diagnostics)) return compiled;

  inputs.source = source.value;
  inputs.limits = limits.value;
  auto result = CompileReport(loaded.value, inputs);
  Append(compiled.diagnostics, result.diagnostics);
  compiled.value = std::move(result.value);
  return compiled;
}

const Backend& Library::BackendOf(const CompiledSource& source) {
  const std::lock_guard lock(mutex_);
  auto& backend = backends_[source.backend];
  if (!backend) backend = MakeBackend(source.backend);
  return *backend;
}

}  // namespace querygate
