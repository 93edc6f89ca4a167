#include "engine/backend/files/input_reader.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>

#include "engine/backend/files/input_failure.h"

namespace querygate::files {
namespace {

constexpr std::size_t kPiece = 128 * 1024;

std::string ErrorText(int error) { return std::generic_category().message(error); }

}  // namespace

InputReader::InputReader(const ListedFile& file, InputMeter& meter, Descriptor descriptor)
    : file_(file), meter_(meter), descriptor_(std::move(descriptor)), stored_(kPiece) {}

Expected<std::unique_ptr<InputReader>, Failure> InputReader::Open(const ListedFile& file, InputMeter& meter) {
  Descriptor opened(::open(file.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!opened) {
    const bool gone = errno == ENOENT || errno == ELOOP || errno == ENOTDIR || errno == ENXIO;
    return Unexpected(InputFailure(gone ? kChanged : kUnavailable, file.path, 0, ErrorText(errno)));
  }
  // Whatever the path led through: this descriptor is the file that was listed, or it is not read.
  struct stat status {};
  if (::fstat(opened.get(), &status) != 0) {
    return Unexpected(InputFailure(kUnavailable, file.path, 0, ErrorText(errno)));
  }
  if (!S_ISREG(status.st_mode) || StampOf(status) != file.stamp) {
    return Unexpected(InputFailure(kChanged, file.path, 0, "was changed or replaced after it was looked at"));
  }
  return std::unique_ptr<InputReader>(new InputReader(file, meter, std::move(opened)));
}

std::string_view InputReader::Next() {
  if (failure_ || (!gunzip_ && ended_)) return {};
  if (!begun_) {
    begun_ = true;
    if (!Read()) return {};
    if (Gunzip::IsCompressed(rest_)) {
      gunzip_ = std::make_unique<Gunzip>();
      expanded_.resize(kPiece);
    }
    if (!gunzip_) return std::exchange(rest_, {});
  }
  if (gunzip_) return Expand();
  return Read() ? std::exchange(rest_, {}) : std::string_view();
}

// False at the end and after a failure.
bool InputReader::Read() {
  if (ended_) return false;
  if (meter_.time.Expired()) {
    Fail(Late());
    return false;
  }
  ssize_t size = 0;
  do {
    size = ::read(descriptor_.get(), stored_.data(), stored_.size());
  } while (size < 0 && errno == EINTR);
  if (size < 0) {
    Fail(InputFailure(kUnavailable, file_.path, 0, ErrorText(errno)));
    return false;
  }
  read_bytes_ += size;
  if (read_bytes_ > file_.stamp.size) {
    Fail(InputFailure(kChanged, file_.path, 0, "grew while it was read"));
    return false;
  }
  if (size == 0) {
    ended_ = true;
    ProveEnd();
    return false;
  }
  rest_ = {stored_.data(), static_cast<std::size_t>(size)};
  digest_.Add(rest_);
  return true;
}

bool InputReader::ProveEnd() {
  if (read_bytes_ < file_.stamp.size) {
    Fail(InputFailure(kChanged, file_.path, 0, "was cut short while it was read"));
    return false;
  }
  struct stat status {};
  if (::fstat(descriptor_.get(), &status) != 0 || StampOf(status) != file_.stamp) {
    Fail(InputFailure(kChanged, file_.path, 0, "was changed while it was read"));
    return false;
  }
  return true;
}

std::string_view InputReader::Expand() {
  while (true) {
    if (rest_.empty() && !Read()) {
      if (!failure_ && !gunzip_->complete()) {
        Fail(InputFailure(kInvalid, file_.path, 0, "its compressed data ends too early"));
      }
      return {};
    }
    std::size_t filled = 0;
    const Gunzip::Step step = gunzip_->Take(rest_, expanded_.data(), expanded_.size(), filled);
    if (step == Gunzip::Step::kNoMemory) {
      Fail({.reason = "budget_exceeded", .cause = "input " + file_.path + ": no memory is left to decompress it"});
      return {};
    }
    if (step == Gunzip::Step::kBroken) {
      Fail(InputFailure(kInvalid, file_.path, 0, "its compressed data is damaged"));
      return {};
    }
    meter_.expanded_bytes += static_cast<std::int64_t>(filled);
    if (meter_.expanded_bytes > meter_.limits.expanded_bytes) {
      Fail(InputFailure(kExpandedLimit, file_.path, 0, "makes more decompressed bytes than the source permits"));
      return {};
    }
    if (filled > 0) return {expanded_.data(), filled};
  }
}

}  // namespace querygate::files
