#include "tools/querygate/output_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>

#include "tools/querygate/stale_output.h"
#include "tools/querygate/temporary_name.h"

namespace querygate::cli {

namespace {

constexpr mode_t kPrivate = 0600;
constexpr int kAttempts = 16;  // names that are taken, or swept between creation and lock, are not used again

std::string DirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The call answers until it is not interrupted by a signal.
template <typename Call>
auto Uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// A file system or kernel that does not have the call, as opposed to one that failed at it.
bool IsUnsupported(int error) {
  static constexpr std::array kErrors{EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP, EPERM};
  return std::find(kErrors.begin(), kErrors.end(), error) != kErrors.end();
}

}  // namespace

std::string FileNameOf(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name == "." || name == ".." ? std::string() : std::string(name);
}

OutputFile::OutputFile(std::string path, const SystemCalls& calls)
    : path_(std::move(path)), name_(FileNameOf(path_)), calls_(calls), directory_(calls), file_(calls) {}

OutputFile::~OutputFile() { Abandon(); }

OutputFault OutputFile::Fault(std::string_view what, int error) const {
  return {false, std::string(what) + ' ' + path_ + ": " + std::generic_category().message(error)};
}

OutputFault OutputFile::Exists() const { return {true, path_ + " exists; it was left untouched"}; }

OutputFault OutputFile::Abandoned() const { return {false, path_ + " was abandoned"}; }

Expected<void, OutputFault> OutputFile::Prepare() {
  if (auto opened = OpenDirectory(); !opened) return opened;
  if (auto free = RefuseTaken(); !free) return free;
  SweepStaleOutput(directory_.value(), calls_);
  const std::lock_guard lock(mutex_);
  if (state_ != State::kEmpty) return Unexpected(Abandoned());
  return CreateTemporary();
}

Expected<void, OutputFault> OutputFile::OpenDirectory() {
  const int opened =
      Uninterrupted([&] { return calls_.Open(AT_FDCWD, DirectoryOf(path_), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0); });
  if (opened < 0) return Unexpected(Fault("cannot open the folder of", errno));
  directory_ = Descriptor(calls_, opened);
  return {};
}

Expected<void, OutputFault> OutputFile::RefuseTaken() const {
  struct stat status {};
  if (calls_.StatusOf(directory_.value(), name_, status) == 0) return Unexpected(Exists());
  if (errno != ENOENT) return Unexpected(Fault("cannot look for", errno));
  return {};
}

// Called with the mutex held, so that an abandoning thread sees no file or all of it.
Expected<void, OutputFault> OutputFile::CreateTemporary() {
  static constexpr std::string_view kWhat = "cannot create a file beside";
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string name = MakeTemporaryName();
    if (name.empty()) return Unexpected(Fault(kWhat, errno));
    const int created = Uninterrupted([&] {
      return calls_.Open(directory_.value(), name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kPrivate);
    });
    if (created < 0 && errno == EEXIST) continue;
    if (created < 0) return Unexpected(Fault(kWhat, errno));
    Descriptor file(calls_, created);
    struct stat status {};
    if (Uninterrupted([&] { return calls_.Lock(created, LOCK_EX); }) != 0 || calls_.Status(created, status) != 0) {
      const int error = errno;
      calls_.Unlink(directory_.value(), name);
      return Unexpected(Fault("cannot lock a file beside", error));
    }
    // A sweeper may have taken it for stale before it was locked.
    if (status.st_nlink == 0) continue;
    file_ = std::move(file);
    temporary_ = name;
    state_ = State::kPrepared;
    return {};
  }
  return Unexpected(Fault(kWhat, EEXIST));
}

Expected<void, OutputFault> OutputFile::Write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = Uninterrupted([&] { return calls_.Write(file_.value(), text.data(), text.size()); });
    if (count <= 0) return Unexpected(Fault("cannot write", count == 0 ? EIO : errno));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (Uninterrupted([&] { return calls_.Sync(file_.value()); }) != 0) return Unexpected(Fault("cannot write", errno));
  return {};
}

Expected<void, OutputFault> OutputFile::Publish() {
  {
    const std::lock_guard lock(mutex_);
    if (state_ != State::kPrepared) return Unexpected(Abandoned());
    if (auto taken = TakeName(); !taken) return taken;
    state_ = State::kPublished;
  }
  if (Uninterrupted([&] { return calls_.Sync(directory_.value()); }) == 0) return {};
  OutputFault fault = Fault("cannot synchronise the folder of", errno);
  fault.message += "; the file is there and whole, but may not survive a power loss";
  return Unexpected(std::move(fault));
}

Expected<void, OutputFault> OutputFile::TakeName() {
  if (calls_.Rename(directory_.value(), temporary_, name_) == 0) return {};
  int error = errno;
  const bool no_rename = IsUnsupported(error);
  // Two names for a moment; a process that ends here leaves one that the next run sweeps.
  if (no_rename && calls_.Link(directory_.value(), temporary_, name_) == 0) {
    calls_.Unlink(directory_.value(), temporary_);
    return {};
  }
  if (no_rename) error = errno;
  // Over a network the call may have been done and its answer lost: what is there decides.
  if (HasTargetName()) {
    calls_.Unlink(directory_.value(), temporary_);
    return {};
  }
  if (error == EEXIST) return Unexpected(Exists());
  OutputFault fault = Fault("cannot publish", error);
  if (no_rename && IsUnsupported(error)) fault.message += "; this file system cannot publish without replacing";
  return Unexpected(std::move(fault));
}

bool OutputFile::HasTargetName() const {
  struct stat ours {};
  struct stat named {};
  return calls_.Status(file_.value(), ours) == 0 && calls_.StatusOf(directory_.value(), name_, named) == 0 &&
         ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

bool OutputFile::Abandon() {
  const std::lock_guard lock(mutex_);
  if (state_ == State::kPublished) return false;
  if (state_ == State::kPrepared) calls_.Unlink(directory_.value(), temporary_);
  state_ = State::kAbandoned;
  return true;
}

}  // namespace querygate::cli
