#include "tools/querygate/standard_streams.h"

#include <initializer_list>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace querygate::cli {

void SecureStandardStreams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest free number is this one: those below it are open.
    static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

bool ClosesCleanly(int descriptor) {
  const int copy = ::dup(descriptor);
  return copy >= 0 && ::close(copy) == 0;
}

}  // namespace querygate::cli
