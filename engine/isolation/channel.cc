#include "engine/isolation/channel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>

namespace querygate::isolation {
namespace {

constexpr std::uint32_t kMagic = 0x51474d31;
constexpr std::size_t kFirstRead = 16 * 1024;
constexpr std::size_t kTrusted = 1024 * 1024;  // what an announced size may make us hold at once

struct Header {
  std::uint32_t magic = kMagic;
  MessageKind kind = MessageKind::kAttach;
  std::uint64_t size = 0;
};

// Milliseconds for poll, rounded up: waking early would only mean another round.
int PollTimeout(SteadyTime until) {
  if (until == SteadyTime::max()) return -1;
  const auto left = until - std::chrono::steady_clock::now();
  if (left <= std::chrono::steady_clock::duration::zero()) return 0;
  const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<int>(std::min<std::int64_t>(milliseconds, 60'000));
}

// Waits for one of `events` on the socket.
Expected<void, ChannelEnd> Await(int socket, short events, SteadyTime until, int cancel) {
  while (true) {
    std::array<pollfd, 2> watched{pollfd{socket, events, 0}, pollfd{cancel, POLLIN, 0}};
    const int timeout = PollTimeout(until);
    const int ready = ::poll(watched.data(), cancel < 0 ? 1 : 2, timeout);
    if (ready < 0 && errno != EINTR) return Unexpected(ChannelEnd::kBroken);
    if (ready > 0 && watched[0].revents != 0) return {};
    if (ready > 0 && watched[1].revents != 0) return Unexpected(ChannelEnd::kCancelled);
    if (until != SteadyTime::max() && std::chrono::steady_clock::now() >= until) {
      return Unexpected(ChannelEnd::kExpired);
    }
  }
}

bool WouldBlock(int error) { return error == EAGAIN; }

}  // namespace

std::string Frame(MessageKind kind, std::string_view body) {
  const Header header{.kind = kind, .size = body.size()};
  std::string frame(sizeof header + body.size(), '\0');
  std::memcpy(frame.data(), &header, sizeof header);
  std::memcpy(frame.data() + sizeof header, body.data(), body.size());
  return frame;
}

Expected<void, ChannelEnd> Send(int socket, std::string_view frames, SteadyTime until) {
  while (!frames.empty()) {
    const ssize_t sent = ::send(socket, frames.data(), frames.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      frames.remove_prefix(static_cast<std::size_t>(sent));
    } else if (WouldBlock(errno)) {
      if (auto ready = Await(socket, POLLOUT, until, -1); !ready) return ready;
    } else if (errno != EINTR) {
      return Unexpected(ChannelEnd::kClosed);
    }
  }
  return {};
}

Expected<Message, ChannelEnd> Receive(int socket, std::size_t max_body, SteadyTime until, int cancel,
                                      std::string* more) {
  std::string bytes = more == nullptr ? std::string() : std::move(*more);
  if (more != nullptr) more->clear();
  std::size_t wanted = sizeof(Header);  // known so far
  Header header;
  bool headed = false;
  // With a time limit the socket does not block, and the answer is hardly ever there yet.
  if (until != SteadyTime::max() && bytes.empty()) {
    if (auto ready = Await(socket, POLLIN, until, cancel); !ready) return Unexpected(ready.error());
  }
  while (true) {
    if (!headed && bytes.size() >= sizeof header) {
      std::memcpy(&header, bytes.data(), sizeof header);
      if (header.magic != kMagic || header.size > max_body) return Unexpected(ChannelEnd::kBroken);
      headed = true;
      wanted = sizeof header + header.size;
    }
    if (headed && bytes.size() >= wanted) break;
    const std::size_t have = bytes.size();
    // Grows with what has come, whatever was announced.
    const std::size_t room = std::clamp(wanted - have, kFirstRead, std::max(kTrusted, have));
    bytes.resize(have + room);
    const ssize_t got = ::recv(socket, bytes.data() + have, room, 0);
    const int error = errno;
    bytes.resize(have + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return Unexpected(ChannelEnd::kClosed);
    if (got < 0 && WouldBlock(error)) {
      if (auto ready = Await(socket, POLLIN, until, cancel); !ready) return Unexpected(ready.error());
    } else if (got < 0 && error != EINTR) {
      return Unexpected(ChannelEnd::kClosed);
    }
  }
  if (bytes.size() > wanted) {
    if (more == nullptr) return Unexpected(ChannelEnd::kBroken);
    more->assign(bytes, wanted);
    bytes.resize(wanted);
  }
  bytes.erase(0, sizeof header);
  return Message{header.kind, std::move(bytes)};
}

}  // namespace querygate::isolation
