// Readers for what callers and hosts send: strict JSON, and command-line words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"

namespace querygate {

inline constexpr std::size_t kMaxArgumentBytes = 1 << 20;
inline constexpr int kMaxArgumentDepth = 32;
inline constexpr std::size_t kMaxArgumentValues = 10'000;  // in all, at every level: memory follows them

// A JSON object: UTF-8, no duplicate keys at any level, no trailing bytes, no NUL in keys, at most
// kMaxArgumentBytes, kMaxArgumentDepth and kMaxArgumentValues. Anything else is invalid_arguments (kInvalidRequest).
Expected<Arguments, Rejection> ParseJsonArguments(std::string_view json);

// `name=value` (kWord; a repeated name gathers into kArray) and `name:=JSON`. A name mixed between the two
// spellings or repeated with `:=` is invalid_arguments. A word without `=` is an error for people (string).
struct WordError {
  std::string message;  // one line
};
Expected<Arguments, std::variant<Rejection, WordError>> ParseWordArguments(const std::vector<std::string>& words);

// `--as FILE`: identity as JSON claims. `roles_claim` and scope claims are dotted paths. Values that the
// paths name; absent ones are left out. Strict like ParseJsonArguments.
class Claims {
 public:
  static Expected<Claims, std::string> Parse(std::string_view json);
  // The value at a dotted path; null when there is none. A key that itself holds a dot, and an array that holds
  // arrays or objects, cannot be reached.
  const Argument* Find(std::string_view dotted_path) const;

 private:
  Arguments flat_;  // by dotted path, leaves and arrays of leaves
};

}  // namespace querygate
