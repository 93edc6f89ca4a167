// Files that decide who is believed.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/expected.h"

namespace querygate {

enum class Readers {
  kAnyone,     // only who may write it matters: public keys, hashes
  kOwnerOnly,  // what it holds is a secret
};

// A regular file that neither its group nor others may write, or with kOwnerOnly even read. The error is one line for
// the operator, with the path and what to do.
Expected<std::string, std::string> ReadGuardedFile(const std::string& path, std::size_t max_bytes, Readers readers);

}  // namespace querygate
