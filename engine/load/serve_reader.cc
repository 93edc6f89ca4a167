#include "engine/load/serve_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/load/arguments.h"
#include "engine/load/quantities.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

constexpr std::string_view kListenHelp = "write ADDRESS:PORT, for example 127.0.0.1:8080 or [::1]:8080";
constexpr std::int64_t kMaxConnections = 100'000;
constexpr std::int64_t kMaxThreads = 512;
constexpr std::int64_t kMaxTools = 1000;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsHostCharacter(char c) { return (c >= 'a' && c <= 'z') || IsDigit(c) || c == '-' || c == '.'; }

bool IsIpv4(std::string_view text) {
  int parts = 0;
  while (true) {
    const std::size_t dot = text.find('.');
    const std::string_view part = text.substr(0, dot);
    const auto number = ParseWholeNumber(part);
    if (!number || *number < 0 || *number > 255) return false;
    ++parts;
    if (dot == std::string_view::npos) return parts == 4;
    text.remove_prefix(dot + 1);
  }
}

// Close enough to tell a mistake of writing; the system judges the rest when it listens.
bool IsIpv6(std::string_view text) {
  return text.find(':') != std::string_view::npos && std::all_of(text.begin(), text.end(), [](char c) {
           return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
         });
}

bool IsHost(std::string_view text) {
  return !text.empty() && text.size() <= 253 && text.front() != '.' && text.front() != '-' &&
         (std::all_of(text.begin(), text.end(), IsHostCharacter) ||
          (text.front() == '[' && text.back() == ']' && IsIpv6(text.substr(1, text.size() - 2))));
}

bool IsPort(std::string_view text) {
  const auto port = ParseWholeNumber(text);
  return port && *port >= 1 && *port <= 65535;
}

// `http[s]://host[:port]`, as browsers write it: no path, no final slash, no default port.
bool IsOrigin(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!text.starts_with(scheme)) continue;
    std::string_view host = text.substr(scheme.size());
    const std::size_t bracket = host.rfind(']');
    const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos) {
      if (!IsPort(host.substr(colon + 1))) return false;
      host = host.substr(0, colon);
    }
    return IsHost(host);
  }
  return false;
}

void ReadListen(DocumentReader& reader, const YamlNode& value, std::string_view what, ServeDeclaration& serve) {
  Located<std::string> text;
  if (!reader.Text(value, what, text)) return;
  auto address = ParseListenAddress(text.value);
  if (!address)
    return reader.Report("invalid-value", text.position, std::move(address).error(), std::string(kListenHelp));
  serve.listen = Located<ListenAddress>{*std::move(address), text.position};
}

template <bool (*kIs)(std::string_view)>
void ReadEach(DocumentReader& reader, const YamlNode& value, std::string_view what, const char* noun, const char* help,
              std::vector<Located<std::string>>& out) {
  std::vector<Located<std::string>> texts;
  if (!reader.Texts(value, what, texts)) return;
  for (Located<std::string>& text : texts) {
    if (kIs(text.value)) {
      out.push_back(std::move(text));
    } else {
      reader.Report("invalid-value", text.position, Quoted(text.value) + " is no " + noun, help);
    }
  }
}

void ReadHosts(DocumentReader& reader, const YamlNode& value, std::string_view what, ServeDeclaration& serve) {
  ReadEach<&IsHost>(reader, value, what, "name of a host", "write it in lower case, without scheme and port",
                    serve.hosts);
}

void ReadOrigins(DocumentReader& reader, const YamlNode& value, std::string_view what, ServeDeclaration& serve) {
  ReadEach<&IsOrigin>(reader, value, what, "origin", "write it as browsers do: https://name or http://name:port",
                      serve.origins);
}

void ReadMaxBody(DocumentReader& reader, const YamlNode& value, std::string_view what, ServeDeclaration& serve) {
  if (!reader.ByteSize(value, what, serve.max_body) || serve.max_body->value <= std::int64_t{kMaxArgumentBytes}) return;
  reader.Report("invalid-value", serve.max_body->position, std::string(what) + " is more than 1MiB",
                "no larger document is read as arguments");
  serve.max_body.reset();
}

constexpr std::string_view kNeverWatch = "off";

void ReadWatch(DocumentReader& reader, const YamlNode& value, std::string_view what, ServeDeclaration& serve) {
  if (value.kind == NodeKind::kScalar && value.text == kNeverWatch) {
    serve.watch.emplace(std::nullopt);
    return;
  }
  std::optional<Located<std::int64_t>> interval;
  if (reader.Duration(value, what, interval)) serve.watch.emplace(interval->value);
}

