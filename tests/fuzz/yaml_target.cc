// Documents of all five kinds, and what compiles from them.
#include <memory>
#include <string>

#include "engine/load/documents.h"
#include "engine/policy/compile.h"
#include "tests/fuzz/fuzz_target.h"

namespace querygate::fuzz {
namespace {

template <typename T>
void RequireSound(const std::shared_ptr<const T>& value, const Diagnostics& diagnostics, std::size_t size) {
  Require((value == nullptr) == HasErrors(diagnostics), "there is a value exactly when there is no error");
  for (const Diagnostic& diagnostic : diagnostics) {
    Require(!diagnostic.message.empty(), "a finding says something");
    Require(diagnostic.position.line >= 0 && static_cast<std::size_t>(diagnostic.position.line) <= size + 1,
            "a finding lies in its text");
  }
}

template <typename T>
std::shared_ptr<const T> Sound(const Loaded<T>& loaded, std::size_t size) {
  RequireSound(loaded.value, loaded.diagnostics, size);
  return loaded.value;
}

}  // namespace
}  // namespace querygate::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querygate;
  using namespace querygate::fuzz;
  const auto text = std::make_shared<const SourceText>("document.yaml", std::string(AsText(data, size)));
  Sound(LoadAccess(text), size);
  Sound(LoadGateway(text, "."), size);
  const auto limits = Sound(LoadLimits(text, "default"), size);
  if (limits) CheckLimits(*limits);
  if (const auto source = Sound(LoadSource(text, "stock"), size)) CompileSource(source);
  if (const auto report = Sound(LoadReport(text, "stock/report"), size)) {
    CompileReport(report, {.source = nullptr, .limits = limits, .known_sources = {"stock"}, .known_limits = {}});
  }
  return 0;
}
