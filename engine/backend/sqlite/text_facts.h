// What a statement's own text shows about the values it computes. Facts for advice: where the text is not
// understood, or names cannot be resolved with certainty, there are none.
#pragma once

#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/schema.h"

namespace querygate::sqlite {

struct TextFacts {
  std::vector<AggregateCall> aggregates;
  std::vector<MisplacedText> misplaced_texts;
};

TextFacts DescribeText(std::string_view sql, const Schema& schema);

}  // namespace querygate::sqlite
