// The facade that front ends use: one deployment, its catalogue, its sources.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/argument.h"
#include "engine/base/deadline.h"
#include "engine/base/diagnostic.h"
#include "engine/base/expected.h"
#include "engine/base/findings_report.h"
#include "engine/declaration/gateway.h"
#include "engine/declaration/serve.h"
#include "engine/isolation/pool_statistics.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/compiled_report.h"
#include "engine/review/diff/side.h"
#include "engine/review/draft/draft.h"
#include "engine/review/trial/mutate.h"
#include "engine/review/trial/trial.h"
#include "engine/run/answer.h"
#include "engine/run/verdict.h"

namespace querygate {

// How a front end wants calls to be executed where the deployment does not say. Trusted.
struct ExecutionOptions {
  Isolation isolation = Isolation::kThread;
  std::optional<Isolation> forced;  // --isolation; wins over the deployment
  // An executable that calls isolation::RunWorkerIfAsked; without one there are no worker processes, and a deployment
  // that asks for them is unusable.
  std::string worker_program;
  std::vector<std::string> worker_environment;  // NAME=VALUE; empty in production
  bool keep_worker_errors = false;              // tests: a worker's standard error is the program's
  bool bound_address_space = true;              // off for builds with sanitizers, which reserve more than there is
};

// How a deployment is found. Trusted: it comes from whoever started the program.
struct GatewayOptions {
  // A folder that holds the whole deployment and may not be trusted: `config` is looked for below it, and what it
  // names must lie below it as well. Empty: the working directory, and the configuration may name any place.
  std::string directory;
  std::optional<std::string> config;           // --config; absent: querygate.yaml here, if there is one
  // --source NAME=PATH; wins over the configuration. NAME.TABLE=PATH: the files of one table.
  std::map<std::string, std::string> sources;
  // Reads a variable of the environment for `${NAME}` in paths.
  std::function<std::optional<std::string>(const std::string&)> environment;
  std::shared_ptr<const Clock> clock;  // absent: the system's
  ExecutionOptions execution;
};

// What the host narrows for one call.
struct HostLimits {
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::int64_t> max_rows;   // source rows a query may read
  std::optional<std::int64_t> max_bytes;  // result bytes
  std::optional<std::int64_t> max_memory;
};

// The host's word about who is asking: not authentication. A server's word is what it has verified.
struct HostIdentity {
  std::optional<std::string> claims_json;  // --as FILE
  Arguments scope;                         // --scope NAME=VALUE; wins over claims
  bool anonymous = false;                  // over a server, nobody said who: the Access document's `anonymous`
};

struct CallRequest {
  std::string report;
  Arguments arguments;
  HostIdentity identity;
  HostLimits limits;
  Presentation presentation;
  std::string caller;      // whose share of the gateway the call takes; empty: the host's own, without a share
  std::stop_token cancel;  // whoever asked has gone: the call ends at once
  // From the command line: drafts may run, and a report out of reach is told as not_permitted.
  bool local = true;
  std::chrono::steady_clock::time_point accepted;  // the deadline counts from here
};

// The declaration or the deployment cannot be used: exit 2, diagnostics for people.
struct Unusable {
  std::string message;  // one line; empty when the diagnostics say it all
  std::string help;
  Diagnostics diagnostics;
};

struct UnknownReport {
  std::string report;
  std::optional<std::string> suggestion;
};

using CallError = std::variant<Unusable, UnknownReport>;

struct CatalogueEntry {
  std::string id, title, description, owner, source;
  std::int64_t version = 0;
  ReportStatus status = ReportStatus::kActive;
  bool usable = true;  // false: the declaration has errors
};

struct TestRequest {
  std::vector<std::string> paths;  // tests, reports, folders or ids; empty: everything
  std::string filter;              // part of a case's name or of its report's id
  bool coverage = false;           // say what the cases reach
  std::function<void(std::size_t done, std::size_t total)> progress;  // after each step; may be empty
};

struct TestSummary {
  std::vector<trial::TrialResult> trials;  // those with a case that was selected
  Diagnostics diagnostics;                 // tests and reports that could not be used; sorted
};

struct MutationSummary {
  std::vector<trial::MutationResult> reports;  // those with tests, in the order of their tests
  Diagnostics diagnostics;                     // sorted
};

struct CheckResult {
  std::shared_ptr<const CompiledReport> report;
  std::vector<BoundParameter> bound;
  std::vector<std::size_t> statements;  // the variant chosen for each query
  Inspection inspection;                // of the live source
  Budget budget;                        // after the host's narrowing
};

// What is to be drafted. Trusted, like GatewayOptions.
struct DraftOrder {
  std::string source;
  std::optional<std::string> database;  // the source's database, when the deployment does not name it
  std::string sql_file;
  std::optional<std::string> name;    // of the report; absent: the source and the file's name
  std::optional<std::string> output;  // where the declaration goes; absent: where its name says
  bool write_source = false;          // draft a policy for a source that has none
  Arguments example;                  // values for the parameters
  Arguments scope;
  std::vector<std::string> choices;  // parameters whose stored values become an enum
};

struct DraftReply {
  std::string id;
  draft::Draft draft;  // nothing is written: the front end does that
};

// A report that cannot be called over one of its databases as it is.
struct UnfitReport {
  std::string report;
  std::string database;  // empty: it has no place, or several files
  Failure failure;       // what a caller is told, and the cause for the operator
};

// How busy the gateway is, for whoever operates it.
struct GatewayLoad {
  std::size_t running = 0, waiting = 0;       // calls
  std::optional<isolation::PoolStatistics> workers;  // without: calls run in threads
};

class Gateway {
 public:
  static Expected<Gateway, Unusable> Open(GatewayOptions options);
  Gateway(Gateway&&) noexcept;
  Gateway& operator=(Gateway&&) noexcept;
  ~Gateway();

