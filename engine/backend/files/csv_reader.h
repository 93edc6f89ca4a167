// RFC 4180, with commas or tabs: quoted fields may hold anything, all records have as many fields as the first.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "engine/backend/files/byte_cursor.h"
#include "engine/backend/files/record_reader.h"

namespace querygate::files {

class CsvReader final : public RecordReader {
 public:
  CsvReader(InputReader& input, const FileTable& table);

  bool Begin() override;
  bool Next(std::vector<RawValue>& values) override;
  std::int64_t line() const override { return line_; }
  std::vector<std::string> Fields() override { return names_; }

 private:
  static constexpr std::size_t kUnlisted = static_cast<std::size_t>(-1);

  bool ReadHeader();
  bool MapHeader();
  bool CheckFirst(std::size_t fields);
  // Null: the field is not listed, and its bytes are nobody's.
  bool ReadField(RawValue* value);
  bool ReadQuoted(RawValue* value);
  // A separator follows, or the record has ended.
  enum class After { kField, kRecord, kFailure };
  After ReadEnd();
  bool Invalid(std::string_view why) { return bytes_.Fail(kInvalid, next_line_, why); }

  ByteCursor bytes_;
  const FileTable& table_;
  const char separator_;
  std::array<bool, 256> ends_plain_{};
  std::vector<std::size_t> columns_;  // by field: the column of the table, or kUnlisted
  std::vector<std::string> names_;
  std::size_t fields_ = 0;  // of every record; 0: not known yet
  std::int64_t line_ = 0, next_line_ = 1;
};

}  // namespace querygate::files
