// Reports over files beside the sqlite3 shell's import of the same file, in one run and turn by turn:
// files_bench QUERYGATE SQLITE3 FOLDER [ROWS]. Makes its files in FOLDER, which must be empty; prints one line a
// measurement: wall and processor milliseconds (the least of three), peak resident memory, SHA-256 of the output.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/policy/digest.h"

namespace querygate::bench {
namespace {

constexpr int kTimes = 3;

struct Measured {
  double wall = 1e300, processor = 1e300;  // milliseconds
  long peak_kib = 0;
  std::string output;
};

double Milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

// One run of a program in `folder`, its output in a file there.
void RunOnce(const std::string& folder, const std::vector<std::string>& words, Measured& measured) {
  const std::string output = folder + "/output";
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const auto began = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (::chdir(folder.c_str()) == 0 && ::dup2(file, STDOUT_FILENO) >= 0) ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  const auto wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began);
  if (status != 0) {
    std::fprintf(stderr, "%s did not succeed\n", words.front().c_str());
    std::exit(EXIT_FAILURE);
  }
  measured.wall = std::min(measured.wall, wall.count());
  measured.processor = std::min(measured.processor, Milliseconds(usage.ru_utime) + Milliseconds(usage.ru_stime));
  measured.peak_kib = std::max(measured.peak_kib, usage.ru_maxrss);
  std::ifstream file(output, std::ios::binary);
  measured.output.assign(std::istreambuf_iterator<char>(file), {});
}

void Say(const std::string& what, const Measured& measured) {
  std::printf("%-44s %9.1f ms wall %9.1f ms cpu %8ld KiB  %.16s\n", what.c_str(), measured.wall, measured.processor,
              measured.peak_kib, Sha256Hex(measured.output).c_str());
  std::fflush(stdout);
}

void Write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

void MakeFiles(const std::string& folder, int rows) {
  std::ofstream csv(folder + "/data.csv", std::ios::binary);
  std::ofstream jsonl(folder + "/data.jsonl", std::ios::binary);
  csv << "id,zone,units,note\n";
  std::uint32_t random = 1;
  for (int id = 0; id < rows; ++id) {
    random = random * 1664525U + 1013904223U;
    const std::string zone = "zone-" + std::to_string(random >> 27U);
    const std::string units = std::to_string(random >> 12U);
    csv << id << ',' << zone << ',' << units << ",note of number " << id << '\n';
    jsonl << "{\"id\":" << id << ",\"zone\":\"" << zone << "\",\"units\":" << units << ",\"note\":\"note of number "
          << id << "\"}\n";
  }
}

void MakeDeployment(const std::string& folder, int rows) {
  const std::string head = "apiVersion: querygate/v1\nkind: ";
  for (const std::string format : {"csv", "jsonl"}) {
    Write(folder + "/policies/sources/" + format + ".yaml",
          head + "Source\nbackend: files\nfunctions: [count, sum]\ntables:\n  t:\n    format: " + format +
              "\n    columns: { id: { type: integer }, zone: { type: text }, units: { type: integer }, note: { type: text } }\n"
              "inputs: { bytes: 1GiB, rows: " +
              std::to_string(rows) + " }\n");
    Write(folder + "/reports/" + format + ".yaml",
          head + "Report\ntitle: T\ndescription: D\nowner: o\nversion: 1\nsource: " + format +
              "\nallow: { tables: { t: [zone, units] }, functions: [count, sum] }\nqueries:\n  q:\n    sql: SELECT zone, "
              "count(*) AS n, sum(units) AS units FROM t GROUP BY zone ORDER BY zone\n    rows: { max: 100, over: reject "
              "}\n    columns: { zone: { type: text }, n: { type: integer, min: 0, max: 9007199254740991 }, units: { type: integer, "
              "min: 0, max: 9007199254740991 } }\nresult: { rows: q }\n");
  }
  Write(folder + "/policies/sources/package.yaml",
        head + "Source\nbackend: files\ntables: { p: { format: json, columns: { name: { type: text }, version: { type: "
               "text } } } }\n");
  Write(folder + "/reports/package.yaml",
        head + "Report\ntitle: T\ndescription: D\nowner: o\nversion: 1\nsource: package\nallow: { tables: { p: [name, "
               "version] }, functions: [] }\nqueries: { q: { sql: 'SELECT name, version FROM p', rows: { exactly: 1, none: n, "
               "many: m }, columns: { name: { type: text }, version: { type: text } } } }\nresult: { rows: q }\n");
  Write(folder + "/policies/limits/default.yaml",
        head + "Limits\ndeadline: 60s\nvm_steps: 1000000000\nmemory: 1GiB\n");
  Write(folder + "/package.json", R"({"name":"bench","version":"1.0.0","private":true})");
  Write(folder + "/querygate.yaml",
        head + "Gateway\nsources: { csv: { path: data.csv }, jsonl: { path: data.jsonl }, package: { path: package.json } }\n");
}

struct Contestant {
  std::string what;
  std::vector<std::string> words;
  Measured measured;
};

void Race(const std::string& folder, std::vector<Contestant> contestants) {
  for (int time = 0; time < kTimes; ++time) {
    for (Contestant& contestant : contestants) RunOnce(folder, contestant.words, contestant.measured);
  }
  for (const Contestant& contestant : contestants) Say(contestant.what, contestant.measured);
}

int Main(const std::string& querygate, const std::string& shell, const std::string& folder, int rows) {
  MakeFiles(folder, rows);
  MakeDeployment(folder, rows);
  // The same lines as the report's jsonl, so that the outputs' digests can be compared.
  const std::string query =
      "SELECT '{\"zone\":' || json_quote(zone) || ',\"n\":' || count(*) || ',\"units\":' || sum(units) || '}' FROM t GROUP BY "
      "zone ORDER BY zone;";
  const std::string table = "CREATE TABLE t(id INTEGER NOT NULL, zone TEXT NOT NULL, units INTEGER NOT NULL, note TEXT NOT NULL);";
  const std::string lines = "CREATE TABLE t AS SELECT value->>'id' AS id, value->>'zone' AS zone, value->>'units' AS units, "
                            "value->>'note' AS note FROM (SELECT line AS value FROM l);";
  std::printf("%d rows\n", rows);
  Race(folder, {{"querygate run, csv", {querygate, "run", "csv", "--format", "jsonl"}, {}},
                {"sqlite3 :memory: .import, csv",
                 {shell, ":memory:", "-cmd", table, "-cmd", ".mode csv", "-cmd", ".import --skip 1 data.csv t", "-cmd",
                  ".mode list", query},
                 {}},
                {"querygate run, jsonl", {querygate, "run", "jsonl", "--format", "jsonl"}, {}},
                {"sqlite3 :memory: .import, jsonl by ->>",
                 {shell, ":memory:", "-cmd", "CREATE TABLE l(line TEXT);", "-cmd", ".mode ascii", "-cmd",
                  ".separator \"\\037\" \"\\n\"", "-cmd", ".import data.jsonl l", "-cmd", ".mode list", "-cmd", lines, query},
                 {}}});
  Race(folder, {{"querygate run, package.json, cold start", {querygate, "run", "package", "--format", "jsonl"}, {}},
                {"querygate --version, loading alone", {querygate, "--version"}, {}}});
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace querygate::bench

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "files_bench QUERYGATE SQLITE3 FOLDER [ROWS]\n");
    return EXIT_FAILURE;
  }
  return querygate::bench::Main(argv[1], argv[2], argv[3], argc > 4 ? std::atoi(argv[4]) : 100'000);
}
