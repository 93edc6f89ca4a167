// The only place that compiles Catch2's main: it is the slowest file of the build.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