template <std::optional<Located<std::int64_t>> ServeDeclaration::*kMember, std::int64_t kMax>
struct BoundedCount {
  static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, ServeDeclaration& serve) {
    reader.Integer(value, what, IntegerRange{1, kMax}, serve.*kMember);
  }
  static ValueSchema Schema() { return IntegerSchema({1, kMax}); }
  static constexpr KeyReading<ServeDeclaration> kReading{&Read, &Schema};
};

constexpr auto kTlsKeys = std::to_array<KeyRule<TlsDeclaration>>({
    {"certificate", Presence::kRequired, Key<&TlsDeclaration::certificate>::Text,
     "A PEM file with the certificate chain, the server's own first."},
    {"key", Presence::kRequired, Key<&TlsDeclaration::key>::Text, "A PEM file with the private key."},
});
constexpr KeyTable<TlsDeclaration> kTlsTable{"`tls`", kTlsKeys};

void ReadTls(DocumentReader& reader, const YamlNode& value, std::string_view what, ServeDeclaration& serve) {
  TlsDeclaration tls;
  if (ReadMapping(reader, value, what, kTlsTable, tls)) serve.tls = std::move(tls);
}

constexpr auto kServeKeys = std::to_array<KeyRule<ServeDeclaration>>({
    {"listen", Presence::kOptional, {ReadListen, &TextSchema}, "ADDRESS:PORT; 127.0.0.1:8080 unless said otherwise."},
    {"hosts", Presence::kOptional, {ReadHosts, &TextsSchema}, "Names by which the server is called, without port."},
    {"origins", Presence::kOptional, {ReadOrigins, &TextsSchema}, "Sites whose pages may call, besides its own."},
    {"max_body", Presence::kOptional, {ReadMaxBody, &ByteSizeSchema}, "The largest request body, at most 1MiB."},
    {"request_timeout", Presence::kOptional, Key<&ServeDeclaration::request_timeout>::Duration,
     "How long a request may take to arrive."},
    {"response_timeout", Presence::kOptional, Key<&ServeDeclaration::response_timeout>::Duration,
     "How long a client may take to receive a response."},
    {"idle_timeout", Presence::kOptional, Key<&ServeDeclaration::idle_timeout>::Duration,
     "How long a connection stays open between requests."},
    {"drain_timeout", Presence::kOptional, Key<&ServeDeclaration::drain_timeout>::Duration,
     "How long calls in progress may take after the signal to stop."},
    {"max_connections", Presence::kOptional,
     BoundedCount<&ServeDeclaration::max_connections, kMaxConnections>::kReading, "Connections open at one time."},
    {"threads", Presence::kOptional, BoundedCount<&ServeDeclaration::threads, kMaxThreads>::kReading,
     "Threads that hold calls."},
    {"tools", Presence::kOptional, BoundedCount<&ServeDeclaration::tools, kMaxTools>::kReading,
     "With more reports than this, agents get two tools that find and run them."},
    {"watch", Presence::kOptional, {ReadWatch, [] { return EitherSchema(OnlySchema(kNeverWatch), DurationSchema()); }},
     "How often reports and policies are looked at for changes; 2s when left out. off: only SIGHUP reads them anew."},
    {"metrics", Presence::kOptional, Key<&ServeDeclaration::metrics>::Boolean,
     "Serve counts at /metrics, to whoever can connect: they name every report."},
    {"tls", Presence::kOptional, {ReadTls, [] { return kTlsTable.Schema(); }}, "Serve https with this certificate."},
});
constexpr KeyTable<ServeDeclaration> kServeTable{"`serve`", kServeKeys};

}  // namespace

Expected<ListenAddress, std::string> ParseListenAddress(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const auto wrong = [&] { return Unexpected(Quoted(text) + " is no address to listen on"); };
  if (colon == std::string_view::npos) return wrong();
  const auto port = ParseWholeNumber(text.substr(colon + 1));
  if (!port || *port < 0 || *port > 65535) return wrong();
  std::string_view host = text.substr(0, colon);
  if (host == "localhost") host = "127.0.0.1";
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  if (bracketed ? !IsIpv6(host) : !IsIpv4(host)) return wrong();
  return ListenAddress{std::string(host), static_cast<std::uint16_t>(*port)};
}

void ReadServe(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  ReadMapping(reader, value, what, kServeTable, gateway.serve);
}

ValueSchema ServeSchema() { return kServeTable.Schema(); }

Vocabulary ServePlaces() { return {kServeTable.Place(), kTlsTable.Place()}; }

}  // namespace querygate
