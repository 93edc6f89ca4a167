#include "engine/render/findings_order.h"

#include <algorithm>
#include <tuple>

#include "engine/render/fingerprint.h"

namespace querygate {

std::vector<OrderedFinding> InOrder(const FindingsReport& report) {
  std::vector<OrderedFinding> all;
  for (const Diagnostic& finding : report.findings) all.push_back({&finding, nullptr, {}});
  for (const SuppressedFinding& finding : report.suppressed) all.push_back({&finding.diagnostic, &finding, {}});
  const auto key = [](const OrderedFinding& finding) {
    const Diagnostic& d = *finding.diagnostic;
    return std::tie(d.file, d.position.line, d.position.column, d.rule, d.message);
  };
  std::stable_sort(all.begin(), all.end(), [&key](const auto& a, const auto& b) { return key(a) < key(b); });

  std::vector<const Diagnostic*> diagnostics;
  for (const OrderedFinding& finding : all) diagnostics.push_back(finding.diagnostic);
  std::vector<std::string> fingerprints = Fingerprints(diagnostics);
  for (std::size_t index = 0; index < all.size(); ++index) all[index].fingerprint = std::move(fingerprints[index]);
  return all;
}

}  // namespace querygate
