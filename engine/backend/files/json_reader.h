// Objects of JSON as records: one a line, or a list of them, or a single one.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/files/json_text.h"
#include "engine/backend/files/record_reader.h"

namespace querygate::files {

class JsonReader final : public RecordReader {
 public:
  JsonReader(InputReader& input, const FileTable& table);

  bool Begin() override;
  bool Next(std::vector<RawValue>& values) override;
  std::int64_t line() const override { return line_; }
  std::vector<std::string> Fields() override;

 private:
  static constexpr std::size_t kUnlisted = static_cast<std::size_t>(-1);
  enum class Shape { kLines, kList, kOne };

  // Whether a record follows; false also after a failure.
  bool Arrive();
  bool ReadObject(std::vector<RawValue>& values);
  bool ReadMember(std::vector<RawValue>& values);
  std::size_t FindColumn(std::string_view field);
  std::int64_t depth() const { return shape_ == Shape::kList ? 2 : 1; }

  JsonText text_;
  const FileTable& table_;
  Shape shape_ = Shape::kLines;
  bool begun_ = false, ended_ = false;
  std::size_t expected_ = 0;  // the column that the next member most likely is
  std::vector<bool> seen_;    // by column, in this record
  std::string key_;
  std::vector<std::string>* keys_ = nullptr;  // who wants to know them
  std::int64_t line_ = 0;
};

}  // namespace querygate::files
