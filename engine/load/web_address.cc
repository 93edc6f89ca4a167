#include "engine/load/web_address.h"

#include <algorithm>

namespace querygate {

namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::string_view kHttp = "http://";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsHostCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) || c == '-' || c == '.';
}

bool IsPathCharacter(char c) {
  return c > 0x20 && c < 0x7F && std::string_view("\"\\<>^`{|}?#").find(c) == std::string_view::npos;
}

struct Parts {
  std::string_view host, port, path;
  bool has_port = false;
};

Parts Split(std::string_view rest) {
  Parts parts;
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  parts.path = rest.substr(slash);
  std::string_view authority = rest.substr(0, slash);
  if (authority.starts_with('[')) {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) return parts;
    parts.host = authority.substr(0, close + 1);
    authority.remove_prefix(close + 1);
    if (!authority.empty() && !authority.starts_with(':')) return {};
  } else {
    parts.host = authority.substr(0, std::min(authority.find(':'), authority.size()));
    authority.remove_prefix(parts.host.size());
  }
  parts.has_port = !authority.empty();
  if (parts.has_port) parts.port = authority.substr(1);
  return parts;
}

bool IsHost(std::string_view host) {
  if (host.starts_with('[')) {
    const std::string_view inside = host.substr(1, host.size() - 2);
    return !inside.empty() && std::all_of(inside.begin(), inside.end(), [](char c) {
      return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
    });
  }
  return !host.empty() && std::all_of(host.begin(), host.end(), IsHostCharacter);
}

bool IsPort(std::string_view port) {
  if (port.empty() || port.size() > 5 || !std::all_of(port.begin(), port.end(), IsDigit)) return false;
  int number = 0;
  for (const char digit : port) number = 10 * number + (digit - '0');
  return number >= 1 && number <= 65535;
}

bool IsWellFormed(const Parts& parts) {
  return IsHost(parts.host) && (!parts.has_port || IsPort(parts.port)) &&
         std::all_of(parts.path.begin(), parts.path.end(), IsPathCharacter);
}

}  // namespace

bool IsHttpsAddress(std::string_view text) {
  return text.starts_with(kHttps) && IsWellFormed(Split(text.substr(kHttps.size())));
}

bool IsWebAddress(std::string_view text) {
  if (IsHttpsAddress(text)) return true;
  if (!text.starts_with(kHttp)) return false;
  const Parts parts = Split(text.substr(kHttp.size()));
  const bool loopback = parts.host == "localhost" || parts.host == "127.0.0.1" || parts.host == "[::1]";
  return loopback && IsWellFormed(parts);
}

std::optional<WebAddress> ParseWebAddress(std::string_view text) {
  if (!IsWebAddress(text)) return std::nullopt;
  const bool secure = text.starts_with(kHttps);
  Parts parts = Split(text.substr(secure ? kHttps.size() : kHttp.size()));
  if (parts.host.starts_with('[')) parts.host = parts.host.substr(1, parts.host.size() - 2);
  const std::string_view standard = secure ? "443" : "80";
  return WebAddress{secure ? "https" : "http", std::string(parts.host),
                    std::string(parts.has_port ? parts.port : standard), std::string(parts.path)};
}

}  // namespace querygate
