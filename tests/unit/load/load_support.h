// Shared by the tests of engine/load.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/load/documents.h"

namespace querygate::testing {

inline std::shared_ptr<const SourceText> MakeText(std::string text, std::string name = "file.yaml") {
  return std::make_shared<const SourceText>(std::move(name), std::move(text));
}

// "rule line:column" of each, in the order reported: what the tables of mistakes compare with.
inline std::vector<std::string> Summaries(const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (const Diagnostic& diagnostic : diagnostics) {
    out.push_back(diagnostic.rule + " " + std::to_string(diagnostic.position.line) + ":" +
                  std::to_string(diagnostic.position.column));
  }
  return out;
}

// The first help or message that holds `text`, for failures that must say the right thing.
inline bool Says(const Diagnostics& diagnostics, const std::string& text) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.message.find(text) != std::string::npos) return true;
    if (diagnostic.help.find(text) != std::string::npos) return true;
  }
  return false;
}

// A small valid report, one key a line, so that tables can name lines.
inline const std::vector<std::string>& SmallReportLines() {
  static const std::vector<std::string> lines = {
      "apiVersion: querygate/v1",               // 1
      "kind: Report",                           // 2
      "title: T",                               // 3
      "description: D",                         // 4
      "owner: o",                               // 5
      "version: 1",                             // 6
      "source: s",                              // 7
      "parameters:",                            // 8
      "  p: { type: string }",                  // 9
      "allow:",                                 // 10
      "  tables: { t: [a] }",                   // 11
      "queries:",                               // 12
      "  q:",                                   // 13
      "    sql: SELECT a FROM t WHERE b = :p",  // 14
      "    rows: { max: 10, over: reject }",    // 15
      "    columns: { a: { type: text } }",     // 16
      "result: { rows: q }",                    // 17
  };
  return lines;
}

// The report with line `line` (one-based) replaced; 0 appends. The replacement may hold several lines.
inline std::string SmallReportWith(int line, const std::string& replacement) {
  std::string text;
  int number = 0;
  for (const std::string& original : SmallReportLines()) {
    ++number;
    text += (number == line ? replacement : original) + "\n";
  }
  return line == 0 ? text + replacement + "\n" : text;
}

inline Loaded<ReportDeclaration> LoadSmallReport(int line, const std::string& replacement) {
  return LoadReport(MakeText(SmallReportWith(line, replacement)), "small");
}

}  // namespace querygate::testing
