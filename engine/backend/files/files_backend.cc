#include "engine/backend/files/files_backend.h"

#include <limits>
#include <utility>

#include "engine/backend/files/gunzip.h"
#include "engine/backend/sqlite/sqlite_backend.h"

namespace querygate::files {
namespace {

CacheBounds BoundsOf(const FilesOptions& options) {
  if (!options.isolated) return options.cache;
  // The memory of the call bounds it from outside: an older image would take what the next one needs.
  return {.bytes = std::numeric_limits<std::int64_t>::max(), .images = 1};
}

class FilesBackend final : public Backend {
 public:
  explicit FilesBackend(FilesOptions options)
      : options_(std::move(options)),
        cache_(std::make_shared<ImageCache>(BoundsOf(options_))),
        engine_(sqlite::MakeSqliteBackend({.max_idle = 4, .isolated = options_.isolated})) {}

  // Schemas and tests need no files: the tables that the source declares are a schema like any other.
  Expected<Inspection, Failure> InspectSchema(const CompiledReport& report) const override {
    return engine_->InspectSchema(report);
  }
  Expected<SchemaSurvey, Failure> SurveySchema(const std::string& schema_sql) const override {
    return engine_->SurveySchema(schema_sql);
  }
  Expected<StatementSurvey, Failure> SurveyStatement(const std::string& schema_sql,
                                                     const std::string& sql) const override {
    return engine_->SurveyStatement(schema_sql, sql);
  }
  Expected<std::unique_ptr<AttachedSource>, ScratchFault> MakeScratch(std::shared_ptr<const CompiledSource> source,
                                                                      const ScratchData& data) const override {
    return engine_->MakeScratch(std::move(source), data);
  }

  Expected<std::string, Failure> SchemaOf(const std::string&) const override {
    return Unexpected(Failure{"query_unavailable", "files have no schema of their own: declare `tables`"});
  }

  std::unique_ptr<AttachedSource> Attach(std::shared_ptr<const CompiledSource> source,
                                         DataPlace place) const override {
    return MakeFilesSource(std::move(source), std::move(place), cache_, *engine_,
                           {.isolated = options_.isolated, .hook = options_.hook});
  }
  std::vector<std::string> Folders(const CompiledSource& source, const DataPlace& place) const override {
    return FoldersOf(source, place);
  }

  std::string Version() const override { return Gunzip::Version(); }

  void BoundMemory(std::int64_t bytes) const override { memory_.Bound(bytes, cache_->held_bytes()); }
  std::int64_t MemoryPeak() const override { return memory_.Peak(); }

 private:
  const FilesOptions options_;
  const std::shared_ptr<ImageCache> cache_;
  const std::unique_ptr<Backend> engine_;
  mutable sqlite::LibraryMemory memory_;  // of a process that serves one call at a time
};

}  // namespace

std::unique_ptr<Backend> MakeFilesBackend(FilesOptions options) {
  return std::make_unique<FilesBackend>(std::move(options));
}

}  // namespace querygate::files
