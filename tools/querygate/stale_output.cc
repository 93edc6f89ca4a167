#include "tools/querygate/stale_output.h"

#include <memory>
#include <string>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "tools/querygate/descriptor.h"
#include "tools/querygate/temporary_name.h"

namespace querygate::cli {

namespace {

std::vector<std::string> FindTemporaries(int directory, const SystemCalls& calls) {
  std::vector<std::string> names;
  // A descriptor of its own: a stream moves the position and closes what it was given.
  Descriptor listed(calls, calls.Open(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0));
  if (!listed.open()) return names;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(listed.value()), &::closedir);
  if (stream == nullptr) return names;
  listed.Release();
  while (const dirent* entry = ::readdir(stream.get())) {
    if (IsTemporaryName(entry->d_name)) names.emplace_back(entry->d_name);
  }
  return names;
}

void RemoveIfStale(int directory, const std::string& name, const SystemCalls& calls) {
  // Opened without waiting and without following: the name may have become anything.
  const Descriptor file(calls, calls.Open(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0));
  if (!file.open() || calls.Lock(file.value(), LOCK_EX | LOCK_NB) != 0) return;
  struct stat opened {};
  struct stat named {};
  if (calls.Status(file.value(), opened) != 0 || calls.StatusOf(directory, name, named) != 0) return;
  const bool same = opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
  if (same && S_ISREG(opened.st_mode) && opened.st_uid == ::geteuid()) calls.Unlink(directory, name);
}

}  // namespace

void SweepStaleOutput(int directory, const SystemCalls& calls) {
  for (const std::string& name : FindTemporaries(directory, calls)) RemoveIfStale(directory, name, calls);
}

}  // namespace querygate::cli
