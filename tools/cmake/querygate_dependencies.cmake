# Everything outside the project, found once. Debian's packages are enough.
find_package(Threads REQUIRED)

# The system's SQLite, or one built from an amalgamation: to run every test against another version.
set(QUERYGATE_SQLITE_AMALGAMATION "" CACHE PATH "Folder with sqlite3.c and sqlite3.h; empty: the system's library")
if(QUERYGATE_SQLITE_AMALGAMATION)
  add_library(querygate_sqlite3 STATIC "${QUERYGATE_SQLITE_AMALGAMATION}/sqlite3.c")
  target_include_directories(querygate_sqlite3 SYSTEM PUBLIC "${QUERYGATE_SQLITE_AMALGAMATION}")
  # What the gate reads of a statement, and what the corpora use, as Debian's build has it.
  target_compile_definitions(querygate_sqlite3 PRIVATE SQLITE_THREADSAFE=1 SQLITE_ENABLE_COLUMN_METADATA
    SQLITE_ENABLE_FTS5 SQLITE_ENABLE_RTREE SQLITE_ENABLE_MATH_FUNCTIONS SQLITE_ENABLE_DBSTAT_VTAB
    SQLITE_ENABLE_STMTVTAB SQLITE_USE_URI)
  target_compile_options(querygate_sqlite3 PRIVATE -O1 -w)
  target_link_libraries(querygate_sqlite3 PUBLIC Threads::Threads ${CMAKE_DL_LIBS} m)
  add_library(SQLite::SQLite3 ALIAS querygate_sqlite3)
else()
  find_package(SQLite3 3.40 REQUIRED)
endif()
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
