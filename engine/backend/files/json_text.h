// The grammar of JSON (RFC 8259), strictly, over bytes as they come. Numbers keep their spelling.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/backend/files/byte_cursor.h"
#include "engine/backend/files/record_reader.h"

namespace querygate::files {

class JsonText {
 public:
  // `lines`: a value ends with its line.
  JsonText(InputReader& input, bool lines) : bytes_(input), lines_(lines) {}

  ByteCursor& bytes() { return bytes_; }
  std::int64_t line() const { return line_; }
  // False: it lies deeper than the source permits.
  bool Enter(std::int64_t depth) {
    return depth <= bytes_.limits().nesting ||
           bytes_.Fail(kNestingLimit, line_, "values lie deeper within each other than the source permits");
  }
  bool Invalid(std::string_view why) { return bytes_.Fail(kInvalid, line_, why); }
  bool Want(char wanted, std::string_view otherwise) {
    SkipBlanks();
    return bytes_.Take(wanted) || (!bytes_.failed() && Invalid(otherwise));
  }

  void SkipBlanks();
  // Only where values are lines: the end of this one, or of the file.
  bool TakeLineEnd();
  // Behind its opening quote. Null: its bytes are nobody's, but they must be JSON all the same.
  bool ReadString(std::string* text);
  // Whatever stands here; objects and lists are passed over. `depth` is that of an object or list here.
  bool ReadValue(RawValue& value, std::int64_t depth);
  bool SkipValue(std::int64_t depth);

 private:
  bool ReadEscape(std::string* text);
  bool ReadHex(std::uint32_t& unit);
  bool ReadNumber(std::string* text);
  bool ReadWord(std::string_view word);
  bool SkipObject(std::int64_t depth);
  bool SkipList(std::int64_t depth);
  bool SkipDigits(std::string* text);
  bool Add(std::string* text, std::string_view bytes) {
    return text == nullptr || bytes_.Append(*text, bytes, line_);
  }

  ByteCursor bytes_;
  const bool lines_;
  std::int64_t line_ = 1;
};

}  // namespace querygate::files
