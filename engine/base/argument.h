// What a caller sent, before anything has judged it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace querygate {

// One JSON value, or one command-line word whose type only the declaration knows.
struct Argument {
  enum class Kind {
    kNull,
    kBoolean,
    kInteger,  // a JSON number spelt without point and exponent that fits 64 bits
    kNumber,   // any other JSON number: `text` is its spelling
    kString,   // `text`, valid UTF-8
    kArray,    // `items`
    kObject,   // members are not kept: no parameter accepts an object
    kWord,     // `text` of a `name=value` word, read by declared type
  };
  Kind kind = Kind::kNull;
  bool boolean = false;
  std::int64_t integer = 0;
  std::string text;
  std::vector<Argument> items;

  friend bool operator==(const Argument&, const Argument&) = default;
};

// In the order sent. Names are unique: readers reject duplicates before building this (command-line
// words that repeat a name are gathered into one kArray of kWord).
using Arguments = std::vector<std::pair<std::string, Argument>>;

const Argument* FindArgument(const Arguments& arguments, const std::string& name);

}  // namespace querygate
