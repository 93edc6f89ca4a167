#include "engine/backend/sqlite/report_connection.h"

#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/drift.h"
#include "engine/backend/sqlite/hardening.h"

namespace querygate::sqlite {
namespace {

// Runs our own text in own-statements mode and hands each row to `take`.
template <typename Take>
Expected<void, Fault> ForEachOwnRow(Connection& connection, std::string_view doing, std::string_view sql, Take&& take) {
  const ActiveMode mode(connection.authorizer(), Authorizer::Mode::kOwnStatements);
  sqlite3_stmt* raw = nullptr;
  int code = sqlite3_prepare_v2(connection.handle(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
  const StatementHandle statement(raw);
  if (code == SQLITE_OK) {
    while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) take(statement.get());
  }
  if (code != SQLITE_DONE) return Unexpected(CurrentFault(connection.handle(), doing));
  return {};
}

}  // namespace

ReportConnection::ReportConnection(std::shared_ptr<const CompiledReport> report, DatabaseOrigin origin,
                                   std::unique_ptr<Connection> connection)
    : report_(std::move(report)), origin_(std::move(origin)), connection_(std::move(connection)) {}

Expected<std::unique_ptr<ReportConnection>, Failure> ReportConnection::Open(
    std::shared_ptr<const CompiledReport> report, DatabaseOrigin origin, const CallContext& context, StepHook hook) {
  auto connection = origin.image ? Connection::Open(origin.image->bytes(), context, std::move(hook))
                                 : Connection::Open(origin.file, context, std::move(hook));
  if (!connection) return Unexpected(std::move(connection).error());
  return std::unique_ptr<ReportConnection>(new ReportConnection(std::move(report), std::move(origin), *std::move(connection)));
}

Expected<ReportConnection::Begun, Failure> ReportConnection::Begin(const CallContext& context, SchemaImages& images) {
  if (auto started = StartTransaction(context); !started) return Unexpected(std::move(started).error());
  if (FileMoved()) return Begun::kMoved;
  if (!checked_) {
    if (auto gated = Gate(images); !gated) return Unexpected(std::move(gated).error());
  } else {
    auto moved = SchemaMoved();
    if (!moved) return Unexpected(std::move(moved).error());
    if (*moved) return Begun::kMoved;
  }
  sqlite3_limit(connection_->handle(), SQLITE_LIMIT_LENGTH, CallLength(context.budget.value_bytes));
  return Begun::kReady;
}

Expected<Inspection, Failure> ReportConnection::Inspect(const CallContext& context) {
  if (auto started = StartTransaction(context); !started) return Unexpected(std::move(started).error());
  const auto schema = ReadSchema(connection_->handle(), connection_->authorizer());
  if (!schema) return Unexpected(connection_->Explain(schema.error(), Phase::kOpening));
  auto gated = GateReport(*connection_, policy_, *schema, *report_, true);
  if (!gated) return Unexpected(connection_->Explain(gated.error(), Phase::kPreparing));
  Inspection inspection = ToInspection(*std::move(gated), connection_->scope());
  if (auto ended = End(); !ended) return Unexpected(connection_->Explain(ended.error(), Phase::kFinishing));
  return inspection;
}

Expected<void, Failure> ReportConnection::StartTransaction(const CallContext& context) {
  connection_->bounds().Start(context);
  connection_->clock().Freeze(context.now);
  if (!set_up_) {
    if (auto set_up = connection_->SetUp(*report_); !set_up) return set_up;
    policy_ = PolicyFor(*report_, connection_->scope());
    set_up_ = true;
  }
  sqlite3_limit(connection_->handle(), SQLITE_LIMIT_LENGTH, kPreparingLength);
  connection_->scope().Prepare();
  Expected<void, Fault> begun = connection_->RunOwn("begin", "BEGIN");
  // The first read takes the lock and thereby fixes the snapshot.
  if (begun) begun = ReadCookie();
  if (!begun) return Unexpected(connection_->Explain(begun.error(), Phase::kOpening));
  observed_at_ = ClockOf(context).WallNow();
  return {};
}

Expected<void, Fault> ReportConnection::ReadCookie() {
  if (const int code = Consult(connection_->hook(), "schema")) return Unexpected(InjectedFault(code, "schema"));
  return ForEachOwnRow(*connection_, "reading the schema's version", "PRAGMA main.schema_version",
                       [this](sqlite3_stmt* row) { cookie_ = sqlite3_column_int64(row, 0); });
}

Expected<std::string, Fault> ReportConnection::ReadCatalogue() {
  std::string catalogue;
  auto read = ForEachOwnRow(*connection_, "reading the schema",
                            "SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_master",
                            [&catalogue](sqlite3_stmt* row) {
                              for (int column = 0; column < 5; ++column) {
                                const void* bytes = sqlite3_column_blob(row, column);
                                const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
                                catalogue += std::to_string(size) + ":";
                                if (bytes != nullptr) catalogue.append(static_cast<const char*>(bytes), size);
                              }
                            });
  if (!read) return Unexpected(std::move(read).error());
  return catalogue;
}

std::uint32_t ReportConnection::DataVersion() const {
  std::uint32_t version = 0;
  sqlite3_file_control(connection_->handle(), "main", SQLITE_FCNTL_DATA_VERSION, &version);
  return version;
}

bool ReportConnection::FileMoved() const {
  if (origin_.image) return false;
  int moved = 1;
  sqlite3_file_control(connection_->handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0 || !StillNames(origin_.file.given, origin_.file.identity);
}

Expected<void, Failure> ReportConnection::Gate(SchemaImages& images) {
  const auto schema = ReadSchema(connection_->handle(), connection_->authorizer());
  if (!schema) return Unexpected(connection_->Explain(schema.error(), Phase::kOpening));
  auto catalogue = ReadCatalogue();
  if (!catalogue) return Unexpected(connection_->Explain(catalogue.error(), Phase::kOpening));
  auto gated = GateReport(*connection_, policy_, *schema, *report_, false);
  if (!gated) return Unexpected(connection_->Explain(gated.error(), Phase::kPreparing));
  if (!gated->clean()) {
    const bool drifted = HasDrifted(images, *schema, *report_);
    return Unexpected(Failure{.reason = drifted ? "schema_drift" : "query_unavailable",
                              .cause = connection_->scope().Redact(gated->Complaint())});
  }
  gated_ = *std::move(gated);
  checked_cookie_ = cookie_;
  checked_data_version_ = DataVersion();
  checked_catalogue_ = *std::move(catalogue);
  checked_ = true;
  return {};
}

// A file that was copied over in place can carry the same cookie above another schema, so a cookie alone is
// believed only while nobody has written at all.
Expected<bool, Failure> ReportConnection::SchemaMoved() {
  if (cookie_ != checked_cookie_) return true;
  const std::uint32_t data_version = DataVersion();
  if (data_version == checked_data_version_) return false;
  const auto catalogue = ReadCatalogue();
  if (!catalogue) return Unexpected(connection_->Explain(catalogue.error(), Phase::kOpening));
  checked_data_version_ = data_version;
  return *catalogue != checked_catalogue_;
}

const GatedStatement* ReportConnection::Statement(std::size_t query, std::size_t statement) const {
  if (query >= gated_.queries.size() || statement >= gated_.queries[query].size()) return nullptr;
  return &gated_.queries[query][statement];
}

Expected<void, Fault> ReportConnection::End() {
  connection_->bounds().Relax();
  connection_->scope().Clear();
  connection_->authorizer().Use(Authorizer::Mode::kDenyAll);
  auto ended = connection_->RunOwn("end", "COMMIT");
  // A statement that was forgotten would hold the lock and the snapshot beyond the commit.
  if (ended && (sqlite3_get_autocommit(connection_->handle()) == 0 ||
                sqlite3_txn_state(connection_->handle(), nullptr) != SQLITE_TXN_NONE)) {
    ended = Unexpected(Fault{.code = SQLITE_MISUSE, .message = "the transaction did not end"});
  }
  connection_->authorizer().ClearRecord();
  connection_->bounds().End();
  return ended;
}

Expected<void, Fault> ReportConnection::Close() {
  gated_.queries.clear();
  return connection_->Close();
}

}  // namespace querygate::sqlite
