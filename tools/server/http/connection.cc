#include "tools/server/http/connection.h"

#include <exception>
#include <functional>
#include <iterator>
#include <optional>
#include <stop_token>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "tools/server/http/parsed_request.h"
#include "tools/server/http/wire_response.h"

namespace querygate::server::http {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
using net::ip::tcp;
using Clock = std::chrono::steady_clock;
using TlsStream = net::ssl::stream<tcp::socket>;

constexpr std::size_t kReadBytes = 16 * 1024;
constexpr std::size_t kMaxBuffered = 64 * 1024;  // of requests that wait behind one that is being answered
constexpr std::size_t kMaxDiscarded = 1024 * 1024;
constexpr std::chrono::milliseconds kLinger{2000};

template <typename Stream>
class Connection final : public OpenConnection, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  template <typename... Arguments>
  explicit Connection(Serving& serving, Arguments&&... arguments)
      : serving_(serving), stream_(std::forward<Arguments>(arguments)...) {
    serving_.connections.Add(*this);
  }
  ~Connection() override { serving_.connections.Remove(*this); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Start() {
    Expect(serving_.settings.request_timeout);
    if constexpr (std::is_same_v<Stream, TlsStream>) {
      stream_.async_handshake(net::ssl::stream_base::server, [self = this->shared_from_this()](auto error) {
        if (!error && self->phase_ == Phase::kOpening) self->Begin();
      });
    } else {
      Begin();
    }
  }

  void OnOverdue() override {
    if (phase_ == Phase::kReading) {
      Refuse(RejectedResponse(408, "request_timeout"));
    } else if (phase_ != Phase::kAnswering) {
      Abort();
    }
  }

  void Drain() override {
    if (phase_ == Phase::kIdle || phase_ == Phase::kOpening) Abort();
  }

  void Abort() override {
    phase_ = Phase::kClosed;
    gone_.request_stop();
    serving_.connections.Unschedule(*this);
    boost::system::error_code ignored;
    Socket().close(ignored);
  }

 private:
  enum class Phase { kOpening, kIdle, kReading, kAnswering, kWriting, kLingering, kClosed };

  tcp::socket& Socket() {
    if constexpr (std::is_same_v<Stream, TlsStream>) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }

  void Expect(std::chrono::milliseconds within) {
    serving_.connections.Schedule(*this, Clock::now() + within, phase_ == Phase::kIdle);
  }

  // The next request, of which some or all may have arrived.
  void Begin() {
    parser_.emplace();
    parser_->eager(true);
    parser_->header_limit(static_cast<std::uint32_t>(serving_.settings.max_header));
    parser_->body_limit(serving_.settings.max_body);
    parser_->on_chunk_header(on_chunk_);
    fields_before_trailer_.reset();
    header_bytes_ = 0;
    continued_ = false;
    gone_ = std::stop_source();
    phase_ = Phase::kIdle;
    Expect(serving_.settings.idle_timeout);
    Advance();
    Read();
  }

  // Reading goes on while a request is answered: only so is it seen that the client has gone.
  void Read() {
    if (reading_ || phase_ == Phase::kClosed || buffer_.size() >= kMaxBuffered) return;
    reading_ = true;
    stream_.async_read_some(buffer_.prepare(kReadBytes), [self = this->shared_from_this()](auto error, std::size_t n) {
      self->reading_ = false;
      self->OnRead(error, n);
    });
  }

  void OnRead(boost::system::error_code error, std::size_t bytes) {
    if (phase_ == Phase::kClosed) return;
    if (error) return OnEnd();
    buffer_.commit(bytes);
    if (phase_ == Phase::kLingering) {
      discarded_ += buffer_.size();
      buffer_.consume(buffer_.size());
      if (discarded_ > kMaxDiscarded) return Abort();
    } else {
      Advance();
    }
    Read();
  }

  // The client sends nothing more. Whoever waits for an answer keeps both directions open, so nobody waits.
  void OnEnd() {
    gone_.request_stop();
    if (phase_ != Phase::kAnswering && phase_ != Phase::kWriting) Abort();
    ended_ = true;
  }

  void Advance() {
    if (phase_ == Phase::kIdle && buffer_.size() > 0) {
      phase_ = Phase::kReading;
      Expect(serving_.settings.request_timeout);
    }
    while (phase_ == Phase::kReading && buffer_.size() > 0) {
      boost::system::error_code error;
      const bool in_header = !parser_->is_header_done();
      const std::size_t used = parser_->put(buffer_.data(), error);
      if (in_header && !AcceptHeader(used, error == beast::http::error::need_more)) return;
      buffer_.consume(used);
      if (error == beast::http::error::need_more) {
        error = {};
        if (used == 0) break;
      }
      if (error) return Refuse(FaultResponse(error));
      if (parser_->is_done()) return Dispatch();
      Continue();
    }
  }

  // False where it was refused. The parser bounds what it could not take yet, and forgets what it has taken: a header
  // that comes in pieces would have no end.
  bool AcceptHeader(std::size_t used, bool more) {
    const HeaderPiece piece = ScanHeader({static_cast<const char*>(buffer_.data().data()), used});
    header_bytes_ += piece.size;
    const std::size_t waiting = more && !parser_->is_header_done() ? buffer_.size() - used : 0;
    if (!piece.folded && header_bytes_ + waiting <= serving_.settings.max_header) return true;
    buffer_.consume(used);
    Refuse(piece.folded ? RejectedResponse(400, "malformed_request") : RejectedResponse(431, "request_too_large"));
    return false;
  }

  std::size_t FieldCount() const {
    const auto& message = parser_->get();
    return static_cast<std::size_t>(std::distance(message.begin(), message.end()));
  }

  // Lines behind the last chunk. The parser adds them to the header, past whatever a proxy allowed or set there.
  bool HasTrailer() const { return fields_before_trailer_ && FieldCount() != *fields_before_trailer_; }

  // A client with a large body may ask first whether it is wanted.
  void Continue() {
    if (continued_ || !parser_->is_header_done() || !WantsContinue(parser_->get())) return;
    continued_ = true;
    Send("HTTP/1.1 100 Continue\r\n\r\n");
  }

  void Dispatch() {
    phase_ = Phase::kAnswering;
    serving_.connections.Unschedule(*this);  // the engine's own deadline counts now
    if (HasTrailer()) return Refuse(RejectedResponse(400, "malformed_request"));
    const auto message = parser_->release();
    options_.keep_alive = message.keep_alive() && !serving_.draining;
    options_.say_keep_alive = message.version() < 11;
    options_.without_body = message.method() == beast::http::verb::head;
    auto request = PlainRequest(message);
    if (!request) return Refuse(RejectedResponse(400, "malformed_request"));
    request->arrived = Clock::now();
    if (auto response = serving_.handler.AnswerAtOnce(*request)) return Respond(*response);
    auto executor = stream_.get_executor();
    // The guard keeps the loop alive while nothing but this call is going on.
    serving_.pool.Post([self = this->shared_from_this(), guard = net::make_work_guard(executor),
                        request = std::make_shared<const HttpRequest>(*std::move(request)),
                        gone = gone_.get_token()]() mutable {
      auto response = std::make_shared<HttpResponse>(AnswerSafely(self->serving_.handler, *request, gone));
      auto on_loop = guard.get_executor();
      net::post(on_loop, [self = std::move(self), response = std::move(response), guard = std::move(guard)] {
        self->Respond(*response);
      });
    });
  }

  // Expected faults are values; what is thrown is a bug or a lack of memory, and ends here.
  static HttpResponse AnswerSafely(const HttpHandler& handler, const HttpRequest& request,
                                   const std::stop_token& gone) {
    // Nobody waits any more for what has not begun.
    if (gone.stop_requested()) return FailedResponse(503, "query_unavailable");
    try {
      return handler.Answer(request, gone);
    } catch (const std::exception&) {
      return FailedResponse(500, "internal_error");
    }
  }

  // What arrived is no request that could be followed by another: its end is not known.
  void Refuse(const HttpResponse& response) {
    options_.keep_alive = false;
    Respond(response);
  }

  void Respond(const HttpResponse& response) {
    if (phase_ == Phase::kClosed) return;
    if (serving_.draining || ended_) options_.keep_alive = false;
    phase_ = Phase::kWriting;
    Expect(serving_.settings.response_timeout);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    Send(WireResponse(response, options_, HttpDate(std::chrono::duration_cast<std::chrono::seconds>(now).count())));
  }

  void Send(std::string bytes) {
    waiting_ += bytes;
    if (!writing_) Write();
  }

  void Write() {
    writing_ = true;
    outgoing_ = std::exchange(waiting_, {});
    net::async_write(stream_, net::buffer(outgoing_), [self = this->shared_from_this()](auto error, std::size_t) {
      self->writing_ = false;
      self->OnWritten(error);
    });
  }

  void OnWritten(boost::system::error_code error) {
    if (phase_ == Phase::kClosed) return;
    if (error) return Abort();
    if (!waiting_.empty()) return Write();
    if (phase_ != Phase::kWriting) return;  // it was "100 Continue"
    if (options_.keep_alive) return Begin();
    Linger();
  }

  // Closing while the client still sends would destroy the response on its way.
  void Linger() {
    if (ended_) return Abort();
    phase_ = Phase::kLingering;
    Expect(kLinger);
    boost::system::error_code ignored;
    Socket().shutdown(tcp::socket::shutdown_send, ignored);
    buffer_.consume(buffer_.size());
    Read();
  }

  Serving& serving_;
  Stream stream_;
  beast::flat_buffer buffer_;
  std::optional<beast::http::request_parser<beast::http::string_body>> parser_;
  std::function<void(std::uint64_t, beast::string_view, boost::system::error_code&)> on_chunk_ =
      [this](std::uint64_t size, beast::string_view, boost::system::error_code&) {
        if (size == 0) fields_before_trailer_ = FieldCount();
      };
  std::optional<std::size_t> fields_before_trailer_;
  std::stop_source gone_;
  Phase phase_ = Phase::kOpening;
  WireOptions options_;
  std::string waiting_, outgoing_;
  std::size_t header_bytes_ = 0, discarded_ = 0;
  bool reading_ = false, writing_ = false, continued_ = false, ended_ = false;
};

}  // namespace

void StartConnection(Serving& serving, tcp::socket socket, net::ssl::context* tls) {
  if (tls != nullptr) {
    std::make_shared<Connection<TlsStream>>(serving, std::move(socket), *tls)->Start();
  } else {
    std::make_shared<Connection<tcp::socket>>(serving, std::move(socket))->Start();
  }
}

}  // namespace querygate::server::http
