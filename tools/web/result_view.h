// A delivered result for readers: tables whose cells are the digits and letters that were delivered.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/policy/compiled_report.h"
#include "tools/web/html.h"

namespace querygate::web {

struct ResultColumn {
  enum class Role { kNumber, kTime, kCategory, kOther };
  std::string name;
  std::string unit;
  std::string description;  // with what single values mean; may be empty
  Role role = Role::kOther;
};

struct ResultCell {
  std::string text;
  bool is_null = false;
};

struct ResultTable {
  std::string name;
  bool single = false;  // one object, or none
  bool truncated = false;
  std::vector<ResultColumn> columns;
  std::vector<std::vector<ResultCell>> rows;  // as many cells as columns
};

struct ResultView {
  bool complete = true;
  std::vector<ResultTable> tables;
  std::vector<std::string> coverage;  // sentences; empty: the report says nothing about coverage
};

// More rows than this are told and left to the exports: a page is for reading.
inline constexpr std::size_t kShownRows = 1000;

// From the JSON body of a delivered result. Numbers keep their spelling. Empty when it is not such a body.
std::optional<ResultView> ReadResult(const CompiledReport& report, std::string_view json);

// What has to be known before a table is read: what was cut, and how far an absence can be believed.
void WriteNotices(Html& html, const ResultView& result);
void WriteTable(Html& html, const ResultTable& table);

}  // namespace querygate::web
