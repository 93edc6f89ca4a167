#include "engine/load/catalog.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "engine/load/document_reader.h"
#include "engine/load/file_reader.h"
#include "engine/load/relative_path.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".yaml";
constexpr std::string_view kTestSuffix = ".test.yaml";
constexpr std::string_view kFixtureSuffix = ".fixture.yaml";
constexpr std::string_view kOtherSuffix = ".yml";
constexpr int kMaxFolderDepth = 16;
constexpr std::size_t kMaxSchemaBytes = 4 << 20;
constexpr std::size_t kMaxFixtureBytes = 4 << 20;
constexpr std::size_t kMaxToolName = 64;

bool IsId(std::string_view id) {
  for (std::size_t start = 0; start <= id.size();) {
    const std::size_t end = std::min(id.find('/', start), id.size());
    if (!IsName(id.substr(start, end - start))) return false;
    start = end + 1;
  }
  return true;
}

Diagnostic FileDiagnostic(std::string_view rule, const fs::path& path, std::string message, std::string help = {}) {
  return MakeDiagnostic(rule, SourceText(ShownPath(path.string()), {}), SourcePosition{0, 0, 1}, std::move(message),
                        std::move(help));
}

// Whether `relative` is a regular file below `root` without passing a symbolic link on the way.
bool IsPlainFile(const fs::path& root, const fs::path& relative) {
  fs::path path = root;
  fs::file_status status;
  for (const fs::path& step : relative) {
    path /= step;
    std::error_code error;
    status = fs::symlink_status(path, error);
    if (error || fs::is_symlink(status)) return false;
  }
  return fs::is_regular_file(status);
}

struct Entry {
  fs::path relative;
  fs::file_type type;
};

// Everything that is not a folder, below `folder`, sorted by path. Hidden names and symbolic links to folders are
// passed over.
std::vector<Entry> ListFiles(const fs::path& root) {
  std::vector<Entry> files;
  std::vector<std::pair<fs::path, int>> folders{{fs::path(), 0}};
  while (!folders.empty()) {
    const auto [folder, depth] = std::move(folders.back());
    folders.pop_back();
    std::error_code error;
    for (fs::directory_iterator it(root / folder, error), end; !error && it != end; it.increment(error)) {
      const fs::path name = it->path().filename();
      if (name.string().starts_with('.')) continue;
      std::error_code status_error;
      const fs::file_type type = it->symlink_status(status_error).type();
      if (type == fs::file_type::directory) {
        if (depth < kMaxFolderDepth) folders.emplace_back(folder / name, depth + 1);
      } else {
        files.push_back({folder / name, type});
      }
    }
  }
  std::sort(files.begin(), files.end(),
            [](const Entry& a, const Entry& b) { return a.relative.string() < b.relative.string(); });
  return files;
}

std::vector<std::string> NamesIn(const fs::path& folder) {
  std::vector<std::string> names;
  for (const Entry& entry : ListFiles(folder)) {
    const std::string file = entry.relative.string();
    if (entry.type != fs::file_type::regular || !file.ends_with(kSuffix)) continue;
    std::string name = file.substr(0, file.size() - kSuffix.size());
    if (IsName(name)) names.push_back(std::move(name));
  }
  return names;
}

std::string ToolName(std::string id) {
  std::replace(id.begin(), id.end(), '/', '_');
  return id;
}

// Tool names of agents are ids with `_` for `/`: they have to stay short and apart.
void CheckToolNames(const std::vector<std::string>& ids, const fs::path& root, Diagnostics& diagnostics) {
  std::map<std::string, std::string> first_of;
  for (const std::string& id : ids) {
    const std::string tool = ToolName(id);
    const fs::path path = root / (id + std::string(kSuffix));
    if (tool.size() > kMaxToolName) {
      diagnostics.push_back(FileDiagnostic("tool-name-collision", path, "the report's id is longer than 64 characters",
                                           "shorten a folder's or the file's name"));
    }
    const auto [other, inserted] = first_of.emplace(tool, id);
    if (!inserted) {
      diagnostics.push_back(FileDiagnostic(
          "tool-name-collision", path,
          Quoted(id) + " and " + Quoted(other->second) + " are both the tool " + Quoted(tool), "rename one of them"));
    }
  }
}

// The text of a document, or null with the reason why not.
std::shared_ptr<const SourceText> ReadDocument(const fs::path& path, Diagnostics& diagnostics) {
  auto text = ReadRegularFile(path.string(), kMaxDocumentBytes, SymbolicLinks::kRefuse);
  if (text) return std::make_shared<const SourceText>(ShownPath(path), std::move(*text));
  diagnostics.push_back(FileDiagnostic(text.error().too_large ? "document-size" : "unreadable-file", path,
                                       std::move(text.error().message)));
  return nullptr;
}

