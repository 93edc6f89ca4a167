#include "tools/querygate/read_input.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <istream>
#include <system_error>

#include <poll.h>
#include <unistd.h>

namespace querygate::cli {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestWait(60'000);

std::string ReadStream(std::istream& in, std::size_t limit) {
  std::string text(limit + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

Unexpected<InputFault> SystemFault() {
  return Unexpected(InputFault{false, "cannot read the standard input: " + std::generic_category().message(errno)});
}

Expected<std::string, InputFault> ReadDescriptor(int descriptor, std::size_t limit, Deadline deadline,
                                                 const Clock& clock) {
  std::string text;
  std::array<char, 65536> buffer{};
  while (text.size() <= limit) {
    const auto now = clock.SteadyNow();
    if (deadline.ExpiredAt(now)) {
      return Unexpected(InputFault{true, "the deadline passed while the standard input was read"});
    }
    // Rounded up, so that the clock has reached the deadline when the wait is over.
    const auto left = std::chrono::ceil<milliseconds>(deadline.at - now);
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min(left, kLongestWait).count()));
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    if (ready < 0) return SystemFault();
    const ssize_t count = ::read(descriptor, buffer.data(), std::min(buffer.size(), limit + 1 - text.size()));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return SystemFault();
    if (count == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

Expected<std::string, InputFault> ReadInput(const Context& context, std::size_t limit, Deadline deadline) {
  const Environment& environment = context.environment;
  if (!environment.in_descriptor) return ReadStream(context.streams.in, limit);
  const SystemClock system;
  const Clock& clock = environment.clock ? *environment.clock : system;
  return ReadDescriptor(*environment.in_descriptor, limit, deadline, clock);
}

}  // namespace querygate::cli
