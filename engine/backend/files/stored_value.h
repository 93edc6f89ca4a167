// From what a file spells to what is stored, by the declared type: exactly, or not at all.
#pragma once

#include <string>
#include <string_view>

#include "engine/backend/files/record_reader.h"
#include "engine/base/value.h"
#include "engine/policy/file_tables.h"

namespace querygate::files {

// Empty when `out` holds the value, else why it does not fit, for the operator: it never repeats the value. The bytes
// of `out` are those of `raw` or of `scratch`.
std::string_view StoreValue(const FileColumn& column, const RawValue& raw, std::string& scratch, ValueView& out);

}  // namespace querygate::files
