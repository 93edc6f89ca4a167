// The parts of a report that have a file of their own. Each reads one key of the report and lists its keys.
#pragma once

#include <string_view>

#include "engine/declaration/report.h"
#include "engine/load/key_table.h"

namespace querygate {

void ReadParameters(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report);
Vocabulary ParameterPlaces();

void ReadQueries(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report);
Vocabulary QueryPlaces();

void ReadColumns(DocumentReader& reader, const YamlNode& value, std::string_view what, QueryDeclaration& query);
Vocabulary ColumnPlaces();

void ReadGroup(DocumentReader& reader, const YamlNode& value, std::string_view what, GroupDeclaration& group);
Vocabulary GroupPlaces();

void ReadResult(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report);
Vocabulary ResultPlaces();

void ReadCoverage(DocumentReader& reader, const YamlNode& value, std::string_view what, ResultDeclaration& result);
Vocabulary CoveragePlaces();

}  // namespace querygate
