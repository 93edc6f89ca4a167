#include "engine/backend/sqlite/image_builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/bind_value.h"
#include "engine/backend/sqlite/schema_image.h"

namespace querygate::sqlite {
namespace {

constexpr std::int64_t kLeastRoom = 64 * 1024;

// Half a database is thrown away, so nothing needs a journal or has to reach a disk.
constexpr const char* kSettings =
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-2000; PRAGMA temp_store=MEMORY; BEGIN";

std::string QuotedName(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void ReleaseImage::operator()(unsigned char* bytes) const noexcept { sqlite3_free(bytes); }

Expected<std::unique_ptr<ImageBuilder>, Failure> ImageBuilder::Begin(const std::string& ddl, const ImageSize& size) {
  const auto schema = SchemaImage::Make(ddl);
  if (!schema) return Unexpected(schema.error());
  const auto empty = (*schema)->bytes();
  const auto used = static_cast<std::int64_t>(empty.size());
  const std::int64_t room = std::max(used, std::min(std::max(size.expected, kLeastRoom), size.most));

  sqlite3* raw = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int opened = sqlite3_open_v2(":memory:", &raw, kFlags, nullptr);
  std::unique_ptr<ImageBuilder> builder(new ImageBuilder(ConnectionHandle(raw)));
  if (opened != SQLITE_OK) return Unexpected(builder->Explain(opened, "opening memory"));

  ImageBytes bytes(static_cast<unsigned char*>(sqlite3_malloc64(static_cast<sqlite3_uint64>(room))));
  if (!bytes) return Unexpected(builder->Explain(SQLITE_NOMEM, "taking memory"));
  std::memcpy(bytes.get(), empty.data(), empty.size());
  // Without FREEONCLOSE the memory stays ours, although the library may move it while it grows.
  int code = sqlite3_deserialize(raw, "main", bytes.release(), used, room, SQLITE_DESERIALIZE_RESIZEABLE);
  if (code != SQLITE_OK) return Unexpected(builder->Explain(code, "opening memory"));
  sqlite3_int64 most = std::max(size.most, used);
  sqlite3_file_control(raw, "main", SQLITE_FCNTL_SIZE_LIMIT, &most);

  sqlite3_limit(raw, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  code = sqlite3_exec(raw, kSettings, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Unexpected(builder->Explain(code, "preparing memory"));
  return builder;
}

ImageBuilder::~ImageBuilder() {
  std::size_t size = 0;
  static_cast<void>(Close(size));
}

Expected<void, Failure> ImageBuilder::Into(const std::string& table, const std::vector<std::string>& columns) {
  std::string names;
  std::string slots;
  for (const std::string& column : columns) {
    names += (names.empty() ? "" : ", ") + QuotedName(column);
    slots += slots.empty() ? "?" : ", ?";
  }
  const std::string sql = "INSERT INTO " + QuotedName(table) + " (" + names + ") VALUES (" + slots + ")";
  sqlite3_stmt* raw = nullptr;
  const int code =
      sqlite3_prepare_v2(connection_.get(), sql.c_str(), static_cast<int>(sql.size()), &raw, nullptr);
  insert_.reset(raw);
  if (code != SQLITE_OK) return Unexpected(Explain(code, "preparing to store rows of " + table));
  return {};
}

Expected<ImageBuilder::Stored, Failure> ImageBuilder::Add(std::span<const ValueView> row) {
  int slot = 0;
  for (const ValueView& value : row) {
    const int code = BindBorrowed(insert_.get(), ++slot, value);
    if (code != SQLITE_OK) return Unexpected(Explain(code, "storing a row"));
  }
  const int stepped = sqlite3_step(insert_.get());
  // Also forgets that bytes were lent.
  const int code = sqlite3_reset(insert_.get());
  if (stepped == SQLITE_DONE) return Stored::kYes;
  if ((code & 0xFF) == SQLITE_CONSTRAINT) return Stored::kDuplicate;
  return Unexpected(Explain(code, "storing a row"));
}

Expected<std::shared_ptr<const LoadedImage>, Failure> ImageBuilder::Finish() {
  insert_.reset();
  const int code = sqlite3_exec(connection_.get(), "COMMIT", nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Unexpected(Explain(code, "storing the last rows"));
  std::size_t size = 0;
  ImageBytes bytes = Close(size);
  if (!bytes || size == 0) return Unexpected(Explain(SQLITE_NOMEM, "finishing"));
  // What was taken in advance and not needed goes back.
  if (auto* exact = static_cast<unsigned char*>(sqlite3_realloc64(bytes.get(), size))) {
    static_cast<void>(bytes.release());
    bytes.reset(exact);
  }
  return std::make_shared<const LoadedImage>(std::move(bytes), size);
}

ImageBytes ImageBuilder::Close(std::size_t& size) {
  insert_.reset();
  if (!connection_) return nullptr;
  sqlite3_int64 length = 0;
  ImageBytes bytes(sqlite3_serialize(connection_.get(), "main", &length, SQLITE_SERIALIZE_NOCOPY));
  size = static_cast<std::size_t>(std::max<sqlite3_int64>(0, length));
  connection_.reset();
  return bytes;
}

Failure ImageBuilder::Explain(int code, const std::string& doing) const {
  const int kind = code & 0xFF;
  if (kind == SQLITE_FULL || kind == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM) {
    return {"budget_exceeded", doing + ": the input files need more memory than a call may take"};
  }
  return {"query_failed", doing + ": " + (connection_ ? sqlite3_errmsg(connection_.get()) : sqlite3_errstr(code))};
}

}  // namespace querygate::sqlite
