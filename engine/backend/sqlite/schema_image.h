// Empty databases made from a source's schema snapshot: what `lint` checks against, and what tells whether a
// live schema has drifted.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "engine/backend/sqlite/schema.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"

namespace querygate::sqlite {

// Immutable once made.
class SchemaImage {
 public:
  // Runs the DDL in memory, permitting tables, indexes, views and triggers and nothing else. The failure's
  // cause is for the author: it names the line.
  static Expected<std::shared_ptr<const SchemaImage>, Failure> Make(std::string_view ddl);

  std::span<const unsigned char> bytes() const;
  const Schema& schema() const { return schema_; }

 private:
  struct Release {
    void operator()(unsigned char* bytes) const noexcept;
  };
  SchemaImage() = default;

  std::unique_ptr<unsigned char, Release> bytes_;
  std::size_t size_ = 0;
  Schema schema_;
};

// The images made so far, by their DDL. Thread-safe.
class SchemaImages {
 public:
  Expected<std::shared_ptr<const SchemaImage>, Failure> Get(const std::string& ddl);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const SchemaImage>> images_;
};

}  // namespace querygate::sqlite
