#include "tests/golden/runner/case_folder.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <stdlib.h>

#include "engine/gateway/demo.h"

namespace querygate::golden {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScriptSuffix = ".sqlite.sql";

void CopyTree(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

void MakeDatabase(const fs::path& path, const std::string& sql) {
  fs::create_directories(path.parent_path());
  const auto made = CreateDemoDatabase(path.string(), sql);
  if (!made) throw std::runtime_error(made.error());
}

void CopyShipped(const fs::path& repository, const fs::path& to) {
  CopyTree(repository / "reports", to / "reports");
  CopyTree(repository / "policies", to / "policies");
  const fs::path demo = repository / "tools/querygate/demo";
  CopyTree(demo / "var", to / "var");
  for (const fs::directory_entry& entry : fs::directory_iterator(demo)) {
    if (entry.is_directory()) continue;
    if (entry.path().extension() != ".sql") {
      fs::copy_file(entry.path(), to / entry.path().filename());
      continue;
    }
    const std::string source = entry.path().stem().string();
    const auto schema = ReadText(repository / "policies/sources" / (source + ".sql"));
    MakeDatabase(to / "var" / (source + ".sqlite"), schema.value_or("") + '\n' + *ReadText(entry.path()));
  }
}

void RunScripts(const fs::path& folder) {
  std::vector<fs::path> scripts;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().string().ends_with(kScriptSuffix)) scripts.push_back(entry.path());
  }
  for (const fs::path& script : scripts) {
    fs::path database = script;
    database.replace_extension();
    fs::remove(database);  // a case may replace the rows of its deployment
    MakeDatabase(database, *ReadText(script));
    fs::remove(script);
  }
}

}  // namespace

std::vector<std::string> FindCases(const fs::path& root) {
  std::vector<std::string> cases;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().filename() != "command") continue;
    cases.push_back(fs::relative(entry.path().parent_path(), root).generic_string());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

std::optional<std::string> ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::map<std::string, std::string> ReadEnvironment(const fs::path& case_folder) {
  std::map<std::string, std::string> variables;
  std::istringstream lines(ReadText(case_folder / "environment").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos) variables[line.substr(0, equals)] = line.substr(equals + 1);
  }
  return variables;
}

WorkingFolder::WorkingFolder(const fs::path& repository, const fs::path& case_folder) {
  std::string pattern = (fs::temp_directory_path() / "querygate-golden-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
  if (auto deployment = ReadText(case_folder / "deployment")) {
    while (!deployment->empty() && deployment->back() == '\n') deployment->pop_back();
    if (*deployment == "shipped") {
      CopyShipped(repository, path_);
    } else {
      CopyTree(repository / "tests/golden/deployments" / *deployment, path_);
    }
  }
  if (fs::exists(case_folder / "files")) CopyTree(case_folder / "files", path_);
  RunScripts(path_);
}

WorkingFolder::~WorkingFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace querygate::golden
