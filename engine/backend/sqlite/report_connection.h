// A connection that serves one compiled report for life: no other report's grants are ever active on it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/connection.h"
#include "engine/backend/sqlite/gated_report.h"
#include "engine/backend/sqlite/loaded_image.h"
#include "engine/backend/sqlite/schema_image.h"
#include "engine/base/expected.h"

namespace querygate::sqlite {

// Where a connection's database is: in a file, or in memory where there is an image.
struct DatabaseOrigin {
  DatabaseFile file;
  std::shared_ptr<const LoadedImage> image;
};

// Used by one thread at a time. Everything was checked against one schema; when that moves, the connection
// is of no more use.
class ReportConnection {
 public:
  static Expected<std::unique_ptr<ReportConnection>, Failure> Open(std::shared_ptr<const CompiledReport> report,
                                                                   DatabaseOrigin origin, const CallContext& context,
                                                                   StepHook hook);

  enum class Begun {
    kReady,  // in a read transaction, every gate passed
    kMoved,  // the path names another file, or the schema is not the one that was checked
  };
  // After anything but kReady the connection must be dropped. `images` tells a schema that drifted from a
  // declaration that was never right.
  Expected<Begun, Failure> Begin(const CallContext& context, SchemaImages& images);

  // A whole transaction that reports violations as facts. The connection must be dropped afterwards.
  Expected<Inspection, Failure> Inspect(const CallContext& context);

  // Ends the transaction and forgets the caller. A fault means that the connection must be dropped.
  Expected<void, Fault> End();

  // Says whether closing worked. Whatever is prepared is finalized first.
  Expected<void, Fault> Close();

  const CompiledReport& report() const { return *report_; }
  const FileIdentity& identity() const { return origin_.file.identity; }
  Connection& connection() { return *connection_; }
  const AccessPolicy& policy() const { return policy_; }
  // Null when there is no such statement.
  const GatedStatement* Statement(std::size_t query, std::size_t statement) const;
  // When the snapshot of the current transaction was fixed.
  const Instant& observed_at() const { return observed_at_; }

 private:
  ReportConnection(std::shared_ptr<const CompiledReport> report, DatabaseOrigin origin,
                   std::unique_ptr<Connection> connection);

  Expected<void, Failure> StartTransaction(const CallContext& context);
  Expected<void, Fault> ReadCookie();
  Expected<std::string, Fault> ReadCatalogue();
  std::uint32_t DataVersion() const;
  bool FileMoved() const;
  Expected<void, Failure> Gate(SchemaImages& images);
  Expected<bool, Failure> SchemaMoved();

  std::shared_ptr<const CompiledReport> report_;
  DatabaseOrigin origin_;  // goes after the connection, which may read from it
  std::unique_ptr<Connection> connection_;
  AccessPolicy policy_;
  GatedReport gated_;  // its statements go before the connection

  Instant observed_at_;
  bool set_up_ = false;
  bool checked_ = false;
  std::int64_t cookie_ = 0;  // as just read
  // What the statements were checked against.
  std::int64_t checked_cookie_ = 0;
  std::uint32_t checked_data_version_ = 0;
  std::string checked_catalogue_;
};

}  // namespace querygate::sqlite
