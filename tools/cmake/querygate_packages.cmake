# `cpack --preset release`: a Debian package of the program, one of the engine for programs that embed it, and the
# SHA256SUMS of both.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME querygate)
set(CPACK_PACKAGE_CONTACT "querygate maintainers <maintainers@querygate.example>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# Whatever the umask of whoever builds.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_POST_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/write_checksums.cmake")

set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME querygate)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "declared database queries for agents, programs and people
A report is a YAML file: fixed SQL, the tables, columns and functions it may
touch, typed parameters, limits, and a contract for the result. Callers
choose business parameters; they never send SQL, paths or identity.
.
The program checks declarations, runs and tests reports, and serves them over
the Model Context Protocol, as an HTTP API and as pages.")
# Which libraries the program needs, and in which versions, is read from the program where the tool for that is.
find_program(QUERYGATE_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(QUERYGATE_SHLIBDEPS)
if(QUERYGATE_SHLIBDEPS)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
endif()

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME querygate-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# The libraries beneath the static ones, and what finds them (querygate-config.cmake).
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libre2-dev, libseccomp-dev, libsqlite3-dev (>= 3.40), libssl-dev, libyaml-cpp-dev, pkg-config")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS querygate)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "declared database queries, for C++ programs that embed them
Static libraries, headers and a CMake package: find_package(querygate), then
link querygate::gateway. An example is among the documents of the package
querygate.")

include(CPack)
