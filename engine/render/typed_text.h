// Values of a declaration's types, spelt for readers and for JSON.
#pragma once

#include <string>

#include "engine/base/typed_value.h"
#include "engine/base/value.h"
#include "engine/render/json_text.h"

namespace querygate {

// As a caller would write it: 5, true, 2026-01-02, 12.50, text as it is; "null" for none; blobs by size.
std::string TypedText(const TypedValue& value);

// As a JSON argument: numbers and booleans as such, everything else a string.
void WriteTyped(JsonWriter& writer, const TypedValue& value);

// As the database will receive it, in the manner of an SQL literal; blobs by size.
std::string StoredText(const Value& value);

}  // namespace querygate
