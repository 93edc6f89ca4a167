// Strict JSON (RFC 8259) for untrusted input: UTF-8 only, no duplicate keys, numbers keep their spelling.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/load/arguments.h"

namespace querygate {

struct JsonValue {
  enum class Kind { kNull, kBoolean, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  bool boolean = false;
  std::string text;  // of a string, decoded; of a number, its spelling
  std::vector<JsonValue> items;
  struct Member;
  std::vector<Member> members;  // keys are distinct
};

struct JsonValue::Member {
  std::string key;
  JsonValue value;
};

struct JsonFault {
  std::size_t offset = 0;
  std::string message;  // one line, without the text that was read
};

struct JsonResult {
  std::optional<JsonValue> value;
  JsonFault fault;  // when there is no value
};

// What a reader takes: by default, what callers may send.
struct JsonLimits {
  std::size_t bytes = kMaxArgumentBytes;
  std::size_t values = kMaxArgumentValues;  // in all, at every level
  int depth = kMaxArgumentDepth;
};

// One value and white space. Refuses more than the limits, equal
// keys in one object (after decoding), NUL in a key, unpaired surrogates, control characters in strings, and
// everything else that the grammar does not have.
JsonResult ReadJson(std::string_view json, const JsonLimits& limits = {});

}  // namespace querygate
