// What a case of a test expects.
#pragma once

#include <string_view>

#include "engine/declaration/report_test.h"
#include "engine/load/key_table.h"

namespace querygate {

void ReadExpectation(DocumentReader& reader, const YamlNode& value, std::string_view what, TestCase& test);
Vocabulary ExpectationPlaces();
ValueSchema ExpectationSchema();

}  // namespace querygate
