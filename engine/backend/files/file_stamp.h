// Which file it is and in which state: two equal stamps are the same bytes, unless both were taken right after a change.
#pragma once

#include <cstdint>

#include <sys/stat.h>

#include "engine/base/calendar.h"

namespace querygate::files {

struct FileStamp {
  std::uint64_t device = 0, inode = 0;
  std::int64_t size = 0;
  Instant modified;
  Instant changed;  // of the file's entry in its file system: cannot be set back like `modified`
  friend auto operator<=>(const FileStamp&, const FileStamp&) = default;
};

inline FileStamp StampOf(const struct stat& status) {
  const auto instant = [](const timespec& time) {
    return Instant{time.tv_sec, static_cast<std::int32_t>(time.tv_nsec)};
  };
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::int64_t>(status.st_size), instant(status.st_mtim), instant(status.st_ctim)};
}

}  // namespace querygate::files
