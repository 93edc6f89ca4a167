#include "tools/server/mcp/stdio_session.h"

#include <condition_variable>
#include <exception>
#include <functional>
#include <istream>
#include <map>
#include <mutex>
#include <ostream>
#include <stop_token>
#include <string>
#include <utility>

#include "engine/load/json_node.h"
#include "tools/server/mcp/json_access.h"
#include "tools/server/mcp/modern_headers.h"

namespace querygate::server::mcp {

namespace {

enum class Line { kRead, kTooLong, kEnd };

// Reads to the end of a line however long it is, but keeps no more than `limit` bytes of it.
Line ReadLine(std::istream& in, std::size_t limit, std::string& line) {
  using Traits = std::istream::traits_type;
  line.clear();
  bool any = false;
  bool too_long = false;
  while (true) {
    const auto next = in.rdbuf()->sbumpc();
    if (Traits::eq_int_type(next, Traits::eof())) {
      if (!any) return Line::kEnd;
      break;
    }
    any = true;
    const char c = Traits::to_char_type(next);
    if (c == '\n') break;
    if (line.size() < limit) {
      line += c;
    } else {
      too_long = true;
    }
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return too_long ? Line::kTooLong : Line::kRead;
}

class Session {
 public:
  Session(const Service& service, const ServedGateway& gateway, const StdioSettings& settings, const Clock& clock,
          WorkerPool& pool, std::ostream& out)
      : service_(service), gateway_(gateway), settings_(settings), clock_(clock), pool_(pool), out_(out) {}

  void Take(std::string_view line) {
    auto message = ParseMessage(line);
    if (!message) return Refuse(message.error().id, message.error().error);
    const Era era = EraOf(*message, std::nullopt);
    if (era == Era::kModern) {
      if (const auto error = CheckModern(*message, nullptr)) return Refuse(message->id, *error);
    }
    if (message->IsNotification()) return Notice(*message);
    Start(*std::move(message), era);
  }

  // Through the pool like every answer, so that with one worker answers come in the order of the lines.
  void Refuse(const std::string& id, const RpcError& error) {
    Post([this, text = ErrorMessage(id, error)] { Write(text); });
  }

  void WaitUntilAnswered() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return posted_ == 0; });
  }

 private:
  void Write(const std::string& message) {
    const std::lock_guard lock(output_mutex_);
    out_ << message << '\n' << std::flush;
  }

  // Waits while too much is unanswered.
  void Post(std::function<void()> task) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return posted_ < settings_.max_in_flight; });
      ++posted_;
    }
    pool_.Post([this, task = std::move(task)] {
      task();
      // Notified under the lock: the session may end as soon as it is released.
      const std::lock_guard lock(mutex_);
      --posted_;
      changed_.notify_all();
    });
  }

  void Notice(const Message& message) {
    if (message.method != "notifications/cancelled") return;
    const JsonValue* id = FindJson(message.params, "requestId");
    if (id == nullptr) return;
    const std::lock_guard lock(mutex_);
    const auto found = in_flight_.find(ToJsonText(*id));
    if (found != in_flight_.end()) found->second.request_stop();
  }

  void Start(Message message, Era era) {
    Scene scene{era, {}, {gateway_.Current(), settings_.identity, clock_.SteadyNow(), {}, settings_.keeping, {}}};
    {
      std::unique_lock lock(mutex_);
      const auto [entry, added] = in_flight_.try_emplace(message.id);
      if (!added) {
        lock.unlock();
        return Refuse(message.id, {kInvalidRequest, "a request of this id is in progress", {}, 400});
      }
      scene.call.gone = entry->second.get_token();
    }
    Post([this, message = std::move(message), scene = std::move(scene)] { Answer(message, scene); });
  }

  void Answer(const Message& message, const Scene& scene) {
    std::string text;
    // Expected faults are values; what is thrown is a bug or a lack of memory, and must not silence this request.
    try {
      if (!scene.call.gone.stop_requested()) {
        auto result = service_.Handle(message, scene);
        text = result ? ResultMessage(message.id, *result) : ErrorMessage(message.id, result.error());
      }
    } catch (const std::exception&) {
      text = ErrorMessage(message.id, {kInternalError, "internal_error", {}, 500});
    }
    // Nothing is said of a request that was taken back.
    if (!scene.call.gone.stop_requested()) Write(text);
    const std::lock_guard lock(mutex_);
    in_flight_.erase(message.id);
  }

  const Service& service_;
  const ServedGateway& gateway_;
  const StdioSettings& settings_;
  const Clock& clock_;
  WorkerPool& pool_;
  std::ostream& out_;
  std::mutex output_mutex_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t posted_ = 0;                             // lines whose answer is not written yet
  std::map<std::string, std::stop_source> in_flight_;  // by id, as JSON
};

}  // namespace

void ServeStdio(const Service& service, const ServedGateway& gateway, const StdioSettings& settings, const Clock& clock,
                WorkerPool& pool, std::istream& in, std::ostream& out) {
  Session session(service, gateway, settings, clock, pool, out);
  std::string line;
  while (true) {
    const Line read = ReadLine(in, settings.max_line, line);
    if (read == Line::kEnd) break;
    if (read == Line::kTooLong) {
      session.Refuse({}, {kInvalidRequest, "the message is larger than the server reads", {}, 413});
    } else if (line.find_first_not_of(" \t") != std::string::npos) {
      session.Take(line);
    }
  }
  session.WaitUntilAnswered();
}

}  // namespace querygate::server::mcp
