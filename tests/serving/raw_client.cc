#include "tests/serving/raw_client.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#include <arpa/inet.h>
#include <catch2/catch.hpp>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace querygate::server::testing {

// Nothing is asserted where nothing is wrong: clients run in threads, and assertions do not.
RawClient::RawClient(std::uint16_t port, Refusal refusal) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (socket_ < 0) FAIL("no socket: " << std::strerror(errno));
  const timeval patience{20, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return;
  if (refusal == Refusal::kFails) FAIL("no connection: " << std::strerror(errno));
  Close();
}

RawClient::~RawClient() { Close(); }

void RawClient::Close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool RawClient::Send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool RawClient::Fill() {
  char bytes[65536];
  const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
  if (count < 0 && errno == EAGAIN) FAIL_CHECK("nothing came for twenty seconds");
  if (count <= 0) return false;
  buffer_.append(bytes, static_cast<std::size_t>(count));
  return true;
}

RawResponse RawClient::Read(bool head) {
  RawResponse response;
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!Fill()) return response;
  }
  response.headers = buffer_.substr(0, end + 2);
  buffer_.erase(0, end + 4);
  std::transform(response.headers.begin(), response.headers.end(), response.headers.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  REQUIRE(response.headers.starts_with("http/1.1 "));
  response.status = std::stoi(response.headers.substr(9, 3));
  const std::size_t at = response.headers.find("content-length: ");
  const std::size_t length = at == std::string::npos || head ? 0 : std::stoul(response.headers.substr(at + 16));
  while (buffer_.size() < length) {
    if (!Fill()) break;
  }
  response.body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  return response;
}

std::string RawClient::ReadToEnd() {
  while (Fill()) {
  }
  return std::exchange(buffer_, {});
}

}  // namespace querygate::server::testing
