# Compiler settings and warnings as interface targets: every own target links them PRIVATE, third-party
# code never does.
option(QUERYGATE_WARNINGS_AS_ERRORS "Treat warnings in our own code as errors" OFF)
set(QUERYGATE_SANITIZE "" CACHE STRING "Sanitizers, for example address,undefined or thread")
option(QUERYGATE_PRECOMPILE_TESTS "Compile test files over a precompiled header" OFF)
option(QUERYGATE_COVERAGE "Instrument for coverage" OFF)
option(QUERYGATE_FUZZ "Build libFuzzer targets (clang)" OFF)

add_library(querygate_settings INTERFACE)
target_compile_features(querygate_settings INTERFACE cxx_std_20)
target_include_directories(querygate_settings INTERFACE "${PROJECT_SOURCE_DIR}")
set_property(DIRECTORY PROPERTY CXX_EXTENSIONS OFF)
target_compile_definitions(querygate_settings INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

# Sanitizers watch the product, not the assertions about it: test files are compiled without them (which
# halves the time that a sanitized build takes) and only linked with their run-time libraries. The thread
# sanitizer must see every access, so it is the exception.
add_library(querygate_instrumentation INTERFACE)
if(QUERYGATE_SANITIZE)
  # Linking a hundred instrumented programs takes the usual linker as long as compiling them.
  find_program(QUERYGATE_MOLD mold)
  if(QUERYGATE_MOLD)
    target_link_options(querygate_settings INTERFACE -fuse-ld=mold)
  endif()
  # A null pointer ends the program under the address sanitizer by itself, with the same trace. Checked once more at every
  # access, together with alignment, it makes objects twice as large and compiling half as slow again.
  set(cheaper "")
  if(QUERYGATE_SANITIZE MATCHES "undefined")
    set(cheaper -fno-sanitize=null,alignment)
  endif()
  set(instrument "-fsanitize=${QUERYGATE_SANITIZE}" -fno-omit-frame-pointer -fno-sanitize-recover=all ${cheaper})
  if(QUERYGATE_SANITIZE MATCHES "thread")
    target_compile_options(querygate_settings INTERFACE ${instrument})
  else()
    target_compile_options(querygate_instrumentation INTERFACE ${instrument})
  endif()
  target_link_options(querygate_settings INTERFACE "-fsanitize=${QUERYGATE_SANITIZE}")
endif()
if(QUERYGATE_COVERAGE)
  target_compile_options(querygate_settings INTERFACE --coverage -fprofile-abs-path)
  target_link_options(querygate_settings INTERFACE --coverage)
endif()
if(QUERYGATE_FUZZ)
  target_compile_options(querygate_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

add_library(querygate_warnings INTERFACE)
target_compile_options(querygate_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wextra-semi -Wcast-align -Wformat=2 -Wimplicit-fallthrough -Wundef
  $<$<CXX_COMPILER_ID:GNU>:-Wlogical-op;-Wduplicated-cond;-Wduplicated-branches;-Wuseless-cast>
  # Aggregates leave out members that keep their defaults; g++ 12 would ask for every one.
  -Wno-missing-field-initializers
  # Optimising, g++ 12 reports false overlaps inside std::string.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${QUERYGATE_WARNINGS_AS_ERRORS}>:-Werror>)
