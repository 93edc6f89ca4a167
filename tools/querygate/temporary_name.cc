#include "tools/querygate/temporary_name.h"

#include <array>
#include <cerrno>

#include <sys/random.h>

namespace querygate::cli {

namespace {

constexpr std::string_view kPrefix = ".querygate-output-";
constexpr std::string_view kSuffix = ".tmp";
constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kRandomBytes = 8;

}  // namespace

std::string MakeTemporaryName() {
  std::array<unsigned char, kRandomBytes> random{};
  while (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) {
    if (errno != EINTR) return {};
  }
  std::string name(kPrefix);
  for (const unsigned char byte : random) {
    name += kDigits[byte >> 4];
    name += kDigits[byte & 0xf];
  }
  return name += kSuffix;
}

bool IsTemporaryName(std::string_view name) {
  if (name.size() != kPrefix.size() + 2 * kRandomBytes + kSuffix.size()) return false;
  const std::string_view digits = name.substr(kPrefix.size(), 2 * kRandomBytes);
  return name.starts_with(kPrefix) && name.ends_with(kSuffix) &&
         digits.find_first_not_of(kDigits) == std::string_view::npos;
}

}  // namespace querygate::cli
