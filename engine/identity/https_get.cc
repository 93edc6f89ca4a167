#include "engine/identity/https_get.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <netdb.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <sys/poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/identity/handle.h"
#include "engine/identity/http_reply.h"
#include "engine/load/web_address.h"

namespace querygate {
namespace {

using Time = std::chrono::steady_clock::time_point;
using Context = std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>>;
using Session = std::unique_ptr<SSL, FreedBy<SSL_free>>;
using Addresses = std::unique_ptr<addrinfo, FreedBy<freeaddrinfo>>;
using Fault = Unexpected<std::string>;

class Socket {
 public:
  explicit Socket(int value) : value_(value) {}
  Socket(Socket&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Socket& operator=(Socket&&) = delete;
  ~Socket() {
    if (value_ >= 0) ::close(value_);
  }
  int value() const { return value_; }

 private:
  int value_;
};

std::string SystemWords(int code) { return std::generic_category().message(code); }

// False when the deadline passes first.
bool WaitFor(int socket, short events, Time deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd entry{socket, events, 0};
    const auto wait = std::min<std::int64_t>(left.count(), std::numeric_limits<int>::max());
    const int ready = ::poll(&entry, 1, static_cast<int>(wait));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

Expected<Socket, std::string> Connect(const WebAddress& address, Time deadline) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_ADDRCONFIG;
  addrinfo* found = nullptr;
  if (const int code = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found); code != 0)
    return Fault("the name " + address.host + " has no address: " + ::gai_strerror(code));
  const Addresses addresses(found);
  std::string cause = "no address";
  for (const addrinfo* row = found; row != nullptr; row = row->ai_next) {
    Socket socket(::socket(row->ai_family, row->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, row->ai_protocol));
    if (socket.value() < 0) {
      cause = SystemWords(errno);
      continue;
    }
    int error = ::connect(socket.value(), row->ai_addr, row->ai_addrlen) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
      socklen_t size = sizeof error;
      if (!WaitFor(socket.value(), POLLOUT, deadline)) {
        error = ETIMEDOUT;
      } else if (::getsockopt(socket.value(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
        error = errno;
      }
    }
    if (error == 0) return socket;
    cause = SystemWords(error);
  }
  return Fault("cannot connect to " + address.host + ": " + cause);
}

std::string LibraryWords() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* words = code == 0 ? nullptr : ERR_reason_error_string(code);
  return words == nullptr ? "the connection was refused" : words;
}

Expected<Context, std::string> MakeContext(const HttpsOptions& options) {
  Context context(SSL_CTX_new(TLS_client_method()));
  if (!context || SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) != 1) return Fault(LibraryWords());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  if (options.ca_file) {
    if (SSL_CTX_load_verify_file(context.get(), options.ca_file->c_str()) != 1)
      return Fault("cannot read the certificates in " + *options.ca_file + ": " + LibraryWords());
  } else if (SSL_CTX_set_default_verify_paths(context.get()) != 1) {
    return Fault("the system's certificates cannot be read: " + LibraryWords());
  }
  return context;
}

// TLS over a socket of ours by way of memory, so that a peer which is gone is an error and not a signal.
class Channel {
 public:
  Channel(Socket socket, Session session, Time deadline)
      : socket_(std::move(socket)), session_(std::move(session)), deadline_(deadline) {}

  // Runs `step` until it no longer waits for the peer. Its result, or a line for the operator.
  template <typename Step>
  Expected<int, std::string> Run(Step step) {
    for (;;) {
      ERR_clear_error();
      const int result = step(session_.get());
      const int error = SSL_get_error(session_.get(), result);
      if (auto sent = Flush(); !sent) return Unexpected(std::move(sent).error());
      if (result > 0) return result;
      if (error == SSL_ERROR_ZERO_RETURN) return 0;
      if (error != SSL_ERROR_WANT_READ) return Fault(Explain());
      auto received = Receive();
      if (!received) return Unexpected(std::move(received).error());
    }
  }

 private:
  Expected<void, std::string> Flush() {
    std::array<char, 16384> buffer{};
    int count = 0;
    while ((count = BIO_read(SSL_get_wbio(session_.get()), buffer.data(), static_cast<int>(buffer.size()))) > 0) {
      std::string_view left(buffer.data(), static_cast<std::size_t>(count));
      while (!left.empty()) {
        const ssize_t sent = ::send(socket_.value(), left.data(), left.size(), MSG_NOSIGNAL);
        if (sent >= 0) {
          left.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno == EAGAIN) {
          if (!WaitFor(socket_.value(), POLLOUT, deadline_)) return Fault("the server did not answer in time");
        } else if (errno != EINTR) {
          return Fault("the connection broke: " + SystemWords(errno));
        }
      }
    }
    return {};
  }

