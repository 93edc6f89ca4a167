# What `cmake --install` lays out, in two components: the program with its documents, and the engine as a CMake package
# (find_package(querygate), then link querygate::gateway). The tree may be moved: nothing in it names its place.
include(CMakePackageConfigHelpers)

install(TARGETS querygate RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(FILES README.md CHANGELOG.md LICENSE tools/debian/copyright
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)
# Below `docs`, so that the links of README.md lead somewhere.
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)

set(querygate_package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/querygate")
get_property(querygate_modules GLOBAL PROPERTY QUERYGATE_MODULES)
install(TARGETS ${querygate_modules} EXPORT querygate-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
install(DIRECTORY engine DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/querygate" COMPONENT development
  FILES_MATCHING PATTERN "*.h"
  PATTERN "engine/backend/files" EXCLUDE
  PATTERN "engine/backend/sqlite" EXCLUDE)
install(EXPORT querygate-targets NAMESPACE querygate:: DESTINATION "${querygate_package_folder}" COMPONENT development)

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/querygate-config.cmake.in" "${PROJECT_BINARY_DIR}/querygate-config.cmake"
  INSTALL_DESTINATION "${querygate_package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/querygate-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/querygate-config.cmake" "${PROJECT_BINARY_DIR}/querygate-config-version.cmake"
  DESTINATION "${querygate_package_folder}" COMPONENT development)
install(FILES tools/debian/copyright
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/querygate-dev" COMPONENT development)

# Everything that is installed, and no test: what has to be built before `cmake --install` and `cpack`.
add_custom_target(querygate_installed DEPENDS querygate ${querygate_modules})
