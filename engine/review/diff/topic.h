// A topic of a comparison: one function over both versions of a report. A new topic is a row in topics.cc and a
// file of its own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/calendar.h"
#include "engine/review/diff/change.h"
#include "engine/review/diff/side.h"

namespace querygate::review {

// Both versions of one report. Nothing is owned.
struct ReportPair {
  const PolicySide& base_side;
  const PolicySide& head_side;
  const ReviewedReport& base_facts;
  const ReviewedReport& head_facts;
  const std::vector<ReviewedCaller>& callers;
  const Instant& now;

  const CompiledReport& base() const { return *base_facts.report; }
  const CompiledReport& head() const { return *head_facts.report; }
};

// Collects changes; where one is written is found by `position` in the file of either declaration.
class Changes {
 public:
  explicit Changes(std::string_view topic) : topic_(topic) {}

  Change& Add(std::string subject, Effects effects, std::string text);
  // The position of a grant, parameter, … in a file.
  static void Locate(Change& change, const SourceText& text, const SourcePosition& position);

  std::vector<Change> Take() && { return std::move(changes_); }

 private:
  std::string_view topic_;
  std::vector<Change> changes_;
};

struct Topic {
  std::string_view name;
  void (*compare)(const ReportPair& pair, Changes& changes);
};

std::span<const Topic> Topics();

// The rows of topics.cc.
void CompareStatus(const ReportPair& pair, Changes& changes);
void CompareRoles(const ReportPair& pair, Changes& changes);
void CompareParameters(const ReportPair& pair, Changes& changes);
void CompareWindows(const ReportPair& pair, Changes& changes);
void CompareGrants(const ReportPair& pair, Changes& changes);
void CompareRowScope(const ReportPair& pair, Changes& changes);
void CompareStatements(const ReportPair& pair, Changes& changes);
void CompareRows(const ReportPair& pair, Changes& changes);
void CompareColumns(const ReportPair& pair, Changes& changes);
void CompareResult(const ReportPair& pair, Changes& changes);
void CompareCoverage(const ReportPair& pair, Changes& changes);
void CompareBudget(const ReportPair& pair, Changes& changes);
void CompareLogging(const ReportPair& pair, Changes& changes);
void CompareDocumentation(const ReportPair& pair, Changes& changes);

// Callers whom HEAD lets call the report at all, as "role support", "local".
std::vector<std::string> CallersInHead(const ReportPair& pair);

// "a, b and c".
std::string Listed(const std::vector<std::string>& names);

}  // namespace querygate::review
