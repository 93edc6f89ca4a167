#include "tools/server/http/server.h"

#include <system_error>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "tools/server/http/connection.h"
#include "tools/server/http/descriptor_limit.h"

namespace querygate::server::http {

namespace {

namespace net = boost::asio;
using net::ip::tcp;
using SteadyClock = std::chrono::steady_clock;

// How late an overdue connection may be noticed.
constexpr std::chrono::milliseconds kSweep{100};
constexpr std::chrono::milliseconds kAcceptPause{50};

std::string Where(const ListenAddress& listen) {
  const bool v6 = listen.address.find(':') != std::string::npos;
  return (v6 ? "[" + listen.address + "]" : listen.address) + ":" + std::to_string(listen.port);
}

// Boost knows no words for what OpenSSL reports.
std::string WordsOf(const boost::system::error_code& error) {
  if (error.category() != net::error::get_ssl_category()) return error.message();
  const auto code = static_cast<unsigned long>(error.value());
  if (ERR_GET_LIB(code) == ERR_LIB_SYS) return std::generic_category().message(ERR_GET_REASON(code));
  const char* const words = ::ERR_reason_error_string(code);
  return words == nullptr ? error.message() : words;
}

Expected<bool, std::string> UseFiles(const TlsFiles& files, net::ssl::context& tls) {
  boost::system::error_code error;
  tls.set_options(net::ssl::context::default_workarounds | net::ssl::context::no_tlsv1 | net::ssl::context::no_tlsv1_1,
                   error);
  if (!error) tls.use_certificate_chain_file(files.certificate, error);
  if (error) return Unexpected("cannot use the certificate " + files.certificate + ": " + WordsOf(error));
  tls.use_private_key_file(files.key, net::ssl::context::pem, error);
  if (error) return Unexpected("cannot use the private key " + files.key + ": " + WordsOf(error));
  return true;
}

}  // namespace

struct Server::State {
  State(ServerSettings given, const HttpHandler& handler, WorkerPool& pool)
      : settings(std::move(given)),
        serving{settings, handler, pool, {}, false},
        acceptor(loop),
        sweep(loop),
        pause(loop),
        signals(loop) {}

  Expected<bool, std::string> Listen();
  Expected<bool, std::string> UseTls(const TlsFiles& files);
  void Accept();
  bool MakeRoom();
  bool CloseIdlest();
  void Sweep();
  void Drain();
  void EndIfDone();

  const ServerSettings settings;
  Serving serving;
  std::optional<net::ssl::context> tls;
  net::io_context loop{1};
  tcp::acceptor acceptor;
  net::steady_timer sweep, pause;
  net::signal_set signals;
  std::function<void()> on_stop;
  SteadyClock::time_point drain_end = SteadyClock::time_point::max();
};

Expected<bool, std::string> Server::State::Listen() {
  boost::system::error_code error;
  const auto address = net::ip::make_address(settings.listen.address, error);
  const tcp::endpoint endpoint(address, settings.listen.port);
  if (!error) acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
  if (error) return Unexpected("cannot listen on " + Where(settings.listen) + ": " + error.message());
  return true;
}

std::optional<std::string> FindFault(const TlsFiles& files) {
  net::ssl::context tls(net::ssl::context::tls_server);
  auto used = UseFiles(files, tls);
  if (used) return std::nullopt;
  return std::move(used).error();
}

Expected<bool, std::string> Server::State::UseTls(const TlsFiles& files) {
  tls.emplace(net::ssl::context::tls_server);
  return UseFiles(files, *tls);
}

void Server::State::Accept() {
  acceptor.async_accept([this](boost::system::error_code error, tcp::socket socket) {
    if (!acceptor.is_open()) return;
    if (!error) {
      // Without room the socket is closed, unread: what is being answered is not given up for it.
      if (MakeRoom()) {
        boost::system::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        StartConnection(serving, std::move(socket), tls ? &*tls : nullptr);
      }
      return Accept();
    }
    // Out of descriptors or memory: what does nothing gives up its own. Asking again at once would only burn time.
    CloseIdlest();
    pause.expires_after(kAcceptPause);
    pause.async_wait([this](boost::system::error_code cancelled) {
      if (!cancelled && acceptor.is_open()) Accept();
    });
  });
}

// Connections that do nothing must not keep others out. False when every one of them is being answered.
bool Server::State::MakeRoom() { return serving.connections.size() < settings.max_connections || CloseIdlest(); }

bool Server::State::CloseIdlest() {
  OpenConnection* idlest = serving.connections.FindIdlest();
  if (idlest == nullptr) return false;
  idlest->Abort();
  return true;
}

void Server::State::Sweep() {
  sweep.expires_after(kSweep);
  sweep.async_wait([this](boost::system::error_code cancelled) {
    if (cancelled) return;
    const auto now = SteadyClock::now();
    while (OpenConnection* overdue = serving.connections.FindOverdue(now)) overdue->OnOverdue();
    if (now >= drain_end) serving.connections.ForEach([](OpenConnection& connection) { connection.Abort(); });
    if (serving.draining && serving.connections.size() == 0) return;
    Sweep();
  });
}

void Server::State::Drain() {
  if (serving.draining) return;
  serving.draining = true;
  drain_end = SteadyClock::now() + settings.drain_timeout;
  boost::system::error_code ignored;
  acceptor.close(ignored);
  pause.cancel();
  signals.cancel(ignored);
  if (on_stop) on_stop();
  serving.connections.ForEach([](OpenConnection& connection) { connection.Drain(); });
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

Expected<Server, std::string> Server::Open(ServerSettings settings, const HttpHandler& handler, WorkerPool& pool) {
  settings.max_connections = AllowConnections(settings.max_connections);
  auto state = std::make_unique<State>(std::move(settings), handler, pool);
  if (state->settings.tls) {
    if (auto used = state->UseTls(*state->settings.tls); !used) return Unexpected(std::move(used).error());
  }
  if (auto listening = state->Listen(); !listening) return Unexpected(std::move(listening).error());
  return Server(std::move(state));
}

std::uint16_t Server::port() const {
  boost::system::error_code ignored;
  return state_->acceptor.local_endpoint(ignored).port();
}

std::size_t Server::max_connections() const { return state_->settings.max_connections; }

void Server::Run(bool watch_signals, const std::function<void()>& on_stop) {
  State& state = *state_;
  state.on_stop = on_stop;
  boost::system::error_code ignored;
  if (watch_signals) {
    state.signals.add(SIGTERM, ignored);
    state.signals.add(SIGINT, ignored);
    state.signals.async_wait([&state](boost::system::error_code cancelled, int) {
      if (!cancelled) state.Drain();
    });
  }
  state.Accept();
  state.Sweep();
  state.loop.run();
}

void Server::Stop() {
  net::post(state_->loop, [state = state_.get()] { state->Drain(); });
}

}  // namespace querygate::server::http
