#include "engine/backend/sqlite/version.h"

#include <string_view>

#include <sqlite3.h>

namespace querygate::sqlite {
namespace {

// What changes answers or protection; an option with a value matches by its prefix.
constexpr std::string_view kOptions[] = {
    "THREADSAFE=",
    "DQS=",
    "ENABLE_COLUMN_METADATA",
    "ENABLE_STAT4",
    "ENABLE_LOAD_EXTENSION",
    "OMIT_LOAD_EXTENSION",
    "ENABLE_MATH_FUNCTIONS",
    "ENABLE_DBSTAT_VTAB",
    "ENABLE_STMTVTAB",
    "MAX_ATTACHED=",
    "MAX_LENGTH=",
    "MAX_VARIABLE_NUMBER=",
    "TEMP_STORE=",
    "USE_URI",
};

constexpr std::size_t kDateBeforeId = 20;  // "2022-12-28 14:03:47 " leads the source id
constexpr std::size_t kShortId = 12;

}  // namespace

std::string DescribeLibrary() {
  std::string text = "SQLite ";
  text += sqlite3_libversion();
  const std::string_view source = sqlite3_sourceid();
  if (source.size() > kDateBeforeId) {
    text += " (";
    text += source.substr(kDateBeforeId, kShortId);
    text += ')';
  }
  bool first = true;
  for (int i = 0; const char* option = sqlite3_compileoption_get(i); ++i) {
    const std::string_view name = option;
    for (const std::string_view wanted : kOptions) {
      if (name != wanted && !(wanted.back() == '=' && name.starts_with(wanted))) continue;
      text += first ? ", " : " ";
      text += name;
      first = false;
    }
  }
  return text;
}

}  // namespace querygate::sqlite
