// https://docs.kernel.org/userspace-api/landlock.html; glibc has no functions for it. Rights that the headers of
// the build do not know yet are spelt here: what an older kernel does not know is left out by its version.
#include <cerrno>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/isolation/sandbox.h"

namespace querygate::isolation {
namespace {

// The attributes of a rule set as the newest version that is used here lays them out.
struct RuleSet {
  std::uint64_t files = 0;
  std::uint64_t network = 0;  // from version 4
  std::uint64_t scoped = 0;   // from version 6
};

// Every right on files of a version; the first version has 13 of them.
std::uint64_t FileRights(long version) {
  int rights = 13;
  if (version >= 2) ++rights;  // linking and renaming across folders
  if (version >= 3) ++rights;  // truncating
  if (version >= 5) ++rights;  // control of devices
  return (std::uint64_t{1} << rights) - 1;
}

constexpr std::uint64_t kNetwork = 0b11;  // binding and connecting TCP
constexpr std::uint64_t kScoped = 0b11;   // abstract UNIX sockets and signals to others

std::size_t SizeOf(long version) {
  if (version >= 6) return sizeof(RuleSet);
  return version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

class Descriptor {
 public:
  explicit Descriptor(long descriptor) : descriptor_(static_cast<int>(descriptor)) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

Unexpected<std::string> SystemError(const std::string& doing) {
  return Unexpected("landlock: " + doing + ": " + std::strerror(errno));
}

}  // namespace

Expected<bool, std::string> RestrictFiles(const std::vector<std::string>& folders, FolderRights rights) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;  // not built in, or switched off
  const RuleSet attributes{
      .files = FileRights(version), .network = version >= 4 ? kNetwork : 0, .scoped = version >= 6 ? kScoped : 0};
  const Descriptor rules(::syscall(SYS_landlock_create_ruleset, &attributes, SizeOf(version), 0));
  if (rules.get() < 0) return SystemError("making a rule set");
  for (const std::string& folder : folders) {
    const Descriptor beneath(::open(folder.c_str(), O_PATH | O_CLOEXEC | O_DIRECTORY));
    // Without the folder there is nothing to allow; the call will say that there is no data.
    if (beneath.get() < 0) continue;
    const std::uint64_t names = rights == FolderRights::kFilesAndNames ? LANDLOCK_ACCESS_FS_READ_DIR : 0;
    const landlock_path_beneath_attr rule{.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | names,
                                          .parent_fd = beneath.get()};
    if (::syscall(SYS_landlock_add_rule, rules.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
      return SystemError("allowing a folder of the data");
    }
  }
  if (::syscall(SYS_landlock_restrict_self, rules.get(), 0) != 0) return SystemError("entering");
  return true;
}

}  // namespace querygate::isolation
