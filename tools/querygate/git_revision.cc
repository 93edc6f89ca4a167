#include "tools/querygate/git_revision.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <stdlib.h>

#include "engine/load/documents.h"
#include "engine/load/relative_path.h"
#include "tools/querygate/subprocess.h"

namespace querygate::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxListing = 256 << 20;
constexpr std::size_t kMaxFiles = 20'000;
constexpr std::int64_t kMaxFileBytes = 8 << 20;  // the engine reads nothing that is larger
constexpr std::int64_t kMaxBytes = 256 << 20;

// One entry of `git ls-tree -r -z -l`: `MODE TYPE OBJECT SIZE\tPATH`.
struct TreeEntry {
  std::string mode, type, object, path;
  std::int64_t size = 0;
};

ProgramRun Git(std::vector<std::string> arguments) {
  ProgramRun run;
  // Nothing is fetched, no configured program is started, pathspecs mean themselves.
  run.words = {"git", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never", "--no-pager", "--no-replace-objects"};
  run.words.insert(run.words.end(), arguments.begin(), arguments.end());
  run.environment = {{"GIT_NO_LAZY_FETCH", "1"},
                     {"GIT_TERMINAL_PROMPT", "0"},
                     {"GIT_OPTIONAL_LOCKS", "0"},
                     {"GIT_LITERAL_PATHSPECS", "1"},
                     {"LC_ALL", "C"}};
  run.max_output = kMaxListing;
  return run;
}

std::string TakeWord(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  std::string word(text.substr(0, at));
  text.remove_prefix(std::min(at + 1, text.size()));
  return word;
}

std::vector<TreeEntry> ParseListing(std::string_view listing) {
  std::vector<TreeEntry> entries;
  while (!listing.empty()) {
    TreeEntry entry;
    entry.mode = TakeWord(listing, ' ');
    entry.type = TakeWord(listing, ' ');
    entry.object = TakeWord(listing, ' ');
    std::string size = TakeWord(listing, '\t');
    size.erase(0, size.find_first_not_of(' '));
    std::from_chars(size.data(), size.data() + size.size(), entry.size);  // "-" for what is no file
    entry.path = TakeWord(listing, '\0');
    entries.push_back(std::move(entry));
  }
  return entries;
}

bool Write(const fs::path& path, std::string_view text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return !error && file.good();
}

class Extraction {
 public:
  Extraction(const std::string& revision, const PrivateFolder& folder)
      : revision_(revision), folder_(folder.path()), requests_(folder_ / ".objects") {}

  Expected<void, std::string> Run(const std::string& config) {
    auto commit = RunProgram(Git({"rev-parse", "--verify", "--quiet", "--end-of-options", revision_ + "^{commit}"}));
    if (!commit) return Unexpected(revision_ + " is neither a folder nor a git revision here");
    while (!commit->empty() && commit->back() == '\n') commit->pop_back();
    auto listing = RunProgram(Git({"ls-tree", "-r", "-z", "-l", "--end-of-options", *commit}));
    if (!listing) return Unexpected("git cannot list " + revision_ + ": " + listing.error());
    entries_ = ParseListing(*listing);

    if (auto written = WriteFiles(Select({config})); !written) return written;
    return WriteFiles(Select(FoldersOf(config)));
  }

 private:
  // The folders that the configuration names; the usual ones without it. A configuration that cannot be read is
  // told when the deployment is opened.
  std::vector<std::string> FoldersOf(const std::string& config) const {
    std::vector<std::string> folders = {"reports/", "policies/"};
    std::ifstream file(folder_ / config, std::ios::binary);
    if (!file) return folders;
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const auto gateway = LoadGateway(std::make_shared<const SourceText>(config, text), {});
    if (!gateway.value) return folders;
    const fs::path parent = fs::path(config).parent_path();
    folders.clear();
    for (const std::string& name : {gateway.value->reports.value, gateway.value->policies.value}) {
      folders.push_back((parent / name / "").lexically_normal().string());
    }
    return folders;
  }

  // Entries that are one of the paths, or lie below one that ends in a slash.
  std::vector<TreeEntry> Select(const std::vector<std::string>& paths) const {
    std::vector<TreeEntry> selected;
    for (const TreeEntry& entry : entries_) {
      const bool wanted = std::any_of(paths.begin(), paths.end(), [&entry](const std::string& path) {
        return entry.path == path || (path.ends_with('/') && entry.path.starts_with(path)) || path == "./";
      });
      if (wanted) selected.push_back(entry);
    }
    return selected;
  }

  Expected<void, std::string> WriteFiles(std::vector<TreeEntry> entries) {
    std::string requests;
    std::int64_t bytes = 0;
    std::erase_if(entries, [](const TreeEntry& entry) { return entry.type == "blob" && entry.size > kMaxFileBytes; });
    if (entries.size() > kMaxFiles) return Unexpected(revision_ + " holds more than 20000 declarations");
    for (const TreeEntry& entry : entries) {
      if (entry.mode == "120000")
        return Unexpected(revision_ + ":" + entry.path + " is a symbolic link, which is not followed");
      if (entry.type != "blob" || !StaysBelow(entry.path)) {
        return Unexpected(revision_ + ":" + entry.path + " is not a file that can be read");
      }
      requests += entry.object + '\n';
      bytes += entry.size;
    }
    if (bytes > kMaxBytes) return Unexpected("the declarations of " + revision_ + " are larger than 256 MiB");
    if (entries.empty()) return {};
    if (!Write(requests_, requests)) return Unexpected("cannot write to " + folder_.string());
    ProgramRun run = Git({"cat-file", "--batch"});
    run.input_file = requests_.string();
    run.max_output = static_cast<std::size_t>(bytes) + entries.size() * 256;
    const auto objects = RunProgram(run);
    std::error_code ignored;
    fs::remove(requests_, ignored);
    if (!objects) return Unexpected("git cannot read " + revision_ + ": " + objects.error());
    return Split(entries, *objects);
  }

  // Each object comes as `OBJECT blob SIZE\n`, its bytes and a line end.
  Expected<void, std::string> Split(const std::vector<TreeEntry>& entries, std::string_view objects) const {
    for (const TreeEntry& entry : entries) {
      const std::string header = TakeWord(objects, '\n');
      const auto size = static_cast<std::size_t>(entry.size);
      if (header != entry.object + " blob " + std::to_string(entry.size) || objects.size() < size + 1) {
        return Unexpected("git cannot read " + revision_ + ":" + entry.path);
      }
      if (!Write(folder_ / entry.path, objects.substr(0, size)))
        return Unexpected("cannot write to " + folder_.string());
      objects.remove_prefix(size + 1);
    }
    return {};
  }

  const std::string& revision_;
  const fs::path folder_;
  const fs::path requests_;
  std::vector<TreeEntry> entries_;
};

}  // namespace

Expected<std::unique_ptr<PrivateFolder>, std::string> PrivateFolder::Make() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  std::string pattern = (parent / "querygate-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr) return Unexpected(std::string("cannot make a temporary folder"));
  return std::unique_ptr<PrivateFolder>(new PrivateFolder(std::move(pattern)));
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Expected<void, std::string> ExtractRevision(const std::string& revision, const std::string& config,
                                            const PrivateFolder& folder) {
  return Extraction(revision, folder).Run(config);
}

}  // namespace querygate::cli
