// The connections that are open, as the sweep sees them.
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <unordered_set>
#include <utility>

namespace querygate::server::http {

// Used by the serving thread only.
class OpenConnection {
 public:
  virtual ~OpenConnection() = default;

  // Past its time: a request that arrives too slowly, a response that is taken too slowly, idleness. Schedules what is
  // due next, or nothing more.
  virtual void OnOverdue() = 0;
  // No more requests; what is in progress is answered.
  virtual void Drain() = 0;
  // At once, whatever is in progress. Nothing is due any more.
  virtual void Abort() = 0;

 private:
  friend class ConnectionList;
  std::chrono::steady_clock::time_point due_ = std::chrono::steady_clock::time_point::max();
  bool idle_ = false;
};

// Ordered by when something is due, so that finding one costs nothing, however many there are and however often it is
// asked: an attacker who opens connections decides how often.
class ConnectionList {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void Add(OpenConnection& connection) { open_.insert(&connection); }
  void Remove(OpenConnection& connection) {
    Unschedule(connection);
    open_.erase(&connection);
  }
  std::size_t size() const { return open_.size(); }

  // `idle`: it waits for a request. What is not scheduled is being answered, or closed already.
  void Schedule(OpenConnection& connection, Time due, bool idle) {
    Unschedule(connection);
    connection.due_ = due;
    connection.idle_ = idle;
    Due(idle).emplace(due, &connection);
  }
  void Unschedule(OpenConnection& connection) { Due(connection.idle_).erase({connection.due_, &connection}); }

  // Null when nothing is due by then.
  OpenConnection* FindOverdue(Time now) const {
    for (const DueSet* due : {&idle_, &busy_}) {
      if (!due->empty() && due->begin()->first <= now) return due->begin()->second;
    }
    return nullptr;
  }
  // The one that is idle for longest, else the one with the least time left; null when none is scheduled.
  OpenConnection* FindIdlest() const {
    for (const DueSet* due : {&idle_, &busy_}) {
      if (!due->empty()) return due->begin()->second;
    }
    return nullptr;
  }

  // The callback may close connections; they leave the list later, when their last operation has ended.
  template <typename Function>
  void ForEach(const Function& function) const {
    const std::unordered_set<OpenConnection*> all = open_;
    for (OpenConnection* connection : all) {
      if (open_.contains(connection)) function(*connection);
    }
  }

 private:
  using DueSet = std::set<std::pair<Time, OpenConnection*>>;
  DueSet& Due(bool idle) { return idle ? idle_ : busy_; }

  std::unordered_set<OpenConnection*> open_;
  DueSet idle_, busy_;
};

}  // namespace querygate::server::http
