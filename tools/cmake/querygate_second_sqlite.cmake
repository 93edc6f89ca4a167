# A second SQLite for the tests, built as the shared library that the system's one can be replaced by: the same
# programs run over both, as they will after an upgrade of the system.
set(QUERYGATE_SQLITE_AMALGAMATION "" CACHE PATH
  "Folder with sqlite3.c and sqlite3.h of another SQLite to run the tests over as well; empty: only the system's")
set(QUERYGATE_SECOND_SQLITE_VERSION "")
if(QUERYGATE_SQLITE_AMALGAMATION)
  file(STRINGS "${QUERYGATE_SQLITE_AMALGAMATION}/sqlite3.h" version REGEX "^#define SQLITE_VERSION ")
  string(REGEX REPLACE ".*\"([0-9.]+)\".*" "\\1" QUERYGATE_SECOND_SQLITE_VERSION "${version}")
  add_library(querygate_second_sqlite SHARED "${QUERYGATE_SQLITE_AMALGAMATION}/sqlite3.c")
  set_target_properties(querygate_second_sqlite PROPERTIES OUTPUT_NAME sqlite3 SOVERSION 0
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/second_sqlite")
  # What the gate reads of a statement, and what the corpora use, as Debian's build has it.
  target_compile_definitions(querygate_second_sqlite PRIVATE SQLITE_THREADSAFE=1 SQLITE_ENABLE_COLUMN_METADATA
    SQLITE_ENABLE_FTS5 SQLITE_ENABLE_RTREE SQLITE_ENABLE_MATH_FUNCTIONS SQLITE_ENABLE_DBSTAT_VTAB
    SQLITE_ENABLE_STMTVTAB SQLITE_USE_URI)
  target_compile_options(querygate_second_sqlite PRIVATE -O1 -w)
  target_link_libraries(querygate_second_sqlite PRIVATE Threads::Threads ${CMAKE_DL_LIBS} m)
endif()

# querygate_over_second_sqlite(TEST): the same ctest entry again, as TEST.second, over the second SQLite.
function(querygate_over_second_sqlite test)
  if(NOT QUERYGATE_SECOND_SQLITE_VERSION)
    return()
  endif()
  add_test(NAME ${test}.second COMMAND ${ARGN} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${test}.second PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/second_sqlite")
endfunction()
