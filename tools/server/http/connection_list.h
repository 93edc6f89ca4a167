// The connections that are open, as the sweep sees them.
#pragma once

#include <chrono>
#include <cstddef>
#include <unordered_set>

namespace querygate::server::http {

// Used by the serving thread only.
class OpenConnection {
 public:
  virtual ~OpenConnection() = default;

  // Past its time: a request that arrives too slowly, a response that is taken too slowly, idleness.
  virtual void OnOverdue() = 0;
  // No more requests; what is in progress is answered.
  virtual void Drain() = 0;
  // At once, whatever is in progress.
  virtual void Abort() = 0;
  virtual bool idle() const = 0;

  std::chrono::steady_clock::time_point due() const { return due_; }

 protected:
  std::chrono::steady_clock::time_point due_ = std::chrono::steady_clock::time_point::max();
};

class ConnectionList {
 public:
  void Add(OpenConnection& connection) { open_.insert(&connection); }
  void Remove(OpenConnection& connection) { open_.erase(&connection); }
  std::size_t size() const { return open_.size(); }

  // The callback may close connections; they leave the list later, when their last operation has ended.
  template <typename Function>
  void ForEach(const Function& function) const {
    const std::unordered_set<OpenConnection*> all = open_;
    for (OpenConnection* connection : all) {
      if (open_.contains(connection)) function(*connection);
    }
  }

 private:
  std::unordered_set<OpenConnection*> open_;
};

}  // namespace querygate::server::http
