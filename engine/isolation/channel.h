// Messages over a connected stream socket: a header, then the body.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/expected.h"

namespace querygate::isolation {

enum class MessageKind : std::uint32_t {
  kAttach = 1,  // to a worker: the source, before anything else
  kReport,      // to a worker: a report's documents, before its first call
  kCall,        // to a worker
  kReady,       // from a worker: attached and locked in
  kUnable,      // from a worker: the attach or the report could not be used; the worker ends
  kAnswer,      // from a worker
};

struct Message {
  MessageKind kind = MessageKind::kAttach;
  std::string body;
};

// Why no message came.
enum class ChannelEnd {
  kClosed,     // the other end has gone
  kExpired,    // not in time
  kCancelled,  // the descriptor that says so became readable
  kBroken,     // not our protocol, or longer than permitted
};

// As it goes over the wire; several may be sent as one.
std::string Frame(MessageKind kind, std::string_view body);

using SteadyTime = std::chrono::steady_clock::time_point;

// Sends all of it or says why not; SteadyTime::max() waits for ever. Never raises SIGPIPE.
Expected<void, ChannelEnd> Send(int socket, std::string_view frames, SteadyTime until);

// Receives one message of at most `max_body` bytes. `cancel` is a descriptor that becomes readable to end the wait,
// or -1. A message is never taken apart: what came behind it is a breach, for neither end speaks out of turn,
// unless `more` keeps it for the next call.
Expected<Message, ChannelEnd> Receive(int socket, std::size_t max_body, SteadyTime until, int cancel,
                                      std::string* more = nullptr);

}  // namespace querygate::isolation
