#include "engine/backend/sqlite/sqlite_backend.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/inspect_image.h"
#include "engine/backend/sqlite/report_connection.h"
#include "engine/backend/sqlite/schema_image.h"
#include "engine/backend/sqlite/scratch_database.h"
#include "engine/backend/sqlite/scratch_folder.h"
#include "engine/backend/sqlite/schema_snapshot.h"
#include "engine/backend/sqlite/snapshot.h"
#include "engine/backend/sqlite/source_state.h"
#include "engine/backend/sqlite/statement_survey.h"
#include "engine/backend/sqlite/version.h"

namespace querygate::sqlite {
namespace {

// A file that is replaced faster than it can be opened is not waited for.
constexpr int kAttempts = 3;

Failure Expired() {
  return {.reason = "deadline_exceeded", .cause = "the deadline passed before the database was opened"};
}

class SqliteSource final : public AttachedSource {
 public:
  explicit SqliteSource(std::shared_ptr<SourceState> state) : state_(std::move(state)) {}

  Expected<std::unique_ptr<Snapshot>, Failure> Begin(const std::shared_ptr<const CompiledReport>& report,
                                                     const ScopeValues& scope, const CallContext& context) override {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (context.deadline.ExpiredAt(ClockOf(context).SteadyNow())) return Unexpected(Expired());
      // Only the first attempt reuses: what moved once has probably moved for the others, too.
      auto connection = attempt == 0 ? state_->pool.Take(*report) : nullptr;
      if (!connection) {
        auto opened = Open(report, context);
        if (!opened) return Unexpected(std::move(opened).error());
        connection = *std::move(opened);
      }
      Watchdog::Watch watch = Guard(*connection, context);
      const auto begun = connection->Begin(context, *state_->images);
      if (!begun) {
        watch.End();
        return Unexpected(begun.error());
      }
      if (*begun == ReportConnection::Begun::kReady) {
        return std::unique_ptr<Snapshot>(
            std::make_unique<SqliteSnapshot>(state_, std::move(connection), std::move(watch), scope, context));
      }
      watch.End();
    }
    return Unexpected(Failure{.reason = "query_unavailable", .cause = "database " + state_->path + ": keeps changing"});
  }

  Expected<Inspection, Failure> Inspect(const std::shared_ptr<const CompiledReport>& report,
                                        const CallContext& context) override {
    if (context.deadline.ExpiredAt(ClockOf(context).SteadyNow())) return Unexpected(Expired());
    auto opened = Open(report, context);
    if (!opened) return Unexpected(std::move(opened).error());
    Watchdog::Watch watch = Guard(**opened, context);
    auto inspection = (*opened)->Inspect(context);
    watch.End();
    const auto closed = (*opened)->Close();
    if (inspection && !closed) {
      return Unexpected(Failure{.reason = "query_failed", .cause = closed.error().message});
    }
    return inspection;
  }

 private:
  Expected<std::unique_ptr<ReportConnection>, Failure> Open(const std::shared_ptr<const CompiledReport>& report,
                                                            const CallContext& context) {
    if (state_->image) return ReportConnection::Open(report, {{}, state_->image}, context, state_->hook);
    auto file = LocateDatabase(state_->path);
    if (!file) return Unexpected(std::move(file).error());
    state_->pool.DropOthers(file->identity);
    return ReportConnection::Open(report, {*std::move(file), nullptr}, context, state_->hook);
  }

  // The call's clock need not be the one that threads wait by.
  Watchdog::Watch Guard(ReportConnection& connection, const CallContext& context) {
    if (!state_->watched) return {};
    if (context.deadline.at == Deadline{}.at) return {};
    const auto left = context.deadline.at - ClockOf(context).SteadyNow();
    return {state_->watchdog, connection.connection().handle(), std::chrono::steady_clock::now() + left};
  }

  std::shared_ptr<SourceState> state_;
};

// A source over a file of its own. The connections go before the file does.
class ScratchSource final : public AttachedSource {
 public:
  ScratchSource(std::unique_ptr<ScratchFolder> folder, std::shared_ptr<SourceState> state)
      : folder_(std::move(folder)), source_(std::move(state)) {}

  Expected<std::unique_ptr<Snapshot>, Failure> Begin(const std::shared_ptr<const CompiledReport>& report,
                                                     const ScopeValues& scope, const CallContext& context) override {
    return source_.Begin(report, scope, context);
  }
  Expected<Inspection, Failure> Inspect(const std::shared_ptr<const CompiledReport>& report,
                                        const CallContext& context) override {
    return source_.Inspect(report, context);
  }

