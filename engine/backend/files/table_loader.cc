#include "engine/backend/files/table_loader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/backend/files/input_failure.h"
#include "engine/backend/files/record_reader.h"
#include "engine/backend/files/stored_value.h"
#include "engine/backend/sqlite/image_builder.h"

namespace querygate::files {
namespace {

constexpr std::int64_t kRowsBetweenLooks = 256;  // at the clock
constexpr std::int64_t kRoomPerRow = 16;         // of a table, beyond the values

// `day=2026-01-02/part.csv` holds 2026-01-02 for the name `day`. Empty: no folder has that name; two are a
// contradiction, even where they agree.
struct FolderValue {
  int found = 0;
  std::string value;
};

FolderValue FindFolderValue(std::string_view below, const std::string& name) {
  FolderValue found;
  for (std::size_t slash = below.find('/'); slash != std::string_view::npos; slash = below.find('/')) {
    const std::string_view folder = below.substr(0, slash);
    below.remove_prefix(slash + 1);
    if (folder.size() <= name.size() || folder[name.size()] != '=' || !folder.starts_with(name)) continue;
    ++found.found;
    found.value = folder.substr(name.size() + 1);
  }
  return found;
}

std::vector<std::string> NamesOf(const FileTable& table) {
  std::vector<std::string> names;
  for (const FileColumn& column : table.columns) names.push_back(column.name);
  return names;
}

class FileLoader {
 public:
  FileLoader(sqlite::ImageBuilder& builder, const ListedFile& file, InputReader& input)
      : builder_(builder),
        file_(file),
        table_(*file.table),
        input_(input),
        raw_(table_.columns.size()),
        scratch_(table_.columns.size()),
        row_(table_.columns.size()) {}

  Expected<void, Failure> Load() {
    if (auto folders = ReadFolders(); !folders) return folders;
    const auto reader = MakeRecordReader(input_, table_);
    if (reader->Begin()) {
      while (reader->Next(raw_)) {
        if (auto stored = Store(reader->line()); !stored) return stored;
      }
    }
    // Whatever ended the records: the end of the file has to be proven before they count.
    while (!input_.failure() && !input_.Next().empty()) {
    }
    if (input_.failure()) return Unexpected(*input_.failure());
    return {};
  }

 private:
  Expected<void, Failure> ReadFolders() {
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      const FileColumn& column = table_.columns[i];
      if (!column.folder) continue;
      FolderValue value = FindFolderValue(file_.below, column.field);
      if (value.found != 1) {
        return Unexpected(InputFailure(kInvalid, file_.path, 0,
                                       (value.found == 0 ? "no folder is called " : "several folders are called ") +
                                           column.field + "=… for the column " + column.name));
      }
      raw_[i] = {RawValue::Kind::kField, false, std::move(value.value)};
    }
    return {};
  }

  Expected<void, Failure> Store(std::int64_t line) {
    InputMeter& meter = input_.meter();
    if (meter.rows == meter.limits.rows) {
      return Unexpected(InputFailure(kRowsLimit, file_.path, line, "is one row more than the source permits"));
    }
    if (++meter.rows % kRowsBetweenLooks == 0 && meter.time.Expired()) return Unexpected(Late());
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const std::string_view wrong = StoreValue(table_.columns[i], raw_[i], scratch_[i], row_[i]);
      if (!wrong.empty()) return Unexpected(Refuse(line, i, wrong));
    }
    auto stored = builder_.Add(row_);
    if (!stored) return Unexpected(std::move(stored).error());
    if (*stored == sqlite::ImageBuilder::Stored::kDuplicate) {
      return Unexpected(InputFailure(kInvalid, file_.path, line, "a row with the same key is there already"));
    }
    return {};
  }

  Failure Refuse(std::int64_t line, std::size_t column, std::string_view wrong) const {
    return InputFailure(kInvalid, file_.path, line, "column " + table_.columns[column].name + " " + std::string(wrong));
  }

  sqlite::ImageBuilder& builder_;
  const ListedFile& file_;
  const FileTable& table_;
  InputReader& input_;
  std::vector<RawValue> raw_;
  std::vector<std::string> scratch_;
  std::vector<ValueView> row_;
};

std::int64_t ExpectedSize(const std::vector<ListedFile>& listing) {
  std::int64_t bytes = 0;
  for (const ListedFile& file : listing) bytes += file.stamp.size + file.stamp.size / kRoomPerRow;
  return bytes;
}

}  // namespace

Expected<LoadedTables, Failure> LoadTables(const CompiledSource& source, const std::vector<ListedFile>& listing,
                                           std::int64_t memory, const CallTime& time,
                                           const FileHook& hook) {
  auto builder = sqlite::ImageBuilder::Begin(source.schema_sql, {ExpectedSize(listing), memory});
  if (!builder) return Unexpected(std::move(builder).error());
  InputMeter meter{source.inputs, time};
  LoadedTables loaded;
  const FileTable* table = nullptr;
  for (const ListedFile& file : listing) {
    if (file.table != table) {
      table = file.table;
      if (auto into = (*builder)->Into(table->name, NamesOf(*table)); !into) return Unexpected(into.error());
    }
    auto input = InputReader::Open(file, meter);
    if (!input) return Unexpected(std::move(input).error());
    if (hook) hook("opened");
    if (auto done = FileLoader(**builder, file, **input).Load(); !done) return Unexpected(done.error());
    loaded.inputs.push_back(
        {table->name, file.path, file.stamp.size, file.stamp.modified, (*input)->Sha256Hex()});
  }
  auto image = (*builder)->Finish();
  if (!image) return Unexpected(std::move(image).error());
  loaded.image = *std::move(image);
  return loaded;
}

}  // namespace querygate::files
