// A server on a free port of this machine, with a handler that tests steer.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tools/server/http/server.h"

namespace querygate::server::testing {

// Answers with what it was asked. `/hold` waits until released or abandoned, `/large` answers eight MiB, `/throw`
// throws.
class SteeredHandler final : public HttpHandler {
 public:
  std::optional<HttpResponse> AnswerAtOnce(const HttpRequest& request) const override {
    if (request.target != "/at-once") return std::nullopt;
    return JsonResponse(200, "\"at once\"");
  }

  HttpResponse Answer(const HttpRequest& request, const std::stop_token& gone) const override {
    {
      const std::lock_guard lock(mutex_);
      seen_.push_back(request.method + " " + request.target + " " + request.body);
      changed_.notify_all();
    }
    if (request.target == "/throw") throw std::runtime_error("a bug");
    if (request.target == "/large") return JsonResponse(200, std::string(8 << 20, 'x'));
    if (request.target == "/hold") Hold(gone);
    return JsonResponse(200, request.method + " " + request.target + " " + request.body);
  }

  void Release() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    changed_.notify_all();
  }
  // Waits until so many requests have come, or so many were abandoned.
  void AwaitSeen(std::size_t count) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return seen_.size() >= count; });
  }
  void AwaitAbandoned(int count) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return abandoned_ >= count; });
  }
  std::vector<std::string> seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  void Hold(const std::stop_token& gone) const {
    const std::stop_callback wake(gone, [this] {
      const std::lock_guard lock(mutex_);
      changed_.notify_all();
    });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return released_ || gone.stop_requested(); });
    if (gone.stop_requested()) ++abandoned_;
    changed_.notify_all();
  }

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable std::vector<std::string> seen_;
  mutable int abandoned_ = 0;
  bool released_ = false;
};

// Serves `handler` until it goes.
class RunningServer {
 public:
  RunningServer(const HttpHandler& handler, http::ServerSettings settings) {
    settings.listen = {"127.0.0.1", 0};
    auto opened = http::Server::Open(std::move(settings), handler, pool_);
    if (!opened) FAIL(opened.error());
    server_.emplace(*std::move(opened));
    port_ = server_->port();
    thread_ = std::thread([this] { server_->Run(false, [this] { stopped_ = true; }); });
  }
  ~RunningServer() { Stop(); }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  std::uint16_t port() const { return port_; }
  bool draining() const { return stopped_; }
  void BeginToStop() { server_->Stop(); }
  // Returns when the server has.
  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
  }

 private:
  WorkerPool pool_{4};
  std::optional<http::Server> server_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

}  // namespace querygate::server::testing
