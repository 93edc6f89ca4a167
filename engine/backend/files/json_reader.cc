#include "engine/backend/files/json_reader.h"

#include <algorithm>

namespace querygate::files {

JsonReader::JsonReader(InputReader& input, const FileTable& table)
    : text_(input, table.format == FileFormat::kJsonl), table_(table), seen_(table.columns.size()) {}

bool JsonReader::Begin() {
  if (table_.format == FileFormat::kJsonl) return !text_.bytes().failed();
  text_.SkipBlanks();
  shape_ = text_.bytes().Take('[') ? Shape::kList : Shape::kOne;
  if (text_.bytes().Peek() == ByteCursor::kEnd && !text_.bytes().failed() && shape_ == Shape::kOne) {
    return text_.Invalid("the file holds no value");
  }
  return !text_.bytes().failed() && (shape_ == Shape::kOne || text_.Enter(1));
}

// The keys of the first record, which are then gone: a reader serves this or its records.
std::vector<std::string> JsonReader::Fields() {
  std::vector<std::string> keys;
  std::vector<RawValue> values(table_.columns.size());
  keys_ = &keys;
  static_cast<void>(Next(values));
  keys_ = nullptr;
  return keys;
}

bool JsonReader::Next(std::vector<RawValue>& values) {
  if (ended_ || !Arrive()) return false;
  line_ = text_.line();
  if (text_.bytes().Peek() != '{') return !text_.bytes().failed() && text_.Invalid("a record is no object");
  return text_.Enter(depth()) && ReadObject(values) && (shape_ != Shape::kLines || text_.TakeLineEnd());
}

bool JsonReader::Arrive() {
  ByteCursor& bytes = text_.bytes();
  const bool first = !begun_;
  begun_ = true;
  text_.SkipBlanks();
  if (shape_ == Shape::kLines) return bytes.Peek() != ByteCursor::kEnd;
  if (shape_ == Shape::kOne && first) return !bytes.failed();
  if (shape_ == Shape::kList) {
    if (!bytes.Take(']')) {
      if (first) return !bytes.failed();
      if (!text_.Want(',', "the list does not end")) return false;
      text_.SkipBlanks();
      return true;
    }
    text_.SkipBlanks();
  }
  ended_ = true;
  if (bytes.Peek() != ByteCursor::kEnd) text_.Invalid("text follows the value");
  return false;
}

bool JsonReader::ReadObject(std::vector<RawValue>& values) {
  ByteCursor& bytes = text_.bytes();
  bytes.Skip();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!table_.columns[i].folder) values[i].kind = RawValue::Kind::kMissing;
  }
  std::fill(seen_.begin(), seen_.end(), false);
  expected_ = 0;
  text_.SkipBlanks();
  if (bytes.Take('}')) return true;
  while (true) {
    if (!ReadMember(values)) return false;
    text_.SkipBlanks();
    if (bytes.Take('}')) return true;
    if (!text_.Want(',', "an object does not end")) return false;
  }
}

bool JsonReader::ReadMember(std::vector<RawValue>& values) {
  key_.clear();
  if (!text_.Want('"', "a name is missing") || !text_.ReadString(&key_)) return false;
  if (keys_ != nullptr) keys_->push_back(key_);
  const std::size_t column = FindColumn(key_);
  if (!text_.Want(':', "a colon is missing")) return false;
  text_.SkipBlanks();
  if (column == kUnlisted) return text_.SkipValue(depth() + 1);
  if (seen_[column]) return text_.Invalid("the key of the column " + table_.columns[column].name + " is there twice");
  seen_[column] = true;
  return text_.ReadValue(values[column], depth() + 1);
}

std::size_t JsonReader::FindColumn(std::string_view field) {
  const std::size_t count = table_.columns.size();
  for (std::size_t tried = 0; tried < count; ++tried) {
    const std::size_t column = (expected_ + tried) % count;
    const FileColumn& candidate = table_.columns[column];
    if (candidate.folder || candidate.field != field) continue;
    expected_ = column + 1;
    return column;
  }
  return kUnlisted;
}

}  // namespace querygate::files