// A document of a folder; nothing at all when there is no such file.
template <typename T, typename Load>
Loaded<T> LoadBelow(const fs::path& root, const fs::path& relative, Load load) {
  Loaded<T> loaded;
  std::error_code error;
  const fs::path path = root / relative;
  if (!fs::exists(fs::symlink_status(path, error))) return loaded;
  if (!IsPlainFile(root, relative)) {
    loaded.diagnostics.push_back(
        FileDiagnostic("unreadable-file", path, "it is not a regular file", "symbolic links are not followed here"));
    return loaded;
  }
  if (auto text = ReadDocument(path, loaded.diagnostics)) loaded = load(std::move(text));
  return loaded;
}

// A file that a document names: beside or below it, plain, readable text.
struct NamedFile {
  const SourceText& document;
  const Located<std::string>& name;
  std::size_t max_bytes;
  std::string_view help;
};

std::shared_ptr<const SourceText> ReadNamedFile(const fs::path& folder, const NamedFile& file,
                                                Diagnostics& diagnostics) {
  const auto report = [&](std::string message) {
    diagnostics.push_back(MakeDiagnostic("unreadable-file", file.document, file.name.position, std::move(message),
                                         std::string(file.help)));
  };
  const fs::path path = folder / file.name.value;
  if (!StaysBelow(file.name.value)) return nullptr;  // reported by the loader
  std::error_code error;
  const bool exists = fs::exists(fs::symlink_status(path, error));
  if (exists && !IsPlainFile(folder, file.name.value)) {
    report("cannot read " + ShownPath(path) + ": it is not a regular file");
    return nullptr;
  }
  auto text = ReadRegularFile(path.string(), file.max_bytes, SymbolicLinks::kRefuse);
  if (!text) {
    report(std::move(text.error().message));
    return nullptr;
  }
  auto read = std::make_shared<const SourceText>(ShownPath(path), std::move(*text));
  if (const auto fault = FindTextFault(read->text())) {
    diagnostics.push_back(
        MakeDiagnostic("invalid-encoding", *read, read->PositionAt(fault->offset), fault->message, fault->help));
    return nullptr;
  }
  return read;
}

std::shared_ptr<const SourceText> ReadSchema(const fs::path& folder, const SourceDeclaration& source,
                                             Diagnostics& diagnostics) {
  return ReadNamedFile(folder,
                       {*source.text, source.schema, kMaxSchemaBytes, "the schema is a DDL file beside the policy"},
                       diagnostics);
}

// The test with what its fixture holds.
Loaded<ReportTestDeclaration> WithFixture(const fs::path& folder, Loaded<ReportTestDeclaration> loaded) {
  if (!loaded.value || !loaded.value->fixture_file) return loaded;
  const Located<std::string>& name = *loaded.value->fixture_file;
  auto text =
      ReadNamedFile(folder, {*loaded.value->text, name, kMaxFixtureBytes, "the fixture is a file beside the test"},
                    loaded.diagnostics);
  TestFixture fixture;
  fixture.text = text;
  fixture.script = true;
  if (text && name.value.ends_with(kFixtureSuffix)) {
    auto rows = LoadFixture(text);
    loaded.diagnostics.insert(loaded.diagnostics.end(), rows.diagnostics.begin(), rows.diagnostics.end());
    if (rows.value) fixture = *rows.value;
  }
  auto with_fixture = std::make_shared<ReportTestDeclaration>(*loaded.value);
  with_fixture->fixture = std::move(fixture);
  loaded.value = std::move(with_fixture);
  if (HasErrors(loaded.diagnostics)) loaded.value = nullptr;
  return loaded;
}

// A file's id by its path below the reports folder; by its name when it lies elsewhere.
std::string IdOf(const std::string& path, const std::string& reports, std::string_view suffix) {
  std::error_code error;
  const fs::path given = fs::absolute(path, error).lexically_normal();
  const fs::path root = fs::absolute(reports, error).lexically_normal();
  fs::path relative = given.lexically_relative(root / "");
  if (relative.empty() || *relative.begin() == "..") relative = given.filename();
  std::string id = relative.string();
  if (id.ends_with(suffix)) id.resize(id.size() - suffix.size());
  return id;
}

}  // namespace

std::string ShownPath(const std::string& text) {
  const fs::path path(text);
  if (!path.is_absolute()) return path.string();
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return path.string();
  const fs::path relative = path.lexically_normal().lexically_relative(here);
  const bool below = !relative.empty() && *relative.begin() != "..";
  return below ? relative.string() : path.string();
}

Catalog::Catalog(std::string reports_directory, std::string policies_directory)
    : reports_(std::move(reports_directory)), policies_(std::move(policies_directory)) {}

std::vector<std::string> Catalog::ReportIds(Diagnostics& diagnostics) const {
  std::vector<std::string> ids;
  const fs::path root(reports_);
  for (const Entry& entry : ListFiles(root)) {
    const std::string file = entry.relative.string();
    const fs::path path = root / entry.relative;
    if (file.ends_with(kOtherSuffix)) {
      diagnostics.push_back(FileDiagnostic("document-name", path, "a report's file ends in .yaml", "rename it"));
    }
    if (!file.ends_with(kSuffix) || file.ends_with(kTestSuffix) || file.ends_with(kFixtureSuffix)) continue;
    std::string id = file.substr(0, file.size() - kSuffix.size());
    if (!IsId(id)) {
      diagnostics.push_back(FileDiagnostic("document-name", path, Quoted(id) + " is no name of a report",
                                           "folders and files match [a-z][a-z0-9_]*"));
    } else if (entry.type != fs::file_type::regular) {
      diagnostics.push_back(
          FileDiagnostic("unreadable-file", path, "it is not a regular file", "symbolic links are not followed here"));
    } else {
      ids.push_back(std::move(id));
    }
  }
  std::sort(ids.begin(), ids.end());
  CheckToolNames(ids, root, diagnostics);
  return ids;
}

