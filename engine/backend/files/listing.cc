#include "engine/backend/files/listing.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/backend/files/input_failure.h"
#include "engine/backend/files/walk.h"

namespace querygate::files {
namespace {

Failure NotConfigured(const CompiledSource& source, const std::string& table) {
  return {.reason = std::string(kUnavailable),
          .cause = "source " + source.name + ": no files are configured for the table " + table};
}

// A plain path is for a source with one table: of several, nobody could say whose it is.
Expected<std::vector<std::string>, Failure> PatternsOf(const CompiledSource& source, const DataPlace& place,
                                                       const std::string& table) {
  if (const auto found = place.files.find(table); found != place.files.end()) return found->second;
  if (!place.path.empty() && source.tables.size() == 1) return std::vector<std::string>{place.path};
  return Unexpected(NotConfigured(source, table));
}

Expected<void, Failure> CheckTables(const CompiledSource& source, const DataPlace& place) {
  for (const auto& [name, patterns] : place.files) {
    const auto same = [&name = name](const FileTable& table) { return table.name == name; };
    if (std::any_of(source.tables.begin(), source.tables.end(), same)) continue;
    return Unexpected(Failure{std::string(kUnavailable),
                              "source " + source.name + ": files are configured for " + name + ", which is no table"});
  }
  return {};
}

bool ComesFirst(const FoundFile& a, const FoundFile& b) { return a.path < b.path; }

}  // namespace

Expected<std::vector<ListedFile>, Failure> ListFiles(const CompiledSource& source, const DataPlace& place,
                                                     const std::vector<const FileTable*>& tables,
                                                     const CallTime& time) {
  if (auto known = CheckTables(source, place); !known) return Unexpected(std::move(known).error());
  std::vector<ListedFile> listed;
  std::int64_t bytes = 0;
  for (const FileTable* table : tables) {
    const auto patterns = PatternsOf(source, place, table->name);
    if (!patterns) return Unexpected(patterns.error());
    std::vector<FoundFile> found;
    // A file that several patterns match is there several times so far.
    const WalkRules rules{table->format, static_cast<std::size_t>(source.inputs.files) * patterns->size()};
    for (const std::string& pattern : *patterns) {
      if (auto walked = Walk(pattern, rules, time, found); !walked) return Unexpected(std::move(walked).error());
    }
    std::stable_sort(found.begin(), found.end(), ComesFirst);
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (FoundFile& file : found) {
      if (!seen.emplace(file.stamp.device, file.stamp.inode).second) continue;
      if (static_cast<std::int64_t>(listed.size()) == source.inputs.files) {
        return Unexpected(InputFailure(kFilesLimit, file.path, 0, "is one file more than the source permits"));
      }
      if (file.stamp.size > source.inputs.bytes - bytes) {
        return Unexpected(InputFailure(kBytesLimit, file.path, 0, "makes more bytes than the source permits"));
      }
      bytes += file.stamp.size;
      listed.push_back({table, std::move(file.path), std::move(file.below), file.stamp});
    }
  }
  return listed;
}

std::vector<std::string> FoldersOf(const CompiledSource& source, const DataPlace& place) {
  std::set<std::string> folders;
  const auto add = [&folders](const std::string& pattern) {
    std::string root = WalkRoot(pattern);
    if (!root.empty()) folders.insert(std::move(root));
  };
  if (!place.path.empty() && source.tables.size() == 1) add(place.path);
  for (const auto& [table, patterns] : place.files) {
    for (const std::string& pattern : patterns) add(pattern);
  }
  return {folders.begin(), folders.end()};
}

}  // namespace querygate::files
