#include "engine/isolation/channel.h"

#include <array>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace querygate::isolation {
namespace {

constexpr std::size_t kRoom = 8 * 1024 * 1024;

// Two connected ends; the first one does not block.
class Pair {
 public:
  Pair() {
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) == 0);
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  ~Pair() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  int mine() const { return ends_[0]; }
  int theirs() const { return ends_[1]; }
  void CloseTheirs() {
    ::close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

SteadyTime Soon() { return std::chrono::steady_clock::now() + std::chrono::milliseconds(30); }
SteadyTime Later() { return std::chrono::steady_clock::now() + std::chrono::seconds(60); }

void Put(int socket, std::string_view bytes) {
  REQUIRE(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
}

ChannelEnd EndOf(const Expected<Message, ChannelEnd>& got) {
  REQUIRE_FALSE(got);
  return got.error();
}

}  // namespace

TEST_CASE("messages of every size pass whole") {
  for (const std::size_t size : {0UL, 1UL, 4095UL, 16384UL, 16385UL, 300'000UL, 5'000'000UL}) {
    INFO(size);
    const Pair pair;
    const std::string body(size, 'x');
    std::thread sender([&] { CHECK(Send(pair.theirs(), Frame(MessageKind::kAnswer, body), SteadyTime::max())); });
    const auto got = Receive(pair.mine(), kRoom, Later(), -1);
    sender.join();
    REQUIRE(got);
    CHECK(got->kind == MessageKind::kAnswer);
    CHECK(got->body == body);
  }
}

TEST_CASE("several messages sent as one come one by one") {
  const Pair pair;
  Put(pair.theirs(), Frame(MessageKind::kReport, "one") + Frame(MessageKind::kCall, "two"));
  std::string more;
  const auto first = Receive(pair.mine(), kRoom, Later(), -1, &more);
  REQUIRE(first);
  CHECK(first->body == "one");
  const auto second = Receive(pair.mine(), kRoom, Later(), -1, &more);
  REQUIRE(second);
  CHECK(second->kind == MessageKind::kCall);
  CHECK(second->body == "two");
  CHECK(more.empty());
}

TEST_CASE("a wait ends for its own reason") {
  SECTION("nobody speaks") {
    const Pair pair;
    CHECK(EndOf(Receive(pair.mine(), kRoom, Soon(), -1)) == ChannelEnd::kExpired);
  }
  SECTION("half a message") {
    const Pair pair;
    Put(pair.theirs(), Frame(MessageKind::kAnswer, "whole").substr(0, 18));
    CHECK(EndOf(Receive(pair.mine(), kRoom, Soon(), -1)) == ChannelEnd::kExpired);
  }
  SECTION("half a message and gone") {
    Pair pair;
    Put(pair.theirs(), Frame(MessageKind::kAnswer, "whole").substr(0, 18));
    pair.CloseTheirs();
    CHECK(EndOf(Receive(pair.mine(), kRoom, Later(), -1)) == ChannelEnd::kClosed);
  }
  SECTION("cancelled") {
    const Pair pair;
    const int cancel = ::eventfd(1, EFD_CLOEXEC);
    CHECK(EndOf(Receive(pair.mine(), kRoom, Later(), cancel)) == ChannelEnd::kCancelled);
    ::close(cancel);
  }
  SECTION("a buffer that nobody empties") {
    const Pair pair;
    const auto sent = Send(pair.mine(), std::string(8'000'000, 'x'), Soon());
    REQUIRE_FALSE(sent);
    CHECK(sent.error() == ChannelEnd::kExpired);
  }
  SECTION("a reader that has gone") {
    Pair pair;
    pair.CloseTheirs();
    const auto sent = Send(pair.mine(), "x", Later());
    REQUIRE_FALSE(sent);
    CHECK(sent.error() == ChannelEnd::kClosed);
  }
}

TEST_CASE("what is no message is a breach") {
  const std::string good = Frame(MessageKind::kAnswer, "body");
  SECTION("another protocol") {
    const Pair pair;
    Put(pair.theirs(), "HTTP/1.1 200 OK\r\n\r\n");
    CHECK(EndOf(Receive(pair.mine(), kRoom, Later(), -1)) == ChannelEnd::kBroken);
  }
  SECTION("more than there is room for, announced") {
    const Pair pair;
    Put(pair.theirs(), good);
    CHECK(EndOf(Receive(pair.mine(), 3, Later(), -1)) == ChannelEnd::kBroken);
  }
  SECTION("as much as there is room for") {
    const Pair pair;
    Put(pair.theirs(), good);
    CHECK(Receive(pair.mine(), 4, Later(), -1));
  }
  SECTION("something behind it") {
    const Pair pair;
    Put(pair.theirs(), good + "x");
    CHECK(EndOf(Receive(pair.mine(), kRoom, Later(), -1)) == ChannelEnd::kBroken);
  }
}

}  // namespace querygate::isolation
