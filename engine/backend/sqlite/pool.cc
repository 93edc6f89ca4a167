#include "engine/backend/sqlite/pool.h"

#include <algorithm>
#include <utility>

namespace querygate::sqlite {

std::unique_ptr<ReportConnection> Pool::Take(const CompiledReport& report) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(idle_.begin(), idle_.end(),
                                  [&](const auto& connection) { return &connection->report() == &report; });
  if (found == idle_.end()) return nullptr;
  auto taken = std::move(*found);
  idle_.erase(found);
  return taken;
}

std::unique_ptr<ReportConnection> Pool::Give(std::unique_ptr<ReportConnection> connection) {
  if (max_idle_ == 0) return connection;
  const std::lock_guard lock(mutex_);
  idle_.push_front(std::move(connection));
  if (idle_.size() <= max_idle_) return nullptr;
  auto evicted = std::move(idle_.back());
  idle_.pop_back();
  return evicted;
}

void Pool::DropOthers(const FileIdentity& current) {
  std::list<std::unique_ptr<ReportConnection>> dropped;  // closed after the lock
  const std::lock_guard lock(mutex_);
  for (auto at = idle_.begin(); at != idle_.end();) {
    const auto next = std::next(at);
    if ((*at)->identity() != current) dropped.splice(dropped.end(), idle_, at);
    at = next;
  }
}

std::size_t Pool::idle() const {
  const std::lock_guard lock(mutex_);
  return idle_.size();
}

}  // namespace querygate::sqlite
