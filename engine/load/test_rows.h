// Rows as tests write them: those given to a database and those expected of a report.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/declaration/report_test.h"
#include "engine/load/document_reader.h"
#include "engine/load/value_schema.h"
#include "engine/load/vocabulary.h"

namespace querygate {

// In all of one document's rows, repetitions counted: what a few lines can make a machine do.
inline constexpr std::size_t kMaxTestBytes = 16 << 20;

enum class TestRowUse {
  kGiven,     // stored values: no booleans, but `{ blob: BASE64 }`
  kExpected,  // delivered values: booleans, no blobs (they are delivered as text)
};

bool ReadTestValue(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use,
                   Located<TestValue>& out);

// A mapping of columns.
bool ReadTestRow(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use, TestRow& out);

// A list of rows and repetitions.
void ReadTestRows(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use,
                  std::vector<TestRowGroup>& out);

// `{ TABLE: ROWS, … }`.
void ReadGivenTables(DocumentReader& reader, const YamlNode& node, std::string_view what, std::vector<GivenTable>& out);

// A lower bound of what the rows take once they are written out.
std::size_t BytesOf(const std::vector<TestRowGroup>& groups);

Vocabulary TestRowPlaces();

// What editors are told of each.
ValueSchema TestValueSchema(TestRowUse use);
ValueSchema TestRowSchema(TestRowUse use);
ValueSchema TestRowsSchema(TestRowUse use);
ValueSchema GivenTablesSchema();

}  // namespace querygate
