#include "tests/rules/example.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/gateway/gateway.h"
#include "engine/policy/sql_tokens.h"
#include "tests/project_root.h"

namespace querygate::testing {
namespace {

namespace fs = std::filesystem;

const std::string kReport = "reports/parcels/example.yaml";

// What an SQL example may use; only what it names is declared.
constexpr auto kParameters = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"state", "{ type: string, enum: [queued, sent], description: Parcel state. }"},
    {"place", "{ type: string, min_length: 1, max_length: 40, description: Zone exactly as stored. }"},
    {"zones", "{ type: string, list: true, max_items: 3, max_length: 40, description: Zones exactly as stored. }"},
    {"parcel", "{ type: integer, min: 1, max: 1000000, description: Identifier of the parcel. }"},
    {"since", "{ type: date, description: First day to look at. }"},
});

const std::set<std::string> kFunctions{"avg", "count", "date",       "group_concat", "like", "lower",
                                       "max", "min",   "row_number", "sum",          "total"};

using Lines = std::vector<std::pair<std::string, std::string>>;  // a top-level key, its text

// The text before the first key has an empty one.
Lines SplitKeys(const std::string& text) {
  Lines parts{{"", ""}};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    const bool key = !line.empty() && line[0] != ' ' && line[0] != '#' && line[0] != '-' && colon != std::string::npos;
    if (key) parts.emplace_back(line.substr(0, colon), "");
    parts.back().second += line + '\n';
  }
  return parts;
}

std::string Indented(const std::string& text, int spaces) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    out += std::string(static_cast<std::size_t>(spaces), ' ') + line + '\n';
  return out;
}

std::string Queries(const std::string& sql, const std::string& columns) {
  return "queries:\n  parcels:\n    sql: |\n" + Indented(sql, 6) +
         "    rows: { max: 100, over: reject }\n    columns:\n" + columns;
}

std::string ParametersOf(const std::string& sql) {
  std::string text;
  const SqlTokens tokens = TokenizeSql(sql);
  for (const auto& [name, declaration] : kParameters) {
    const bool used = std::any_of(tokens.tokens.begin(), tokens.tokens.end(), [&name = name](const SqlToken& token) {
      return token.kind == SqlToken::Kind::kParameter && token.text.substr(1) == name;
    });
    if (used) text += "  " + std::string(name) + ": " + std::string(declaration) + '\n';
  }
  return text.empty() ? "parameters: {}\n" : "parameters:\n" + text;
}

std::string Listed(const std::map<std::string, std::set<std::string>>& tables, const std::set<std::string>& functions,
                   bool recursive) {
  std::string text = "allow:\n  tables:\n";
  if (tables.empty()) text = "allow:\n  tables: {}\n";
  for (const auto& [table, columns] : tables) {
    text += "    " + table + ": [";
    for (const std::string& column : columns) text += (text.back() == '[' ? "" : ", ") + column;
    text += "]\n";
  }
  text += "  functions: [";
  for (const std::string& function : functions) text += (text.back() == '[' ? "" : ", ") + function;
  return text + "]\n" + (recursive ? "  recursive: true\n" : "");
}

Gateway OpenFolder(const TemporaryFolder& folder) {
  GatewayOptions options;
  options.config = folder / "querygate.yaml";
  auto gateway = Gateway::Open(std::move(options));
  INFO((gateway ? "" : gateway.error().message));
  REQUIRE(gateway.has_value());
  return *std::move(gateway);
}

std::string ContractFor(const ResultColumn& column) {
  std::string type = "text, nullable: true";
  if (column.declared_type == "INTEGER") type = "integer, min: 0, max: 1000000, nullable: true";
  if (column.declared_type == "REAL") type = "real, nullable: true";
  return "      \"" + column.name + "\": { type: " + type + " }\n";
}