 private:
  std::unique_ptr<ScratchFolder> folder_;
  SqliteSource source_;
};

class SqliteBackend final : public Backend {
 public:
  explicit SqliteBackend(SqliteOptions options) : options_(std::move(options)) {
    if (!options_.isolated) return;
    // Seeds the library's random numbers while its device can still be opened.
    unsigned char seeded = 0;
    sqlite3_randomness(sizeof seeded, &seeded);
  }

  Expected<Inspection, Failure> InspectSchema(const CompiledReport& report) const override {
    const auto image = images_->Get(report.source->schema_sql);
    if (!image) return Unexpected(image.error());
    return InspectImage(**image, report, options_.hook);
  }

  Expected<SchemaSurvey, Failure> SurveySchema(const std::string& schema_sql) const override {
    const auto image = images_->Get(schema_sql);
    if (!image) return Unexpected(image.error());
    SchemaSurvey survey = sqlite::SurveySchema((*image)->schema());
    survey.functions = LibraryFunctions();
    return survey;
  }

  Expected<StatementSurvey, Failure> SurveyStatement(const std::string& schema_sql,
                                                     const std::string& sql) const override {
    const auto image = images_->Get(schema_sql);
    if (!image) return Unexpected(image.error());
    return sqlite::SurveyStatement((*image)->schema(), sql);
  }

  Expected<std::string, Failure> SchemaOf(const std::string& path) const override {
    return sqlite::SchemaOf(path, options_.hook);
  }

  std::unique_ptr<AttachedSource> Attach(std::shared_ptr<const CompiledSource>, DataPlace place) const override {
    return std::make_unique<SqliteSource>(std::make_shared<SourceState>(std::move(place.path), options_.max_idle, images_,
                                                                        options_.hook, !options_.isolated));
  }

  std::vector<std::string> Folders(const CompiledSource&, const DataPlace& place) const override {
    std::error_code error;
    const auto folder = std::filesystem::weakly_canonical(std::filesystem::path(place.path).parent_path(), error);
    return {folder.empty() ? std::string(".") : folder.string()};
  }

  Expected<std::unique_ptr<AttachedSource>, ScratchFault> MakeScratch(std::shared_ptr<const CompiledSource> source,
                                                                      const ScratchData& data) const override {
    const auto image = images_->Get(source->schema_sql);
    if (!image) return Unexpected(ScratchFault{ScratchFault::Where::kSchema, 0, image.error().cause, {}});
    auto folder = ScratchFolder::Make();
    if (!folder) return Unexpected(ScratchFault{ScratchFault::Where::kSystem, 0, std::move(folder).error(), {}});
    const std::string path = (*folder)->File("scratch.sqlite");
    if (auto filled = FillScratch(**image, data, path); !filled) return Unexpected(std::move(filled).error());
    // One connection is enough to serve equal calls; many scratch databases may be open at a time.
    auto state = std::make_shared<SourceState>(path, std::size_t{1}, images_, options_.hook, !options_.isolated);
    return std::unique_ptr<AttachedSource>(std::make_unique<ScratchSource>(*std::move(folder), std::move(state)));
  }

  std::string Version() const override { return DescribeLibrary(); }

  void BoundMemory(std::int64_t bytes) const override {
    memory_.Bound(bytes, 0);
  }

  std::int64_t MemoryPeak() const override { return memory_.Peak(); }

 private:
  mutable LibraryMemory memory_;  // of a process that serves one call at a time
  const SqliteOptions options_;
  const std::shared_ptr<SchemaImages> images_ = std::make_shared<SchemaImages>();
};

}  // namespace

void LibraryMemory::Bound(std::int64_t bytes, std::int64_t beside) {
  before_ = std::max<std::int64_t>(0, sqlite3_memory_used() - beside);
  sqlite3_memory_highwater(1);
  sqlite3_hard_heap_limit64(before_ + bytes);
}

std::int64_t LibraryMemory::Peak() const {
  return std::max<std::int64_t>(0, sqlite3_memory_highwater(0) - before_);
}

std::unique_ptr<AttachedSource> AttachImage(std::shared_ptr<const LoadedImage> image, const SqliteOptions& options) {
  auto state = std::make_shared<SourceState>(std::string(), options.max_idle, std::make_shared<SchemaImages>(),
                                             options.hook, !options.isolated);
  state->image = std::move(image);
  return std::make_unique<SqliteSource>(std::move(state));
}

std::unique_ptr<Backend> MakeSqliteBackend(SqliteOptions options) {
  return std::make_unique<SqliteBackend>(std::move(options));
}

}  // namespace querygate::sqlite
