#include "engine/backend/files/files_source.h"

#include <mutex>
#include <utility>

#include "engine/backend/files/input_failure.h"
#include "engine/backend/files/record_reader.h"
#include "engine/backend/sqlite/sqlite_backend.h"

namespace querygate::files {
namespace {

// Files that change faster than they can be read are not waited for.
constexpr int kAttempts = 3;

// Another change right after this one could carry the same time, by the ticks of the file system's clock.
bool IsYoung(const FileStamp& stamp, const Instant& now) {
  constexpr std::int64_t kTick = 50'000'000;
  constexpr std::int64_t kCoarseTick = 2'100'000'000;  // of file systems that count whole seconds
  const std::int64_t tick = stamp.changed.nanoseconds == 0 ? kCoarseTick : kTick;
  return NanosecondsBetween(stamp.changed, now) < tick;
}

// A snapshot of the database in memory, which it keeps.
class FilesSnapshot final : public Snapshot {
 public:
  FilesSnapshot(std::shared_ptr<const LoadedInputs> loaded, std::unique_ptr<Snapshot> snapshot)
      : loaded_(std::move(loaded)), snapshot_(std::move(snapshot)) {}

  Expected<std::unique_ptr<Cursor>, Failure> Execute(std::size_t query, std::size_t statement,
                                                     std::span<const Value> values) override {
    return snapshot_->Execute(query, statement, values);
  }
  Instant observed_at() const override { return snapshot_->observed_at(); }
  Spending spending() const override { return snapshot_->spending(); }
  std::vector<InputFile> inputs() const override { return loaded_->tables.inputs; }
  Expected<void, Failure> Finish() override { return snapshot_->Finish(); }

 private:
  std::shared_ptr<const LoadedInputs> loaded_;
  std::unique_ptr<Snapshot> snapshot_;  // goes first
};

class FilesSource final : public AttachedSource {
 public:
  FilesSource(std::shared_ptr<const CompiledSource> source, DataPlace place, std::shared_ptr<ImageCache> cache,
              const Backend& engine, FilesSourceOptions options)
      : source_(std::move(source)),
        place_(std::move(place)),
        cache_(std::move(cache)),
        engine_(engine),
        options_(std::move(options)) {}

  Expected<std::unique_ptr<Snapshot>, Failure> Begin(const std::shared_ptr<const CompiledReport>& report,
                                                     const ScopeValues& scope, const CallContext& context) override {
    auto loaded = Load(*report, context);
    if (!loaded) return Unexpected(std::move(loaded).error());
    auto snapshot = (*loaded)->database->Begin(report, scope, context);
    if (!snapshot) return snapshot;
    return std::unique_ptr<Snapshot>(std::make_unique<FilesSnapshot>(*std::move(loaded), *std::move(snapshot)));
  }

  // The plan is that of an empty database: the library has no statistics of a full one either.
  Expected<Inspection, Failure> Inspect(const std::shared_ptr<const CompiledReport>& report,
                                        const CallContext& context) override {
    const CallTime time(context);
    const auto listing = ListFiles(*source_, place_, TablesOf(*report), time);
    if (!listing) return Unexpected(listing.error());
    Inspection files;
    InputMeter meter{source_->inputs, time};
    for (const ListedFile& file : *listing) {
      auto fields = ReadFields(file, meter);
      if (!fields) return Unexpected(std::move(fields).error());
      files.fields.push_back({files.inputs.size(), *std::move(fields)});
      files.inputs.push_back({file.table->name, file.path, file.stamp.size, file.stamp.modified, {}});
    }
    auto inspection = engine_.InspectSchema(*report);
    if (!inspection) return inspection;
    inspection->inputs = std::move(files.inputs);
    inspection->fields = std::move(files.fields);
    return inspection;
  }

