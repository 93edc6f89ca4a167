// Records of a text format, as the file spells them: which type a value has is not its business.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/files/input_reader.h"

namespace querygate::files {

// What a record has for one column.
struct RawValue {
  enum class Kind {
    kMissing,  // the key is not there
    kNull,
    kEmpty,    // a field of no bytes, without quotes
    kField,    // text that may spell a value of any type
    kText,     // text and nothing else
    kNumber,   // as it is spelt
    kBoolean,
    kNested,   // an object or a list, which is passed over
  };
  Kind kind = Kind::kMissing;
  bool boolean = false;
  std::string bytes;
};

class RecordReader {
 public:
  virtual ~RecordReader() = default;

  // What stands before the first record. False after a failure.
  virtual bool Begin() = 0;
  // Writes one value for each column of the table, but those that are in the name of a folder. False at the end and
  // after a failure, which the input tells.
  virtual bool Next(std::vector<RawValue>& values) = 0;
  // Where the record that was read begins.
  virtual std::int64_t line() const = 0;
  // After Begin: the names of the fields; of a format without a header those of the first record, which is then
  // read. Empty without either.
  virtual std::vector<std::string> Fields() = 0;
};

std::unique_ptr<RecordReader> MakeRecordReader(InputReader& input, const FileTable& table);

}  // namespace querygate::files
