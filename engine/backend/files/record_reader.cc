#include "engine/backend/files/record_reader.h"

#include "engine/backend/files/csv_reader.h"
#include "engine/backend/files/json_reader.h"

namespace querygate::files {

std::unique_ptr<RecordReader> MakeRecordReader(InputReader& input, const FileTable& table) {
  switch (table.format) {
    case FileFormat::kCsv:
    case FileFormat::kTsv:
      return std::make_unique<CsvReader>(input, table);
    case FileFormat::kJsonl:
    case FileFormat::kJson:
      break;
  }
  return std::make_unique<JsonReader>(input, table);
}

}  // namespace querygate::files