 private:
  // The tables that the report lists, in the source's order: no others are read.
  std::vector<const FileTable*> TablesOf(const CompiledReport& report) const {
    std::vector<const FileTable*> tables;
    for (const FileTable& table : source_->tables) {
      if (report.allowlist.FindTable(table.name) != nullptr) tables.push_back(&table);
    }
    return tables;
  }

  Expected<std::shared_ptr<const LoadedInputs>, Failure> Load(const CompiledReport& report,
                                                              const CallContext& context) {
    const CallTime time(context);
    const auto tables = TablesOf(report);
    Failure last{std::string(kChanged), "the input files keep changing"};
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (time.Expired()) return Unexpected(Late());
      auto listing = ListFiles(*source_, place_, tables, time);
      if (!listing) {
        if (listing.error().reason != kChanged) return Unexpected(std::move(listing).error());
        last = std::move(listing).error();
        continue;
      }
      const InputKey key{source_, *std::move(listing)};
      if (auto kept = cache_->Find(key)) return kept;
      auto loaded = LoadOnce(key, tables, context, time);
      if (loaded || loaded.error().reason != kChanged) return loaded;
      last = std::move(loaded).error();
    }
    return Unexpected(std::move(last));
  }

  // One call loads, the others wait for what it finds.
  Expected<std::shared_ptr<const LoadedInputs>, Failure> LoadOnce(const InputKey& key,
                                                                  const std::vector<const FileTable*>& tables,
                                                                  const CallContext& context, const CallTime& time) {
    const std::unique_lock turn(loading_, time.Left());
    if (!turn) return Unexpected(Late());
    if (auto kept = cache_->Find(key)) return kept;
    cache_->MakeRoom();
    Step("listed");
    auto loaded = LoadTables(*source_, key.listing, context.budget.memory, time, options_.hook);
    if (!loaded) return Unexpected(std::move(loaded).error());
    Step("read");
    // All of them were in these states at one moment: between the first look and this one.
    const auto again = ListFiles(*source_, place_, tables, time);
    if (!again) return Unexpected(again.error());
    if (*again != key.listing) {
      return Unexpected(Failure{std::string(kChanged), "the input files changed while they were read"});
    }
    auto inputs = std::make_shared<LoadedInputs>();
    inputs->database = sqlite::AttachImage(
        loaded->image, {.max_idle = options_.isolated ? std::size_t{4} : std::size_t{16}, .isolated = options_.isolated});
    inputs->tables = *std::move(loaded);
    const Instant now = time.WallNow();
    bool young = false;
    for (const ListedFile& file : key.listing) young = young || IsYoung(file.stamp, now);
    if (!young) cache_->Keep(key, inputs);
    return std::shared_ptr<const LoadedInputs>(std::move(inputs));
  }

  // Also proves that the file's beginning is what the source declares.
  static Expected<std::vector<std::string>, Failure> ReadFields(const ListedFile& file, InputMeter& meter) {
    auto input = InputReader::Open(file, meter);
    if (!input) return Unexpected(std::move(input).error());
    const auto reader = MakeRecordReader(**input, *file.table);
    std::vector<std::string> fields;
    if (reader->Begin()) fields = reader->Fields();
    if (const auto& failure = (*input)->failure()) return Unexpected(*failure);
    return fields;
  }

  void Step(std::string_view step) const {
    if (options_.hook) options_.hook(step);
  }

  const std::shared_ptr<const CompiledSource> source_;
  const DataPlace place_;
  const std::shared_ptr<ImageCache> cache_;
  const Backend& engine_;  // outlives every source
  const FilesSourceOptions options_;
  std::timed_mutex loading_;
};

}  // namespace

std::unique_ptr<AttachedSource> MakeFilesSource(std::shared_ptr<const CompiledSource> source, DataPlace place,
                                                std::shared_ptr<ImageCache> cache, const Backend& engine,
                                                FilesSourceOptions options) {
  return std::make_unique<FilesSource>(std::move(source), std::move(place), std::move(cache), engine,
                                       std::move(options));
}

}  // namespace querygate::files
