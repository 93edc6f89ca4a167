// The schema of a database file as the text that a schema snapshot holds, and the functions of the library.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/sqlite/step_hook.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"

namespace querygate::sqlite {

// Tables, then their indexes, then views, each by name. Virtual tables and the views over them are named in a
// comment and left out: a snapshot does not take them. Read through a hardened connection.
Expected<std::string, Failure> SchemaOf(const std::string& path, StepHook hook);

// Folded names of the functions that the library itself brings, sorted.
std::vector<std::string> LibraryFunctions();

}  // namespace querygate::sqlite
