# The engine as a CMake package: find_package(querygate), then link querygate::gateway.
include(CMakePackageConfigHelpers)

get_property(querygate_modules GLOBAL PROPERTY QUERYGATE_MODULES)
install(TARGETS ${querygate_modules} EXPORT querygate-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/engine" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/querygate"
  FILES_MATCHING PATTERN "*.h"
  PATTERN "engine/backend/files" EXCLUDE
  PATTERN "engine/backend/sqlite" EXCLUDE)
install(EXPORT querygate-targets NAMESPACE querygate:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/querygate")

configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/querygate-config.cmake.in" "${PROJECT_BINARY_DIR}/querygate-config.cmake"
  INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/querygate")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/querygate-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/querygate-config.cmake" "${PROJECT_BINARY_DIR}/querygate-config-version.cmake"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/querygate")
