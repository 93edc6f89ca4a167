#include "tools/server/upkeep.h"

#include <array>
#include <utility>

#include <poll.h>

#include "engine/base/stop_descriptor.h"
#include "tools/server/folder_image.h"

namespace querygate::server {

std::span<const int> UpkeepSignals() {
  static constexpr std::array kSignals{SIGHUP, SIGUSR1};
  return kSignals;
}

Upkeep::Upkeep(UpkeepSettings settings, SignalQueue& signals, Reloader& reloader, OperatorLog& log)
    : settings_(std::move(settings)),
      signals_(signals),
      reloader_(reloader),
      log_(log),
      seen_(settings_.image),
      taken_over_(settings_.image) {
  trying_ = std::jthread([this](const std::stop_token& stop) { TryAll(stop); });
  thread_ = std::jthread([this](const std::stop_token& stop) { Run(stop); });
}

void Upkeep::Run(const std::stop_token& stop) {
  const StopDescriptor stopping(stop);
  while (!stop.stop_requested()) {
    std::array<pollfd, 2> waiting{pollfd{stopping.get(), POLLIN, 0}, pollfd{signals_.descriptor(), POLLIN, 0}};
    const int patience = settings_.watch ? static_cast<int>(settings_.watch->count()) : -1;
    const int ready = ::poll(waiting.data(), waiting.size(), patience);
    if (stop.stop_requested()) return;
    if (ready == 0) Look();
    while (const auto signal = signals_.Take()) Answer(*signal);
  }
}

void Upkeep::Answer(int signal) {
  if (signal == SIGHUP) return Reload();
  if (settings_.audit == nullptr) return log_.Told("rotation_refused", "there is no audit log");
  if (auto rotated = settings_.audit->Rotate(); !rotated) {
    return log_.Failed({}, rotated.error().reason, rotated.error().cause);
  }
  log_.Told("rotated", "the audit log goes on in a new file");
}

// A change is taken over when it has stood still from one look to the next: files that are just being written, such as
// by a checkout, are not read half.
void Upkeep::Look() {
  std::string image = ImageOfFolders(settings_.folders);
  const bool stands_still = image == seen_;
  seen_ = std::move(image);
  if (stands_still && seen_ != taken_over_) Reload();
}

void Upkeep::Reload() {
  // Before the files are read: what changes meanwhile is seen at the next look.
  if (settings_.watch) seen_ = taken_over_ = ImageOfFolders(settings_.folders);
  if (!reloader_.Reload()) return;
  const std::lock_guard lock(mutex_);
  untried_ = true;
  asked_.notify_one();
}

// What is reloaded meanwhile is tried afterwards.
void Upkeep::TryAll(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (asked_.wait(lock, stop, [this] { return untried_; })) {
    untried_ = false;
    lock.unlock();
    reloader_.TellUnfit(stop);
    lock.lock();
  }
}

}  // namespace querygate::server
