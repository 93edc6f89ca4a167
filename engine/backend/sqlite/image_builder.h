// Rows from elsewhere into a private database in memory, which then never changes again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/sqlite/handles.h"
#include "engine/backend/sqlite/loaded_image.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/base/value.h"

namespace querygate::sqlite {

struct ImageSize {
  std::int64_t expected = 0;  // bytes: memory that is taken at once, so that it need not grow
  std::int64_t most = 0;      // more is budget_exceeded
};

// Used by one thread. Nothing of the database is left when it goes before Finish.
class ImageBuilder {
 public:
  // An empty database of this DDL, which CompileSource or the author of a schema snapshot wrote.
  static Expected<std::unique_ptr<ImageBuilder>, Failure> Begin(const std::string& ddl, const ImageSize& size);
  ~ImageBuilder();
  ImageBuilder(const ImageBuilder&) = delete;
  ImageBuilder& operator=(const ImageBuilder&) = delete;

  // Rows go into this table from now on, with a value for each of these columns.
  Expected<void, Failure> Into(const std::string& table, const std::vector<std::string>& columns);

  enum class Stored { kYes, kDuplicate };  // kDuplicate: a row with that key is there already
  // The values are those of the columns, in their order; their bytes need to live until this returns.
  Expected<Stored, Failure> Add(std::span<const ValueView> row);

  // Once, and the builder is of no more use.
  Expected<std::shared_ptr<const LoadedImage>, Failure> Finish();

 private:
  explicit ImageBuilder(ConnectionHandle connection) : connection_(std::move(connection)) {}
  // The library frees none of the memory that it was given: whoever closes takes it.
  ImageBytes Close(std::size_t& size);
  Failure Explain(int code, const std::string& doing) const;

  ConnectionHandle connection_;
  StatementHandle insert_;  // goes before the connection
};

}  // namespace querygate::sqlite