// The report around an SQL example: first with everything that the source exposes, to learn what the statement
// uses and gives, then with that and no more.
void WriteSqlReport(const TemporaryFolder& folder, const std::string& sql, const std::string& fragment) {
  const std::string path = folder / kReport;
  const std::string base = MergeKeys(ReadFile(path), ParametersOf(sql));
  const auto write = [&](const std::string& allow, const std::string& columns) {
    WriteFile(path, MergeKeys(MergeKeys(base, allow + Queries(sql, columns)), fragment));
  };
  const std::map<std::string, std::set<std::string>> ceiling{
      {"parcels", {"parcel_id", "zone", "units", "weight", "state", "sent_on"}},
      {"zones", {"zone", "name"}},
      {"scans", {"scan_id", "parcel_id", "scanned", "device"}},
      {"waiting", {"parcel_id", "zone"}}};
  const std::string placeholder = "      zone: { type: text }\n";
  const bool recursive_source =
      ReadFile(folder / "policies/sources/depot.yaml").find("\nrecursive: true") != std::string::npos;
  const std::string everything = Listed(ceiling, kFunctions, recursive_source);
  write(everything, placeholder);
  const auto learned = OpenFolder(folder).Inspect("parcels/example");
  if (!learned) return;  // does not compile, which is what the example shows
  const StatementFacts& facts = learned->second.queries.at(0).at(0);
  std::string columns;
  for (const ResultColumn& column : facts.columns) columns += ContractFor(column);
  std::map<std::string, std::set<std::string>> tables;
  std::set<std::string> functions;
  bool recursive = false;
  for (const AccessUse& use : facts.uses) {
    switch (use.kind) {
      case AccessUse::Kind::kTable:
        tables[use.object];
        break;
      case AccessUse::Kind::kColumn:
        tables[use.object].insert(use.column);
        break;
      case AccessUse::Kind::kFunction:
        functions.insert(use.object);
        break;
      case AccessUse::Kind::kRecursion:
        recursive = true;
        break;
    }
  }
  // What a refused statement uses is known only in part.
  const bool refused = std::any_of(facts.violations.begin(), facts.violations.end(),
                                   [](const Violation& violation) { return violation.rule != "result-columns"; });
  write(refused ? everything : Listed(tables, functions, recursive), columns.empty() ? placeholder : columns);
}

}  // namespace

std::string MergeKeys(const std::string& text, const std::string& fragment) {
  Lines merged = SplitKeys(text);
  std::set<std::string> written;
  for (const auto& [key, lines] : SplitKeys(fragment)) {
    if (key.empty()) continue;
    const bool again = !written.insert(key).second;
    const auto found =
        std::find_if(merged.begin(), merged.end(), [&key = key](const auto& part) { return part.first == key; });
    if (again && found != merged.end()) {
      found->second += lines;  // a key that the fragment itself has twice
    } else if (found == merged.end()) {
      merged.emplace_back(key, lines);
    } else {
      found->second = lines;
    }
  }
  std::string out;
  for (const auto& [key, lines] : merged) out += lines;
  return out;
}

bool IsCompiled(const Block& block) { return block.language == "yaml" || block.language == "sql"; }

void WriteExample(const TemporaryFolder& folder, const Section& section) {
  fs::copy(ProjectRoot() / "tests/rules/template", folder.path(),
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  std::string sql, fragment;
  for (const Block& block : section.blocks) {
    if (!IsCompiled(block)) continue;
    if (block.path.empty()) {
      (block.language == "sql" ? sql : fragment) += block.text;
      continue;
    }
    const std::string path = folder / block.path;
    fs::create_directories(fs::path(path).parent_path());
    const bool there = fs::exists(path);
    const std::string before = there ? ReadFile(path) : "";
    if (block.language == "sql") {
      WriteFile(path, before + block.text);
    } else {
      WriteFile(path, there ? MergeKeys(before, block.text) : block.text);
    }
  }
  const std::string report = folder / kReport;
  if (!sql.empty()) {
    WriteSqlReport(folder, sql, fragment);
  } else if (!fragment.empty()) {
    WriteFile(report, MergeKeys(ReadFile(report), fragment));
  }
}

Diagnostics LintFolder(const TemporaryFolder& folder) {
  const Gateway gateway = OpenFolder(folder);
  auto lint = gateway.Lint({});
  INFO((lint ? "" : lint.error().message));
  REQUIRE(lint.has_value());
  Diagnostics found = lint->findings;
  found.insert(found.end(), lint->faults.begin(), lint->faults.end());
  // Whether a test's rows can be made shows only when it runs.
  if (const auto tests = gateway.Test({}); tests) {
    found.insert(found.end(), tests->diagnostics.begin(), tests->diagnostics.end());
  }
  SortDiagnostics(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Diagnostics LintExample(const Section& section) {
  const TemporaryFolder folder;
  WriteExample(folder, section);
  return LintFolder(folder);
}

std::set<std::string> RulesIn(const Diagnostics& diagnostics) {
  std::set<std::string> rules;
  for (const Diagnostic& diagnostic : diagnostics) rules.insert(diagnostic.rule);
  return rules;
}

}  // namespace querygate::testing