  // Reads and compiles everything now; everything that was found is returned. From then on declarations and policies
  // are answered from memory, whatever becomes of their files. Call it before the gateway is shared.
  Diagnostics Settle();

  // The same deployment with the declarations and policies that its folders hold now, settled: all of them, or the
  // error says why not. The configuration is not read again. Both gateways share turns and workers.
  Expected<Gateway, Unusable> Reload() const;

  // Tries every report that can be served over all of its databases, as far as a call goes before it reads a row.
  std::vector<UnfitReport> FindUnfit(const std::stop_token& stop) const;

  std::vector<CatalogueEntry> List(Diagnostics& diagnostics) const;

  // Who may call what. Null when the Access document has errors, which are added.
  std::shared_ptr<const AccessRules> Access(Diagnostics& diagnostics) const;

  // Compiles one report with its policies; touches no source.
  Expected<std::shared_ptr<const CompiledReport>, CallError> Describe(const std::string& report) const;

  // Files or folders; empty: everything, policies included. The levels are the deployment's, `fail_level` is the
  // default. The error is for people (nothing matched).
  Expected<FindingsReport, Unusable> Lint(const std::vector<std::string>& paths) const;

  // Declared tests, each case in a database of its own; no source of the deployment is opened. The error is for
  // people (nothing matched).
  Expected<TestSummary, Unusable> Test(const TestRequest& request) const;

  // Breaks each report on purpose and runs its tests against every wrong version; `filter` picks mutants by id.
  Expected<MutationSummary, Unusable> Mutate(const TestRequest& request) const;

  // The reports that a served call of this identity can reach, by id: retired ones too, for whoever knew them is told
  // so; no drafts, and none that cannot be used.
  Expected<std::vector<std::shared_ptr<const CompiledReport>>, Unusable> Reachable(const HostIdentity& identity) const;

  // One of these, a draft being none: what a served caller cannot reach is UnknownReport, like what does not exist.
  Expected<std::shared_ptr<const CompiledReport>, CallError> FindReachable(const HostIdentity& identity,
                                                                           const std::string& report) const;

  // The names of all reports, sorted; reads nothing of them.
  std::vector<std::string> ReportIds() const;

  // A source of a report that can be served and that has no database: it is not configured, or a variable is unset.
  std::optional<Unusable> FindMissingSource() const;

  // The `serve` key of the deployment's configuration.
  const ServeDeclaration& Serving() const;
  // The file that configures this deployment; null without one.
  const GatewayDeclaration* Declaration() const;
  // The folders that hold what Reload reads.
  std::vector<std::string> Folders() const;
  // Where a file lies that the configuration names.
  std::string PathOf(const std::string& file) const;

  // What the files offer that a call of the report would read now, for the host: its word about the caller's scope
  // says which files. A report over a database has none.
  Expected<std::variant<Inspection, Rejection, Failure>, CallError> Inputs(const std::string& report,
                                                                           const HostIdentity& identity) const;

  // The facts that lint works on, for `explain REPORT`.
  Expected<std::pair<std::shared_ptr<const CompiledReport>, Inspection>, CallError> Inspect(
      const std::string& report) const;

  // Who may call it, for `explain REPORT`.
  Expected<Audience, CallError> FindAudience(const std::string& report) const;

  // Whether a call would be permitted and bound, and which clauses decide. Opens no source.
  Expected<CallVerdict, CallError> Judge(const CallRequest& request) const;

  // Reads the SQL file and, where it is asked to, rows of the database; writes nothing. What is wrong with the SQL is
  // told in the draft.
  Expected<DraftReply, Unusable> Draft(const DraftOrder& order) const;

  // Every report compiled with its facts, every source, and who may call: one side of a comparison. Touches no
  // source. An error of any declaration is an error of the whole.
  Expected<review::PolicySide, Unusable> Policies() const;

  // Thread-safe: compiled reports and connections are cached. Over a server a report that the caller cannot reach is
  // answered as one that does not exist.
  Expected<Answer, CallError> Run(const CallRequest& request) const;

  GatewayLoad Load() const;

  // Binds, prepares and plans; runs nothing. 
  Expected<std::variant<CheckResult, Rejection, Failure>, CallError> Check(const CallRequest& request) const;

 private:
  struct Shared;
  struct State;
  explicit Gateway(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace querygate
