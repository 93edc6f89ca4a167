# Script that cpack runs when it has packed: SHA256SUMS beside the packages, for `sha256sum -c` in their folder. The
# packages themselves are copied there afterwards.
set(lines "")
set(packages ${CPACK_PACKAGE_FILES})
list(SORT packages)
foreach(package IN LISTS packages)
  file(SHA256 "${package}" sum)
  cmake_path(GET package FILENAME name)
  list(APPEND lines "${sum}  ${name}\n")
endforeach()
list(JOIN lines "" text)
file(WRITE "${CPACK_PACKAGE_DIRECTORY}/SHA256SUMS" "${text}")