  Expected<void, std::string> Receive() {
    std::array<char, 16384> buffer{};
    for (;;) {
      const ssize_t count = ::recv(socket_.value(), buffer.data(), buffer.size(), 0);
      if (count > 0) {
        const int kept = BIO_write(SSL_get_rbio(session_.get()), buffer.data(), static_cast<int>(count));
        if (kept != count) return Fault("out of memory");
        return {};
      }
      // An end without TLS's own word for it may have been cut by somebody.
      if (count == 0) return Fault("the connection was cut");
      if (errno == EAGAIN) {
        if (!WaitFor(socket_.value(), POLLIN, deadline_)) return Fault("the server did not answer in time");
      } else if (errno != EINTR) {
        return Fault("the connection broke: " + SystemWords(errno));
      }
    }
  }

  std::string Explain() const {
    const long verdict = SSL_get_verify_result(session_.get());
    if (verdict != X509_V_OK)
      return std::string("the server's certificate is not trusted: ") + X509_verify_cert_error_string(verdict);
    return "the connection failed: " + LibraryWords();
  }

  Socket socket_;
  Session session_;
  Time deadline_;
};

Expected<Session, std::string> MakeSession(SSL_CTX& context, const std::string& host) {
  Session session(SSL_new(&context));
  BIO* in = BIO_new(BIO_s_mem());
  BIO* out = BIO_new(BIO_s_mem());
  if (!session || in == nullptr || out == nullptr) {
    BIO_free(in);
    BIO_free(out);
    return Fault(std::string("out of memory"));
  }
  SSL_set_bio(session.get(), in, out);  // they belong to the session now
  // A certificate names addresses and names in different places, and only names may stand in the greeting.
  const bool is_address = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session.get()), host.c_str()) == 1;
  SSL_set_hostflags(session.get(), X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  if (!is_address) {
    std::string name = host;  // the library copies it
    const bool named =
        SSL_set1_host(session.get(), name.c_str()) == 1 &&
        SSL_ctrl(session.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()) == 1;
    if (!named) return Fault(LibraryWords());
  }
  ERR_clear_error();
  return session;
}

std::string RequestOf(const WebAddress& address) {
  const bool bracketed = address.host.find(':') != std::string::npos;
  std::string host = bracketed ? "[" + address.host + "]" : address.host;
  if (address.port != "443") host += ":" + address.port;
  return "GET " + (address.path.empty() ? "/" : address.path) + " HTTP/1.1\r\nHost: " + host +
         "\r\nAccept: application/jwk-set+json, application/json\r\nUser-Agent: querygate\r\nConnection: close\r\n\r\n";
}

}  // namespace

Expected<std::string, std::string> HttpsGet(const std::string& url, const HttpsOptions& options) {
  const auto address = ParseWebAddress(url);
  if (!address || address->scheme != "https") return Fault(url + " is no https address");
  const Time deadline = std::chrono::steady_clock::now() + options.timeout;
  auto context = MakeContext(options);
  if (!context) return Unexpected(std::move(context).error());
  auto session = MakeSession(**context, address->host);
  if (!session) return Unexpected(std::move(session).error());
  auto socket = Connect(*address, deadline);
  if (!socket) return Unexpected(std::move(socket).error());
  Channel channel(*std::move(socket), *std::move(session), deadline);
  if (auto greeted = channel.Run(SSL_connect); !greeted) return Unexpected(std::move(greeted).error());
  const std::string request = RequestOf(*address);
  const auto send = [&](SSL* ssl) { return SSL_write(ssl, request.data(), static_cast<int>(request.size())); };
  if (auto sent = channel.Run(send); !sent) return Unexpected(std::move(sent).error());

  std::string bytes;
  std::array<char, 16384> buffer{};
  const auto receive = [&](SSL* ssl) { return SSL_read(ssl, buffer.data(), static_cast<int>(buffer.size())); };
  for (;;) {
    auto count = channel.Run(receive);
    if (!count) return Unexpected(std::move(count).error());
    bytes.append(buffer.data(), static_cast<std::size_t>(*count));
    HttpReply reply = ReadHttpReply(bytes, *count == 0, options.max_bytes);
    if (reply.state == HttpReply::State::kComplete) return std::move(reply.body);
    if (reply.state == HttpReply::State::kFault) return Fault(std::move(reply.fault));
    if (std::chrono::steady_clock::now() >= deadline) return Fault(std::string("the server did not answer in time"));
  }
}

}  // namespace querygate
