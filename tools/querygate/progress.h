// How far a long piece of work has come, for whoever watches a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "tools/querygate/command.h"

namespace querygate::cli {

// Silent for the first two seconds and wherever stderr is no terminal. The line is rewritten in place, at most ten
// times a second, and taken away again at the end.
class Progress {
 public:
  Progress(Context& context, std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Update(std::size_t done, std::size_t total);

 private:
  Context& context_;
  std::string what_;
  std::chrono::steady_clock::time_point next_;
  bool shown_ = false;
};

}  // namespace querygate::cli
