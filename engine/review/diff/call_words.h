// Calls as somebody would make them.
#pragma once

#include <string>

#include "engine/render/json_text.h"
#include "engine/review/diff/example_call.h"

namespace querygate::review {

// `querygate run REPORT name=value …`, quoted for a shell where needed. Long values are cut and said to be.
std::string CallWords(const std::string& report, const ExampleCall& call);

// One value as JSON, cut where it is long.
std::string ValueWords(const Argument& value);

// {"report": …, "arguments": {…}, "scope": {…}, "as": …, "words": …}
void WriteCall(JsonWriter& writer, const std::string& report, const ExampleCall& call);

}  // namespace querygate::review
