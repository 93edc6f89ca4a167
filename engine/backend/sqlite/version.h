// Which SQLite this process runs on.
#pragma once

#include <string>

namespace querygate::sqlite {

// "SQLite 3.40.1 (831d0fb2…), THREADSAFE=1 ENABLE_COLUMN_METADATA …": the library at run time, not the header.
std::string DescribeLibrary();

}  // namespace querygate::sqlite