std::vector<std::string> Catalog::SourceNames() const { return NamesIn(fs::path(policies_) / "sources"); }
std::vector<std::string> Catalog::LimitsNames() const { return NamesIn(fs::path(policies_) / "limits"); }

bool Catalog::HasReport(std::string_view id) const {
  return IsId(id) && IsPlainFile(reports_, std::string(id) + std::string(kSuffix));
}

std::string Catalog::ReportPath(std::string_view id) const {
  return (fs::path(reports_) / (std::string(id) + std::string(kSuffix))).string();
}

Loaded<ReportDeclaration> Catalog::Report(const std::string& id) const {
  if (!IsId(id)) return {};
  return LoadBelow<ReportDeclaration>(
      reports_, id + std::string(kSuffix),
      [&id](std::shared_ptr<const SourceText> text) { return LoadReport(std::move(text), id); });
}

Loaded<ReportDeclaration> Catalog::ReportFile(const std::string& path) const {
  const std::string id = IdOf(path, reports_, kSuffix);
  Loaded<ReportDeclaration> loaded;
  auto text = ReadDocument(path, loaded.diagnostics);
  if (!text) return loaded;
  loaded = LoadReport(std::move(text), id);
  if (!IsId(id)) {
    loaded.diagnostics.insert(loaded.diagnostics.begin(),
                              FileDiagnostic("document-name", path, Quoted(id) + " is no name of a report",
                                             "folders and files match [a-z][a-z0-9_]*"));
    loaded.value = nullptr;
  }
  return loaded;
}

std::vector<std::string> Catalog::TestIds() const {
  std::vector<std::string> ids;
  for (const Entry& entry : ListFiles(reports_)) {
    std::string file = entry.relative.string();
    if (entry.type != fs::file_type::regular || !file.ends_with(kTestSuffix)) continue;
    file.resize(file.size() - kTestSuffix.size());
    if (IsId(file)) ids.push_back(std::move(file));
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

bool Catalog::HasTest(std::string_view id) const {
  return IsId(id) && IsPlainFile(reports_, std::string(id) + std::string(kTestSuffix));
}

std::string Catalog::TestPath(std::string_view id) const {
  return (fs::path(reports_) / (std::string(id) + std::string(kTestSuffix))).string();
}

Loaded<ReportTestDeclaration> Catalog::Test(const std::string& id) const {
  if (!IsId(id)) return {};
  auto loaded = LoadBelow<ReportTestDeclaration>(
      reports_, id + std::string(kTestSuffix),
      [&id](std::shared_ptr<const SourceText> text) { return LoadReportTest(std::move(text), id); });
  return WithFixture(fs::path(TestPath(id)).parent_path(), std::move(loaded));
}

Loaded<ReportTestDeclaration> Catalog::TestFile(const std::string& path) const {
  Loaded<ReportTestDeclaration> loaded;
  auto text = ReadDocument(path, loaded.diagnostics);
  if (!text) return loaded;
  return WithFixture(fs::path(path).parent_path(), LoadReportTest(std::move(text), IdOf(path, reports_, kTestSuffix)));
}

Loaded<SourceDeclaration> Catalog::Source(const std::string& name) const {
  if (!IsName(name)) return {};
  const fs::path folder = fs::path(policies_) / "sources";
  auto loaded = LoadBelow<SourceDeclaration>(
      folder, name + std::string(kSuffix),
      [&name](std::shared_ptr<const SourceText> text) { return LoadSource(std::move(text), name); });
  if (!loaded.value) return loaded;
  if (loaded.value->backend.value == kFilesBackend) return loaded;
  auto with_schema = std::make_shared<SourceDeclaration>(*loaded.value);
  with_schema->schema_text = ReadSchema(folder, *loaded.value, loaded.diagnostics);
  if (HasErrors(loaded.diagnostics)) {
    loaded.value = nullptr;
  } else {
    loaded.value = std::move(with_schema);
  }
  return loaded;
}

Loaded<LimitsDeclaration> Catalog::Limits(const std::string& name) const {
  if (!IsName(name)) return {};
  return LoadBelow<LimitsDeclaration>(
      fs::path(policies_) / "limits", name + std::string(kSuffix),
      [&name](std::shared_ptr<const SourceText> text) { return LoadLimits(std::move(text), name); });
}

Loaded<AccessDeclaration> Catalog::Access() const {
  return LoadBelow<AccessDeclaration>(
      policies_, "access.yaml", [](std::shared_ptr<const SourceText> text) { return LoadAccess(std::move(text)); });
}

}  // namespace querygate
