// The transport: sockets, TLS, framing, limits, time. What is answered is the handler's business.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/expected.h"
#include "engine/declaration/serve.h"
#include "tools/server/http_handler.h"
#include "tools/server/worker_pool.h"

namespace querygate::server::http {

struct TlsFiles {
  std::string certificate, key;  // PEM
};

// Why they cannot be used, in one line; nothing when they can.
std::optional<std::string> FindFault(const TlsFiles& files);

struct ServerSettings {
  ListenAddress listen;
  std::size_t max_header = 16 * 1024;                 // bytes, the request line included
  std::size_t max_body = 256 * 1024;                  // bytes
  std::size_t max_connections = 1000;                 // beyond, the one that is idle for longest makes room; never more
  std::chrono::milliseconds request_timeout{10'000};  // from its first byte to its last
  std::chrono::milliseconds response_timeout{30'000};  // until the client has taken it
  std::chrono::milliseconds idle_timeout{60'000};      // between requests
  std::chrono::milliseconds drain_timeout{10'000};     // for calls in progress, after Stop
  std::optional<TlsFiles> tls;
};

// All connections are served by the one thread that calls Run; requests are answered by the pool.
class Server {
 public:
  // Listens. The error is one line for people. Handler and pool outlive the server.
  static Expected<Server, std::string> Open(ServerSettings settings, const HttpHandler& handler, WorkerPool& pool);
  Server(Server&&) noexcept;
  Server& operator=(Server&&) noexcept;
  ~Server();

  std::uint16_t port() const;
  // As was asked for, or as many as the process may have descriptors for.
  std::size_t max_connections() const;

  // Serves until Stop, or SIGTERM or SIGINT if they are watched; then lets calls in progress end, for as long as the
  // drain timeout, and returns when nothing is left. `on_stop` is called once, when it begins to drain.
  void Run(bool watch_signals, const std::function<void()>& on_stop);

  // Thread-safe.
  void Stop();

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace querygate::server::http
