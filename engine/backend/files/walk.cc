#include "engine/backend/files/walk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>

#include "engine/backend/files/descriptor.h"
#include "engine/backend/files/input_failure.h"
#include "engine/backend/files/name_pattern.h"

namespace querygate::files {
namespace {

constexpr std::size_t kDeepest = 16;  // folders within each other
constexpr std::string_view kAnyFolders = "**";

Unexpected<Failure> Unavailable(const std::string& path, std::string_view why) {
  return Unexpected(InputFailure(kUnavailable, path, 0, why));
}
std::string ErrorText(int error) { return std::generic_category().message(error); }

std::string_view KindName(mode_t mode) {
  if (S_ISLNK(mode)) return "is a symbolic link, not a file";
  if (S_ISDIR(mode)) return "is a folder, not a file";
  if (S_ISFIFO(mode)) return "is a FIFO, not a file";
  if (S_ISSOCK(mode)) return "is a socket, not a file";
  return "is a device, not a file";
}

bool HasEnding(std::string_view name, FileFormat format) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  switch (format) {
    case FileFormat::kCsv:
      return name.ends_with(".csv");
    case FileFormat::kTsv:
      return name.ends_with(".tsv") || name.ends_with(".tab");
    case FileFormat::kJsonl:
      return name.ends_with(".jsonl") || name.ends_with(".ndjson");
    case FileFormat::kJson:
      return name.ends_with(".json");
  }
  return false;
}

std::string Join(const std::string& folder, std::string_view name) {
  std::string path = folder;
  if (!path.empty() && path.back() != '/') path += '/';
  return path.append(name);
}

std::vector<std::string> Segments(std::string_view path) {
  std::vector<std::string> segments;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    if (end > start) segments.emplace_back(path.substr(start, end - start));
    start = end + 1;
  }
  return segments;
}

// `data/day=*/x.csv`: the folder `data` and the segments that follow it.
struct Split {
  std::string folder;
  std::vector<std::string> rest;
};

Split SplitPattern(const std::string& pattern) {
  const std::size_t special = pattern.find_first_of("*?[");
  const std::size_t slash = pattern.rfind('/', special);
  if (slash == std::string::npos) return {".", Segments(pattern)};
  return {slash == 0 ? "/" : pattern.substr(0, slash), Segments(std::string_view(pattern).substr(slash + 1))};
}

Expected<std::string, int> Resolve(const std::string& folder) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(folder.c_str(), nullptr), &std::free);
  if (!resolved) return Unexpected(errno);
  return std::string(resolved.get());
}

class Walker {
 public:
  Walker(const WalkRules& rules, const CallTime& time, std::vector<FoundFile>& files)
      : rules_(rules), time_(time), files_(files) {}

  // `folder` is absolute and resolved; its own last step is opened like any other folder.
  Expected<void, Failure> From(const std::string& folder, const std::vector<std::string>& segments) {
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened) return Unavailable(folder, ErrorText(errno));
    root_ = folder;
    return Match(opened.get(), "", segments, 0, 0);
  }
  Expected<void, Failure> Below(const std::string& folder) {
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened) return Unavailable(folder, ErrorText(errno));
    root_ = folder;
    return Everything(opened.get(), "", 0);
  }

 private:
  // Calls `take(name)` for every name in the order of their bytes.
  template <typename Take>
  Expected<void, Failure> ForEach(int folder, const std::string& below, Take&& take) {
    std::vector<std::string> names;
    alignas(dirent64) std::array<char, 16 * 1024> buffer{};
    while (true) {
      const auto size = ::getdents64(folder, buffer.data(), buffer.size());
      if (size < 0) return Unavailable(Join(root_, below), ErrorText(errno));
      if (size == 0) break;
      for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
        const auto* entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
        at += entry->d_reclen;
      }
      if (time_.Expired()) return Unexpected(Late());
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (auto taken = take(name); !taken) return taken;
    }
    return {};
  }

  // What `name` in `folder` is, itself and not what it links to. Empty: it is gone.
  static bool Look(int folder, const std::string& name, struct stat& status) {
    return ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  }

  Expected<void, Failure> Take(const std::string& below, const struct stat& status) {
    if (!S_ISREG(status.st_mode)) return Unavailable(Join(root_, below), KindName(status.st_mode));
    if (files_.size() == rules_.most) {
      return Unexpected(InputFailure(kFilesLimit, Join(root_, below), 0, "is one file more than the source permits"));
    }
    files_.push_back({Join(root_, below), below, StampOf(status)});
    return {};
  }

  template <typename Enter>
  Expected<void, Failure> Descend(int folder, const std::string& name, const std::string& below, std::size_t depth,
                                  Enter&& enter) {
    if (depth == kDeepest) return Unavailable(Join(root_, below), "lies deeper than 16 folders");
    const Descriptor opened(::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened) return Unavailable(Join(root_, below), ErrorText(errno));
    return enter(opened.get());
  }

  // A folder of a partitioned table: every file of the format, however deep. Names that begin with a dot or an
  // underscore are working files of whoever writes there.
  Expected<void, Failure> Everything(int folder, const std::string& below, std::size_t depth) {
    return ForEach(folder, below, [&](const std::string& name) -> Expected<void, Failure> {
      if (name.starts_with('.') || name.starts_with('_')) return {};
      const std::string here = Join(below, name);
      struct stat status {};
      if (!Look(folder, name, status)) return Unexpected(InputFailure(kChanged, Join(root_, here), 0, "is gone"));
      // Where a link leads is not asked, so neither is whether its file would count.
      if (S_ISLNK(status.st_mode)) return Unavailable(Join(root_, here), KindName(status.st_mode));
      if (S_ISDIR(status.st_mode)) {
        return Descend(folder, name, here, depth, [&](int opened) { return Everything(opened, here, depth + 1); });
      }
      return HasEnding(name, rules_.format) ? Take(here, status) : Expected<void, Failure>();
    });
  }

  // The names of `folder` that the segments from `at` on lead through.
  Expected<void, Failure> Match(int folder, const std::string& below, const std::vector<std::string>& segments,
                                std::size_t at, std::size_t depth) {
    const std::string& segment = segments[at];
    const bool last = at + 1 == segments.size();
    if (segment == kAnyFolders) {
      if (last) return Everything(folder, below, depth);
      if (auto here = Match(Reopen(folder).get(), below, segments, at + 1, depth); !here) return here;
    }
    return ForEach(folder, below, [&](const std::string& name) -> Expected<void, Failure> {
      if (segment == kAnyFolders ? name.starts_with('.') : !MatchesName(segment, name)) return {};
      const std::string here = Join(below, name);
      struct stat status {};
      if (!Look(folder, name, status)) return Unexpected(InputFailure(kChanged, Join(root_, here), 0, "is gone"));
      if (S_ISLNK(status.st_mode)) return Unavailable(Join(root_, here), KindName(status.st_mode));
      if (!S_ISDIR(status.st_mode)) return last ? Take(here, status) : Expected<void, Failure>();
      return Descend(folder, name, here, depth, [&](int opened) {
        if (segment == kAnyFolders) return Match(opened, here, segments, at, depth + 1);
        return last ? Everything(opened, here, depth + 1) : Match(opened, here, segments, at + 1, depth + 1);
      });
    });
  }

  // A folder that was read is at its end; reading it once more begins anew.
  static Descriptor Reopen(int folder) {
    return Descriptor(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }

  const WalkRules& rules_;
  const CallTime& time_;
  std::vector<FoundFile>& files_;
  std::string root_;
};

