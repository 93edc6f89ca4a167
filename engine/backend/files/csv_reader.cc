#include "engine/backend/files/csv_reader.h"

#include <algorithm>
#include <string>

namespace querygate::files {
namespace {

constexpr std::size_t kMostFields = 2'000;

}  // namespace

CsvReader::CsvReader(InputReader& input, const FileTable& table)
    : bytes_(input), table_(table), separator_(table.format == FileFormat::kTsv ? '\t' : ',') {
  for (const char end : {separator_, '\r', '\n', '"'}) ends_plain_[static_cast<unsigned char>(end)] = true;
}

bool CsvReader::Begin() {
  if (table_.header) return ReadHeader();
  for (std::size_t i = 0; i < table_.columns.size(); ++i) {
    const FileColumn& column = table_.columns[i];
    if (column.folder) continue;
    if (column.position >= columns_.size()) columns_.resize(column.position + 1, kUnlisted);
    columns_[column.position] = i;
  }
  return !bytes_.failed();
}

bool CsvReader::ReadHeader() {
  line_ = next_line_;
  if (bytes_.Peek() == ByteCursor::kEnd) {
    if (!bytes_.failed()) Invalid("the file is empty, without a header");
    return false;
  }
  RawValue name;
  for (After after = After::kField; after == After::kField;) {
    if (!ReadField(&name)) return false;
    if (names_.size() == kMostFields) return Invalid("there are more than 2000 fields");
    names_.push_back(name.bytes);
    after = ReadEnd();
    if (after == After::kFailure) return false;
  }
  fields_ = names_.size();
  return MapHeader();
}

bool CsvReader::MapHeader() {
  columns_.assign(names_.size(), kUnlisted);
  for (std::size_t i = 0; i < table_.columns.size(); ++i) {
    const FileColumn& column = table_.columns[i];
    if (column.folder) continue;
    const auto found = std::find(names_.begin(), names_.end(), column.field);
    if (found == names_.end()) {
      return bytes_.Fail(kDrift, line_, "the header has no field for the column " + column.name);
    }
    if (std::find(found + 1, names_.end(), column.field) != names_.end()) {
      return bytes_.Fail(kInvalid, line_, "the header names the field of the column " + column.name + " twice");
    }
    columns_[static_cast<std::size_t>(found - names_.begin())] = i;
  }
  return true;
}

bool CsvReader::Next(std::vector<RawValue>& values) {
  line_ = next_line_;
  if (bytes_.Peek() == ByteCursor::kEnd) return false;
  std::size_t field = 0;
  for (After after = After::kField; after == After::kField; ++field) {
    const std::size_t column = field < columns_.size() ? columns_[field] : kUnlisted;
    if (!ReadField(column == kUnlisted ? nullptr : &values[column])) return false;
    after = ReadEnd();
    if (after == After::kFailure) return false;
  }
  if (field == fields_) return true;
  if (fields_ == 0) return CheckFirst(field);
  return bytes_.Fail(kInvalid, line_,
                     "the record has " + std::to_string(field) + " fields, the first one has " +
                         std::to_string(fields_));
}

// Of a file without a header: columns without positions are all its fields.
bool CsvReader::CheckFirst(std::size_t fields) {
  std::size_t listed = 0;
  for (const std::size_t column : columns_) listed += column == kUnlisted ? 0 : 1;
  const bool by_order = listed == columns_.size();
  if (fields < columns_.size() || (by_order && fields != listed)) {
    return bytes_.Fail(kInvalid, line_,
                       "the record has " + std::to_string(fields) + " fields, the source declares " +
                           std::to_string(columns_.size()));
  }
  fields_ = fields;
  return true;
}

bool CsvReader::ReadField(RawValue* value) {
  if (value != nullptr) {
    value->bytes.clear();
    value->kind = RawValue::Kind::kField;
  }
  if (bytes_.Take('"')) return ReadQuoted(value);
  while (true) {
    const std::string_view rest = bytes_.Buffered();
    if (rest.empty()) break;
    std::size_t size = 0;
    while (size < rest.size() && !ends_plain_[static_cast<unsigned char>(rest[size])]) ++size;
    if (value != nullptr && !bytes_.Append(value->bytes, rest.substr(0, size), next_line_)) return false;
    const bool ended = size < rest.size();
    if (ended && rest[size] == '"') return Invalid("a quote stands inside a field that does not begin with one");
    bytes_.Skip(size);
    if (ended) break;
  }
  if (bytes_.failed()) return false;
  if (value != nullptr && value->bytes.empty()) value->kind = RawValue::Kind::kEmpty;
  return true;
}

bool CsvReader::ReadQuoted(RawValue* value) {
  const std::int64_t opened = next_line_;
  while (true) {
    const std::string_view rest = bytes_.Buffered();
    if (rest.empty()) {
      if (!bytes_.failed()) bytes_.Fail(kInvalid, opened, "a quoted field does not end");
      return false;
    }
    const std::size_t size = std::min(rest.find('"'), rest.size());
    const std::string_view piece = rest.substr(0, size);
    next_line_ += std::count(piece.begin(), piece.end(), '\n');
    if (value != nullptr && !bytes_.Append(value->bytes, piece, next_line_)) return false;
    const bool ended = size < rest.size();
    bytes_.Skip(ended ? size + 1 : size);
    if (!ended) continue;
    if (!bytes_.Take('"')) break;
    if (value != nullptr && !bytes_.Append(value->bytes, "\"", next_line_)) return false;
  }
  const int next = bytes_.Peek();
  if (next == ByteCursor::kEnd) return !bytes_.failed();
  if (next == separator_ || next == '\n' || next == '\r') return true;
  return Invalid("text follows the quote at the end of a field");
}

CsvReader::After CsvReader::ReadEnd() {
  if (bytes_.Take(separator_)) return After::kField;
  if (bytes_.Take('\n')) {
    ++next_line_;
    return After::kRecord;
  }
  if (bytes_.Take('\r')) {
    if (bytes_.Take('\n')) {
      ++next_line_;
      return After::kRecord;
    }
    if (!bytes_.failed()) Invalid("a carriage return stands alone");
    return After::kFailure;
  }
  return bytes_.failed() ? After::kFailure : After::kRecord;
}

}  // namespace querygate::files
