// Another program, run without a shell.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "engine/base/expected.h"

namespace querygate::cli {

struct ProgramRun {
  std::vector<std::string> words;                  // the program, found on the path, and its arguments
  std::map<std::string, std::string> environment;  // added to our own
  std::string input_file;                          // its standard input; empty: nothing
  std::size_t max_output = 0;                      // bytes; more is an error
};

// Its standard output once it has ended with status 0. The error is one line for people: what it said first on
// standard error, or why it could not be run. Not for programs with several threads: it forks.
Expected<std::string, std::string> RunProgram(const ProgramRun& command);

}  // namespace querygate::cli