// The file that a path names literally.
Expected<FoundFile, Failure> TheFile(const std::string& path, const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return Unavailable(path, KindName(status.st_mode));
  const std::size_t slash = path.rfind('/');
  const auto folder = Resolve(slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash));
  if (!folder) return Unavailable(path, "its folder: " + ErrorText(folder.error()));
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  return FoundFile{Join(*folder, name), name, StampOf(status)};
}

std::string WithoutTrailingSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

Expected<void, Failure> Walk(const std::string& pattern, const WalkRules& rules, const CallTime& time,
                             std::vector<FoundFile>& files) {
  if (pattern.empty() || pattern.find('\0') != std::string::npos) return Unavailable("(path)", "no path is configured");
  const std::string path = WithoutTrailingSlash(pattern);
  struct stat status {};
  const bool exists = ::lstat(path.c_str(), &status) == 0;
  const int error = errno;
  if (!exists && !IsPattern(path)) return Unavailable(path, ErrorText(error));

  const std::size_t before = files.size();
  Walker walker(rules, time, files);
  if (exists && S_ISDIR(status.st_mode)) {
    const auto folder = Resolve(path);
    if (!folder) return Unavailable(path, ErrorText(folder.error()));
    if (auto walked = walker.Below(*folder); !walked) return walked;
  } else if (exists) {
    if (files.size() == rules.most) {
      return Unexpected(InputFailure(kFilesLimit, path, 0, "is one file more than the source permits"));
    }
    auto file = TheFile(path, status);
    if (!file) return Unexpected(std::move(file).error());
    files.push_back(*std::move(file));
  }
  if (IsPattern(path)) {
    const Split split = SplitPattern(path);
    const auto folder = Resolve(split.folder);
    if (!folder) return Unavailable(path, "its folder: " + ErrorText(folder.error()));
    std::vector<FoundFile> matched;
    Walker matcher(rules, time, matched);
    if (auto walked = matcher.From(*folder, split.rest); !walked) return walked;
    for (FoundFile& file : matched) {
      if (!exists) {
        files.push_back(std::move(file));
      } else if (files.size() == before || file.stamp != files[before].stamp) {
        return Unavailable(path, "is the name of a file and a pattern that matches another; rename one of them");
      }
    }
  }
  if (files.size() == before) return Unavailable(path, "there is no file");
  return {};
}

std::string WalkRoot(const std::string& pattern) {
  const std::string path = WithoutTrailingSlash(pattern);
  struct stat status {};
  const bool exists = ::lstat(path.c_str(), &status) == 0;
  std::string folder = path;
  if (!exists && IsPattern(path)) {
    folder = SplitPattern(path).folder;
  } else if (!exists || !S_ISDIR(status.st_mode)) {
    const std::size_t slash = path.rfind('/');
    folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  }
  return Resolve(folder) ? *Resolve(folder) : std::string();
}

}  // namespace querygate::files
