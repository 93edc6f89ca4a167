#include "tools/querygate/progress.h"

#include <ostream>
#include <utility>

namespace querygate::cli {

namespace {

constexpr std::chrono::seconds kSilence(2);
constexpr std::chrono::milliseconds kInterval(100);
constexpr const char* kEraseLine = "\r\x1b[K";

}  // namespace

Progress::Progress(Context& context, std::string what)
    : context_(context), what_(std::move(what)), next_(std::chrono::steady_clock::now() + kSilence) {}

Progress::~Progress() {
  if (shown_) context_.streams.err << kEraseLine << std::flush;
}

void Progress::Update(std::size_t done, std::size_t total) {
  if (!context_.environment.terminal_err) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  shown_ = true;
  context_.streams.err << kEraseLine << what_ << ' ' << done << " of " << total << std::flush;
}

}  // namespace querygate::cli
