#include "engine/render/fingerprint.h"

#include <map>

#include "engine/policy/digest.h"

namespace querygate {

namespace {

constexpr std::size_t kDigits = 16;

std::string LineHash(const Diagnostic& finding) {
  std::string text = finding.rule + '\n' + finding.file + '\n';
  for (const char c : finding.line_text) {
    if (c != ' ' && c != '\t' && c != '\r') text += c;
  }
  return Sha256Hex(text).substr(0, kDigits);
}

}  // namespace

std::vector<std::string> Fingerprints(const std::vector<const Diagnostic*>& findings) {
  std::map<std::string, int> seen;
  std::vector<std::string> fingerprints;
  fingerprints.reserve(findings.size());
  for (const Diagnostic* finding : findings) {
    const std::string hash = LineHash(*finding);
    fingerprints.push_back(hash + ':' + std::to_string(++seen[hash]));
  }
  return fingerprints;
}

}  // namespace querygate
