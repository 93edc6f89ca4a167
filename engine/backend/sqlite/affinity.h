// What a column's declared type makes SQLite do with the values that are stored in it.
#pragma once

#include <string_view>

#include "engine/backend/backend.h"

namespace querygate::sqlite {

// By SQLite's own rules, in their order: INT before CHAR, CLOB, TEXT before BLOB before REAL, FLOA, DOUB.
Affinity AffinityOf(std::string_view declared_type);

}  // namespace querygate::sqlite
