#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "engine/isolation/worker.h"
#include "tools/querygate/cli.h"
#include "tools/querygate/standard_streams.h"

int main(int argc, char** argv) {
  using namespace querygate::cli;
  if (const int code = querygate::isolation::RunWorkerIfAsked(argc, argv); code >= 0) return code;
  SecureStandardStreams();
  std::ios::sync_with_stdio(false);
  Environment environment;
  environment.variable = [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
  const bool no_colour = environment.variable("NO_COLOR").value_or("") != "";
  environment.colour_out = !no_colour && isatty(STDOUT_FILENO) == 1;
  environment.terminal_err = isatty(STDERR_FILENO) == 1;
  environment.colour_err = !no_colour && environment.terminal_err;
  environment.execution.worker_program = "/proc/self/exe";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  environment.execution.bound_address_space = false;  // the sanitizer reserves terabytes
#endif
  environment.in_descriptor = STDIN_FILENO;
  environment.out_descriptor = STDOUT_FILENO;
  environment.owns_process = true;
  const int first = argc > 0 ? 1 : 0;
  return Main({argv + first, argv + argc}, {std::cin, std::cout, std::cerr}, environment);
}
