#include "engine/audit/keyed_hash.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/load/file_reader.h"

namespace querygate {
namespace {

constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kMaxKeyBytes = 4 * 1024;
constexpr std::string_view kDigits = "0123456789abcdef";

std::string Hex(const unsigned char* bytes, std::size_t size) {
  std::string hex;
  for (std::size_t i = 0; i < size; ++i) {
    hex += kDigits[bytes[i] >> 4U];
    hex += kDigits[bytes[i] & 15U];
  }
  return hex;
}

// True: there is one now, whoever made it.
bool MakeKey(const std::string& path) {
  std::array<unsigned char, kKeyBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return false;
  const std::string text = Hex(bytes.data(), bytes.size()) + "\n";
  // Made whole under another name: two programs that start at once must not read half a key.
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".tmp";
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return false;
  bool made = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  made = ::close(file) == 0 && made;
  made = made && (::link(temporary.c_str(), path.c_str()) == 0 || errno == EEXIST);
  const int cause = errno;
  ::unlink(temporary.c_str());
  errno = cause;
  return made;
}

}  // namespace

std::string KeyedHashHex(std::string_view key, std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
  unsigned int size = 0;
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  const auto* made =
      HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes, text.size(), mac.data(), &size);
  // A hash that could not be computed must never look like one.
  if (made == nullptr) std::abort();
  return Hex(mac.data(), size);
}

Expected<std::string, std::string> OpenAuditKey(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 && errno == ENOENT && !MakeKey(path))
    return Unexpected("cannot make " + path + ": " + std::generic_category().message(errno));
  auto text = ReadRegularFile(path, kMaxKeyBytes, SymbolicLinks::kFollow);
  if (!text) return Unexpected(std::move(text.error().message));
  if (::stat(path.c_str(), &status) != 0 || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return Unexpected(path + " holds a secret and others can use it; run chmod go-rwx " + path);
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  if (text->size() < kKeyBytes)
    return Unexpected(path + " holds " + std::to_string(text->size()) + " bytes; a key has at least 32");
  return std::move(*text);
}

}  // namespace querygate
