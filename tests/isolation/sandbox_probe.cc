// Locks itself in as a worker does, tries one thing and says by its exit code how that went: 0 allowed, 1 refused
// with the expected error, 2 refused with another, 3 it could not lock itself in.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/isolation/sandbox.h"

namespace {

constexpr int kChannel = 3;

struct Attempt {
  std::string_view name;
  long (*make)(const std::string& folder);
  bool of_files = false;  // by a worker of a source over files
};

long Open(const std::string& path, int flags) { return ::open(path.c_str(), flags, 0600); }

constexpr Attempt kAttempts[] = {
    {"read", [](const std::string& folder) { return Open(folder + "/there", O_RDONLY); }},
    {"read outside", [](const std::string&) { return Open("/etc/hostname", O_RDONLY); }},
    {"list", [](const std::string& folder) { return Open(folder, O_RDONLY | O_DIRECTORY); }},
    {"list files", [](const std::string& folder) { return Open(folder, O_RDONLY | O_DIRECTORY); }, true},
    {"list outside", [](const std::string&) { return Open("/etc", O_RDONLY | O_DIRECTORY); }, true},
    {"create", [](const std::string& folder) { return Open(folder + "/new", O_WRONLY | O_CREAT | O_EXCL); }},
    {"write", [](const std::string& folder) { return Open(folder + "/there", O_WRONLY); }},
    {"read and write", [](const std::string& folder) { return Open(folder + "/there", O_RDWR); }},
    {"truncate while reading", [](const std::string& folder) { return Open(folder + "/there", O_RDONLY | O_TRUNC); }},
    {"create while reading", [](const std::string& folder) { return Open(folder + "/new", O_RDONLY | O_CREAT); }},
    {"append", [](const std::string& folder) { return Open(folder + "/there", O_WRONLY | O_APPEND); }},
    {"nameless file", [](const std::string& folder) { return Open(folder, O_RDWR | O_TMPFILE); }},
    {"truncate", [](const std::string& folder) -> long { return ::truncate((folder + "/there").c_str(), 0); }},
    {"unlink", [](const std::string& folder) -> long { return ::unlink((folder + "/there").c_str()); }},
    {"rename",
     [](const std::string& folder) -> long {
       return ::rename((folder + "/there").c_str(), (folder + "/moved").c_str());
     }},
    {"link",
     [](const std::string& folder) -> long {
       return ::link((folder + "/there").c_str(), (folder + "/second").c_str());
     }},
    {"make a folder", [](const std::string& folder) -> long { return ::mkdir((folder + "/sub").c_str(), 0700); }},
    {"change the mode", [](const std::string& folder) -> long { return ::chmod((folder + "/there").c_str(), 0777); }},
    {"signal the parent", [](const std::string&) -> long { return ::kill(::getppid(), SIGUSR1); }},
    {"raise a limit",
     [](const std::string&) -> long {
       const rlimit free{RLIM_INFINITY, RLIM_INFINITY};
       return ::setrlimit(RLIMIT_AS, &free);
     }},
    {"read a limit",
     [](const std::string&) -> long {
       rlimit now{};
       return ::getrlimit(RLIMIT_AS, &now);
     }},
    {"executable memory",
     [](const std::string&) -> long {
       void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return memory == MAP_FAILED ? -1 : 0;
     }},
    {"make memory executable",
     [](const std::string&) -> long {
       void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       return ::mprotect(memory, 4096, PROT_READ | PROT_EXEC);
     }},
    {"send another descriptor's",
     [](const std::string&) -> long { return ::send(kChannel + 1, "x", 1, MSG_NOSIGNAL); }},
    {"pass a descriptor",
     [](const std::string&) -> long {
       msghdr message{};
       return ::sendmsg(kChannel, &message, 0);
     }},
    {"own signals from a file", [](const std::string&) -> long { return ::fcntl(kChannel, F_SETOWN, ::getppid()); }},
    {"connect", [](const std::string&) -> long { return ::socket(AF_INET, SOCK_STREAM, 0); }},
    {"connect a local socket", [](const std::string&) -> long { return ::socket(AF_UNIX, SOCK_STREAM, 0); }},
    {"exec",
     [](const std::string&) -> long {
       char name[] = "/bin/true";
       char* const arguments[] = {name, nullptr};
       char* const none[] = {nullptr};
       return ::execve(name, arguments, none);
     }},
    {"fork", [](const std::string&) -> long { return ::syscall(SYS_fork); }},
    {"a thread", [](const std::string&) -> long { return ::syscall(SYS_clone, 0, nullptr, nullptr, nullptr, 0); }},
    {"trace", [](const std::string&) -> long { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
    {"anonymous file", [](const std::string&) -> long { return ::syscall(SYS_memfd_create, "x", 0); }},
    {"ring", [](const std::string&) -> long { return ::syscall(SYS_io_uring_setup, 1, nullptr); }},
};

}  // namespace

int main(int argc, char** argv) {
  using namespace querygate::isolation;
  if (argc != 3) return 3;
  const std::string folder = argv[1];
  const auto limited = LimitResources(::getppid());
  const auto* const attempt = std::find_if(std::begin(kAttempts), std::end(kAttempts),
                                           [&](const Attempt& one) { return one.name == argv[2]; });
  if (attempt == std::end(kAttempts)) return 3;
  const FolderRights rights = attempt->of_files ? FolderRights::kFilesAndNames : FolderRights::kFiles;
  const auto files = limited ? RestrictFiles({folder}, rights) : querygate::Expected<bool, std::string>(false);
  const auto calls = RestrictSystemCalls(kChannel);
  if (!limited || !files || !calls) return 3;
  errno = 0;
  if (attempt->make(folder) >= 0) ::_exit(0);
  ::_exit(errno == EACCES || errno == EPERM ? 1 : 2);
}
