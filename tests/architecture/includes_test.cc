// Reads every #include under engine/ and tools/ and holds it against the layer table of
// docs/ARCHITECTURE.md, so that the document cannot drift from the code.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/project_root.h"

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = querygate::testing::ProjectRoot();

struct Layer {
  std::set<std::string> modules;      // what it may include, itself aside
  std::set<std::string> third_party;  // header prefixes
};

std::string Trim(std::string text) {
  const auto first = text.find_first_not_of(" \t`");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t`") - first + 1);
}

std::set<std::string> SplitList(const std::string& cell) {
  std::set<std::string> items;
  std::istringstream in(cell);
  for (std::string item; std::getline(in, item, ',');) {
    item = Trim(item);
    if (!item.empty() && item != "–" && item != "-") items.insert(item);
  }
  return items;
}

// Rows of the form `| engine/base | engine/… | header/ |` below the heading line "| module |".
std::map<std::string, Layer> ReadLayers() {
  std::ifstream in(kRoot / "docs/ARCHITECTURE.md");
  std::map<std::string, Layer> layers;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("| module | may include |")) inside = true;
    if (!line.starts_with("|")) inside = false;
    if (!inside || line.starts_with("| module |") || line.starts_with("| ---")) continue;
    std::vector<std::string> cells;
    std::istringstream row(line.substr(1));
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(cell);
    REQUIRE(cells.size() >= 3);
    layers[Trim(cells[0])] = {SplitList(cells[1]), SplitList(cells[2])};
  }
  return layers;
}

std::string ModuleOf(const std::string& path, const std::map<std::string, Layer>& layers) {
  std::string best;
  for (const auto& [module, layer] : layers) {
    const bool inside = path.starts_with(module + "/") || path.starts_with(module + ".");
    if (inside && module.size() > best.size()) best = module;
  }
  return best;
}

bool IsStandardHeader(const std::string& header) {
  static const std::regex pattern(
      "[a-z_0-9]+|(sys|linux)/[a-z_]+\\.h|(unistd|fcntl|errno|malloc|poll|signal|spawn|time|dirent|stdlib)\\.h");
  return std::regex_match(header, pattern);
}

}  // namespace

TEST_CASE("every include respects the layers of docs/ARCHITECTURE.md") {
  const auto layers = ReadLayers();
  REQUIRE(layers.size() >= 12);
  const std::regex include("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
  std::size_t seen = 0;
  std::size_t files = 0;
  for (const char* top : {"engine", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cc") continue;
      ++files;
      const std::string path = fs::relative(entry.path(), kRoot).string();
      const std::string module = ModuleOf(path, layers);
      INFO(path);
      REQUIRE_FALSE(module.empty());
      const Layer& layer = layers.at(module);
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        ++seen;
        const std::string header = match[2];
        INFO(line);
        if (match[1] == "\"") {
          const std::string target = ModuleOf(header, layers);
          REQUIRE_FALSE(target.empty());  // own headers are named by their path from the root
          CHECK((target == module || layer.modules.contains(target)));
        } else if (!IsStandardHeader(header)) {
          bool allowed = false;
          for (const std::string& prefix : layer.third_party) allowed = allowed || header.starts_with(prefix);
          CHECK(allowed);
        }
      }
    }
  }
  CHECK(files > 50);
  CHECK(seen > 200);
}

TEST_CASE("no module includes itself in a circle through another") {
  const auto layers = ReadLayers();
  // Depth-first over "may include": meeting a module that is still open is a circle.
  std::set<std::string> done;
  std::vector<std::string> open;
  const auto visit = [&](const auto& self, const std::string& module) -> void {
    if (done.contains(module)) return;
    for (const std::string& other : open) REQUIRE(other != module);
    open.push_back(module);
    for (const std::string& next : layers.at(module).modules) {
      INFO(module << " names " << next);
      REQUIRE(layers.contains(next));
      self(self, next);
    }
    open.pop_back();
    done.insert(module);
  };
  for (const auto& [module, layer] : layers) visit(visit, module);
}

TEST_CASE("third-party types stay out of headers") {
  const std::regex include("^\\s*#\\s*include\\s*<(sqlite3|yaml-cpp|nlohmann|boost|re2|openssl)");
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "engine")) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      INFO(entry.path().string() << ": " << line);
      CHECK_FALSE(std::regex_search(line, include));
    }
  }
}
