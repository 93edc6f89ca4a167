#include "engine/audit/verify.h"

#include <algorithm>
#include <utility>

#include "engine/audit/audit_file.h"

namespace querygate {
namespace {

struct FileChain {
  std::string path;
  ChainReader chain;
};

// Where the files do not follow each other: the first line of `file` is to blame, or what is missing before it.
std::optional<AuditBroken> FindGap(const ChainPlace& expected, const FileChain& before, const FileChain& file) {
  if (file.chain.first_sequence() == expected.sequence && file.chain.first_previous() == expected.previous)
    return std::nullopt;
  if (file.chain.first_sequence() > expected.sequence) {
    const std::int64_t last = file.chain.first_sequence() - 1;
    const std::string first = std::to_string(expected.sequence);
    const std::string lines =
        last == expected.sequence ? "line " + first + " is" : "lines " + first + " to " + std::to_string(last) + " are";
    return AuditBroken{file.path, 1, lines + " missing between " + before.path + " and this file"};
  }
  return AuditBroken{file.path, 1, "it does not follow the last line of " + before.path};
}

}  // namespace

AuditVerdict VerifyAudit(FileCalls& files, const std::vector<std::string>& paths,
                         const std::optional<std::string>& contains) {
  std::vector<FileChain> chains;
  for (const std::string& path : paths) {
    FileChain file{path, ChainReader(contains.value_or(std::string()))};
    if (auto read = ReadAuditFile(files, path, file.chain); !read) return AuditUnreadable{path, read.error()};
    chains.push_back(std::move(file));
  }
  std::stable_sort(chains.begin(), chains.end(), [](const FileChain& a, const FileChain& b) {
    return a.chain.first_sequence() < b.chain.first_sequence();
  });
  AuditSound sound;
  bool found = !contains;
  const FileChain* before = nullptr;
  for (const FileChain& file : chains) {
    const ChainReader& chain = file.chain;
    if (before != nullptr && chain.lines() > 0) {
      if (auto gap = FindGap(before->chain.next(), *before, file)) return *std::move(gap);
    }
    if (!chain.fault().empty()) return AuditBroken{file.path, chain.line_number(), chain.fault()};
    if (chain.unfinished_line() > 0) return AuditBroken{file.path, chain.unfinished_line(), "the last line is cut off"};
    if (chain.lines() == 0) return AuditBroken{file.path, 1, "the file holds no line"};
    if (before == nullptr) sound.first_sequence = chain.first_sequence();
    sound.lines += chain.lines();
    found = found || chain.found();
    before = &file;
  }
  if (before == nullptr) return sound;
  sound.last_sequence = before->chain.next().sequence - 1;
  sound.last_hash = before->chain.next().previous;
  if (!found) {
    return AuditBroken{before->path, before->chain.lines(),
                       "no line has the hash that was looked for: lines were cut off or written anew"};
  }
  return sound;
}

}  // namespace querygate
