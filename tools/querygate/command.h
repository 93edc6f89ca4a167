// A command of the command line: one row of the table in commands.cc and one file of its own.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/querygate/environment.h"
#include "tools/querygate/exit_status.h"
#include "tools/querygate/words.h"

namespace querygate::cli {

// One invocation. Commands append to `out`, which is written when they return; errors go to streams.err at once, and
// `closing` when it is known how the invocation ends.
struct Context {
  const Words& words;
  Streams streams;
  const Environment& environment;
  std::chrono::steady_clock::time_point accepted;  // when the invocation began: deadlines count from here
  bool json_errors = false;
  std::string out = {};
  std::function<std::string(ExitStatus)> closing = {};
};

struct Command {
  std::string_view name;
  std::string_view summary;                 // one line of `querygate help`
  std::string_view operands;                // as shown in usage
  std::array<std::string_view, 2> details;  // paragraphs of `querygate help COMMAND`
  std::vector<Option> (*options)();
  ExitStatus (*run)(Context&);
};

std::span<const Command> Commands();
const Command* FindCommand(std::string_view name);

// Options that every command has.
std::span<const Option> CommonOptions();

}  // namespace querygate::cli
