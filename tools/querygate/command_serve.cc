// `serve`: the reports for agents and programs, until the input ends or a signal says stop.
#include <algorithm>
#include <ostream>
#include <thread>

#include "engine/load/arguments.h"
#include "engine/load/serve_reader.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/serve_check.h"
#include "tools/server/fixed_authenticator.h"
#include "tools/server/folder_image.h"
#include "tools/server/front_door.h"
#include "tools/server/http/server.h"
#include "tools/server/mcp/stdio_session.h"
#include "tools/server/served_parts.h"
#include "tools/server/signal_queue.h"
#include "tools/server/stream_log.h"
#include "tools/server/upkeep.h"

namespace querygate::cli {

namespace {

constexpr std::size_t kDefaultToolLimit = 40;
constexpr std::size_t kMaxInFlight = 64;
constexpr std::chrono::milliseconds kDefaultWatch{2'000};
const ListenAddress kDefaultListen{"127.0.0.1", 8080};

std::size_t Count(const std::optional<Located<std::int64_t>>& written, std::size_t otherwise) {
  return written ? static_cast<std::size_t>(written->value) : otherwise;
}

std::chrono::milliseconds Time(const std::optional<Located<std::int64_t>>& written,
                               std::chrono::milliseconds otherwise) {
  return written ? std::chrono::milliseconds(written->value) : otherwise;
}

// The gateway bounds what runs and what waits for a turn. A call that waits holds a thread, so there are enough of them
// for the gateway to see the calls that it turns away.
std::size_t ThreadCount(const ServeDeclaration& serve) {
  const std::size_t enough = std::size_t{18} * std::thread::hardware_concurrency();
  return Count(serve.threads, std::clamp<std::size_t>(enough, 32, 512));
}

std::string HostOf(const ListenAddress& listen) {
  return listen.address.find(':') == std::string::npos ? listen.address : "[" + listen.address + "]";
}

// A report that its author has to mend, or a database that nobody has named, is told now rather than to callers.
std::optional<ExitStatus> RefuseUnready(Context& context, Gateway& gateway) {
  const Diagnostics diagnostics = gateway.Settle();
  if (HasErrors(diagnostics)) {
    return ReportUnusable(context, {"the deployment cannot be served", "querygate lint tells more", diagnostics});
  }
  if (auto missing = gateway.FindMissingSource()) return ReportUnusable(context, *missing);
  return std::nullopt;
}

server::http::ServerSettings MakeSettings(const Gateway& gateway, const ListenAddress& listen) {
  const ServeDeclaration& serve = gateway.Serving();
  server::http::ServerSettings settings;
  settings.listen = listen;
  settings.max_body = Count(serve.max_body, settings.max_body);
  settings.max_connections = Count(serve.max_connections, settings.max_connections);
  settings.request_timeout = Time(serve.request_timeout, settings.request_timeout);
  settings.response_timeout = Time(serve.response_timeout, settings.response_timeout);
  settings.idle_timeout = Time(serve.idle_timeout, settings.idle_timeout);
  settings.drain_timeout = Time(serve.drain_timeout, settings.drain_timeout);
  if (serve.tls) {
    settings.tls = {gateway.PathOf(serve.tls->certificate.value), gateway.PathOf(serve.tls->key.value)};
  }
  return settings;
}

server::FrontDoorSettings MakeDoor(const ServeDeclaration& serve, const ListenAddress& listen,
                                   const server::ServedParts& parts) {
  server::FrontDoorSettings door;
  door.keeping = &parts.keeping();
  if (serve.metrics) door.metrics = &parts.metrics();
  door.version = QUERYGATE_VERSION;
  door.tool_limit = Count(serve.tools, kDefaultToolLimit);
  door.addresses.https = serve.tls.has_value();
  door.addresses.hosts = server::LoopbackHosts();
  door.addresses.hosts.push_back(HostOf(listen));
  for (const Located<std::string>& host : serve.hosts) door.addresses.hosts.push_back(host.value);
  for (const Located<std::string>& origin : serve.origins) door.addresses.origins.push_back(origin.value);
  return door;
}

// Nobody could call anything, which is rarely what was meant.
void TellIfUnreachable(Context& context, const Gateway& gateway) {
  const auto reports = gateway.Reachable(server::ToHostIdentity(server::AnonymousIdentity()));
  if (!reports || !reports->empty()) return;
  context.streams.err
      << "note: callers are anonymous, and the Access document permits them nothing: `anonymous: ROLE` in "
         "policies/access.yaml says what they may call\n";
}

void TellIfFewerConnections(Context& context, std::size_t wanted, std::size_t possible) {
  if (possible >= wanted) return;
  context.streams.err << "warning: max_connections is " << possible << " and not " << wanted
                      << ": the hard limit of open files (ulimit -Hn) leaves no more\n";
}

Expected<std::unique_ptr<server::ServedParts>, ExitStatus> OpenParts(Context& context,
                                                                        const server::ServedGateway& gateway) {
  auto clock = context.environment.clock ? context.environment.clock : std::make_shared<const SystemClock>();
  auto parts = server::ServedParts::Open(gateway, QUERYGATE_VERSION, std::move(clock));
  if (!parts) return Unexpected(ReportUnusable(context, {std::move(parts).error(), {}, {}}));
  for (const std::string& warning : (*parts)->Warnings()) context.streams.err << "warning: " << warning << '\n';
  return *std::move(parts);
}

// What signals and changes of the folders begin, for as long as this lives.
struct Keeper {
  Keeper(server::ServedGateway& gateway, server::ServedParts& parts, std::string image, server::SignalQueue& signals,
         server::OperatorLog& log)
      : reloader(gateway, parts.metrics(), log),
        upkeep(SettingsOf(*gateway.Current(), parts, std::move(image)), signals, reloader, log) {}

  static server::UpkeepSettings SettingsOf(const Gateway& gateway, const server::ServedParts& parts,
                                           std::string image) {
    server::UpkeepSettings settings;
    settings.folders = gateway.Folders();
    settings.image = std::move(image);
    settings.audit = parts.audit_log();
    const auto& declared = gateway.Serving().watch;
    if (!declared) settings.watch = kDefaultWatch;
    if (declared && *declared) settings.watch = std::chrono::milliseconds(**declared);
    return settings;
  }

  server::Reloader reloader;
  server::Upkeep upkeep;
};

// What stays from the beginning of `serve` to its end.
struct Serving {
  server::ServedGateway& gateway;
  std::string image;  // of the folders, from before they were read
  server::SignalQueue& signals;
  const Clock& clock;
};

ExitStatus ServeHttp(Context& context, Serving& serving, const ListenAddress& listen) {
  const auto opened = serving.gateway.Current();
  const Gateway& gateway = *opened;
  const ServeDeclaration& serve = gateway.Serving();
  server::StreamLog log(context.streams.err, serving.clock);
  auto parts = OpenParts(context, serving.gateway);
  if (!parts) return parts.error();
  server::FrontDoor door(serving.gateway, (*parts)->authenticator(), log, MakeDoor(serve, listen, **parts));
  server::WorkerPool pool(ThreadCount(serve));
  const server::http::ServerSettings settings = MakeSettings(gateway, listen);
  auto http = server::http::Server::Open(settings, door, pool);
  if (!http) return ReportUnusable(context, {std::move(http).error(), {}, {}});
  TellIfFewerConnections(context, settings.max_connections, http->max_connections());
  context.streams.err << "listening on " << (serve.tls ? "https://" : "http://") << HostOf(listen) << ':'
                      << http->port() << ": MCP at /mcp, reports at /v1/reports, pages at /\n";
  if (!(*parts)->knows_callers()) TellIfUnreachable(context, gateway);
  context.streams.err.flush();
  const Keeper keeper(serving.gateway, **parts, std::move(serving.image), serving.signals, log);
  http->Run(true, [&door] { door.Drain(); });
  return ExitStatus::kOk;
}

ExitStatus ServeInput(Context& context, Serving& serving, HostIdentity identity) {
  const auto opened = serving.gateway.Current();
  const ServeDeclaration& serve = opened->Serving();
  server::StreamLog log(context.streams.err, serving.clock);
  const server::mcp::Service service(log, {QUERYGATE_VERSION, Count(serve.tools, kDefaultToolLimit)});
  auto parts = OpenParts(context, serving.gateway);
  if (!parts) return parts.error();
  const Keeper keeper(serving.gateway, **parts, std::move(serving.image), serving.signals, log);
  server::mcp::StdioSettings settings;
  settings.keeping = &(*parts)->keeping();
  settings.identity.claims_json = std::move(identity.claims_json);
  settings.identity.scope = std::move(identity.scope);
  settings.max_line = Count(serve.max_body, kMaxArgumentBytes);
  settings.max_in_flight = kMaxInFlight;
  server::WorkerPool pool(ThreadCount(serve));
  server::mcp::ServeStdio(service, serving.gateway, settings, serving.clock, pool, context.streams.in, context.streams.out);
  if (context.streams.out.good()) return ExitStatus::kOk;
  Problem problem;
  problem.status = ExitStatus::kNotCommitted;
  problem.reason = "output_failed";
  problem.message = "output_failed";
  problem.help.emplace_back("messages could not be written to the standard output: their reader does not have them");
  return Report(context, problem);
}

}  // namespace

std::vector<Option> ServeOptions() {
  std::vector<Option> options = ConfigOption();
  options.insert(options.end(),
                 {
                     {"source", "NAME=PATH", "where a source's database is", true},
                     {"stdio", {}, "MCP on standard input and output, for the one caller that starts this"},
                     {"http", "ADDR:PORT", "MCP, the HTTP API and pages; default: serve.listen, else 127.0.0.1:8080"},
                     {"as", "FILE", "--stdio: who asks, as a JSON object of claims"},
                     {"scope", "NAME=VALUE", "--stdio: a scope value; wins over the claims", true},
                     {"check", {}, "serve nothing: say whether all of it could be served, over the databases as they are"},
                     IsolationOption(Isolation::kProcess),
                 });
  return options;
}

ExitStatus RunServe(Context& context) {
  const Words& words = context.words;
  if (!words.operands.empty()) return ReportUsage(context, "serve takes no operands");
  const bool stdio = words.Has("stdio");
  if (stdio && words.Has("http")) return ReportUsage(context, "--stdio and --http are two ways to serve", "give one");
  if (!stdio && (words.Has("as") || words.Has("scope"))) {
    return ReportUsage(context, "--as and --scope go with --stdio",
                       "callers over HTTP are not all the one whom the host knows");
  }
  auto identity = ReadIdentity(words);
  if (!identity) return ReportUsage(context, identity.error().message, identity.error().help);
  std::optional<ListenAddress> listen;
  if (const auto written = words.Value("http")) {
    auto address = ParseListenAddress(*written);
    if (!address) {
      return ReportUsage(context, std::move(address).error(), "--http takes ADDRESS:PORT, for example 127.0.0.1:8080");
    }
    listen = *std::move(address);
  }
  server::SignalQueue signals(server::UpkeepSignals());  // before there are threads
  auto gateway = OpenGateway(context, Isolation::kProcess);
  if (!gateway) return gateway.error();
  std::string image = server::ImageOfFolders(gateway->Folders());
  if (const auto refused = RefuseUnready(context, *gateway)) return *refused;
  if (words.Has("check")) return CheckServing(context, *gateway);
  const SystemClock system;
  const Clock& clock = context.environment.clock ? *context.environment.clock : system;
  server::ServedGateway served(*std::move(gateway));
  Serving serving{served, std::move(image), signals, clock};
  if (stdio) return ServeInput(context, serving, *std::move(identity));
  if (const auto& declared = served.Current()->Serving().listen; !listen && declared) listen = declared->value;
  return ServeHttp(context, serving, listen.value_or(kDefaultListen));
}

}  // namespace querygate::cli
