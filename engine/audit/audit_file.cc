#include "engine/audit/audit_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace querygate {
namespace {

constexpr std::size_t kDigits = 12;
constexpr std::size_t kBuffer = 64 * 1024;

class OpenFile {
 public:
  OpenFile(FileCalls& files, int file) : files_(files), file_(file) {}
  ~OpenFile() { files_.Close(file_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

 private:
  FileCalls& files_;
  int file_;
};

}  // namespace

std::string RotatedName(std::string_view name, std::int64_t last_sequence) {
  std::string digits = std::to_string(last_sequence);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return std::string(name) + "." + digits;
}

bool IsRotatedName(std::string_view candidate, std::string_view name) {
  if (!candidate.starts_with(name)) return false;
  candidate.remove_prefix(name.size());
  if (candidate.size() != kDigits + 1 || candidate.front() != '.') return false;
  candidate.remove_prefix(1);
  return std::all_of(candidate.begin(), candidate.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Expected<std::int64_t, std::string> ReadAuditFile(FileCalls& files, const std::string& path, ChainReader& chain) {
  const auto words = [](int error) { return std::generic_category().message(error); };
  const auto file = files.Open(path, FileCalls::Mode::kRead);
  if (!file) return Unexpected(words(file.error()));
  const OpenFile closes(files, *file);
  std::vector<char> buffer(kBuffer);
  std::string pending;
  std::int64_t size = 0;
  for (;;) {
    const auto count = files.Read(*file, buffer.data(), buffer.size());
    if (!count && count.error() == EINTR) continue;
    if (!count) return Unexpected(words(count.error()));
    if (*count == 0) break;
    size += static_cast<std::int64_t>(*count);
    std::string_view left(buffer.data(), *count);
    for (std::size_t end = left.find('\n'); end != std::string_view::npos; end = left.find('\n')) {
      pending.append(left.substr(0, end));
      if (!chain.Take(pending)) return size;
      pending.clear();
      left.remove_prefix(end + 1);
    }
    pending.append(left);
    // No line is that long: what it is instead is for the chain to say.
    if (pending.size() > 2 * kMaxAuditLineBytes && !chain.Take(pending)) return size;
  }
  chain.TakeEnd(pending);
  return size;
}

}  // namespace querygate
