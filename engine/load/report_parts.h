// The parts of a report that have a file of their own. Each reads one key of the report, lists its keys and
// says what editors are told.
#pragma once

#include <string_view>

#include "engine/declaration/report.h"
#include "engine/load/key_table.h"

namespace querygate {

void ReadParameters(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report);
Vocabulary ParameterPlaces();
ValueSchema ParametersSchema();

void ReadQueries(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report);
Vocabulary QueryPlaces();
ValueSchema QueriesSchema();

void ReadColumns(DocumentReader& reader, const YamlNode& value, std::string_view what, QueryDeclaration& query);
Vocabulary ColumnPlaces();
ValueSchema ColumnsSchema();

void ReadGroup(DocumentReader& reader, const YamlNode& value, std::string_view what, GroupDeclaration& group);
Vocabulary GroupPlaces();
ValueSchema GroupSchema();

void ReadResult(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report);
Vocabulary ResultPlaces();
ValueSchema ResultSchema();

void ReadCoverage(DocumentReader& reader, const YamlNode& value, std::string_view what, ResultDeclaration& result);
Vocabulary CoveragePlaces();
ValueSchema CoverageSchema();

}  // namespace querygate
