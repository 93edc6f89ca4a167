// A worker process: one source, one call at a time, locked in before it meets the database.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/backend/backend.h"

namespace querygate::isolation {

// How a program is told to be a worker: argv[1], then the decimal number of its parent process. The channel is
// the descriptor kWorkerChannel.
inline constexpr std::string_view kWorkerWord = "--worker";
inline constexpr int kWorkerChannel = 3;

struct WorkerOptions {
  int parent = 0;  // its process number
  int channel = kWorkerChannel;
};

// Serves until the channel closes. The result is the process's exit code; nothing is ever printed.
int RunWorker(const WorkerOptions& options);

// For main: the exit code when `argv` asks for a worker, or -1 when the program is meant to go on.
int RunWorkerIfAsked(int argc, char** argv);

}  // namespace querygate::isolation
