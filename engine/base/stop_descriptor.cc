#include "engine/base/stop_descriptor.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace querygate {

StopDescriptor::StopDescriptor(const std::stop_token& stop) {
  if (!stop.stop_possible()) return;
  descriptor_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  callback_.emplace(stop, Wake{descriptor_});
}

StopDescriptor::~StopDescriptor() {
  callback_.reset();  // waits for one that is just writing
  if (descriptor_ >= 0) ::close(descriptor_);
}

void StopDescriptor::Wake::operator()() const { static_cast<void>(::eventfd_write(descriptor, 1)); }

}  // namespace querygate
