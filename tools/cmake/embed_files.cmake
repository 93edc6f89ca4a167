# Script of querygate_embed: text files in, one C++ source out. Bytes go through a hexadecimal reading, because
# a list-based language would otherwise trip over semicolons and brackets.
string(REPLACE "|" ";" files "${FILES}")
set(rows "")
foreach(file IN LISTS files)
  file(RELATIVE_PATH name "${BASE}" "${file}")
  file(READ "${file}" hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR bytes "${digits} / 2")
  # Lines of at most 16 bytes, each a literal of its own, so that no escape can run into the next digit.
  string(REGEX REPLACE "(................................)" "\\1\"\n     \"" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" hex "${hex}")
  string(APPEND rows "    {\"${name}\",\n     {\"${hex}\", ${bytes}}},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "// Generated from files of the source tree.
#include <array>

#include \"engine/render/embedded_file.h\"

namespace querygate {

std::span<const EmbeddedFile> ${FUNCTION}();

std::span<const EmbeddedFile> ${FUNCTION}() {
  static constexpr auto kFiles = std::to_array<EmbeddedFile>({
${rows}  });
  return kFiles;
}

}  // namespace querygate
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
