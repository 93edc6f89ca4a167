#include "tools/server/request_target.h"

#include "engine/base/utf8.h"
#include "tools/server/text.h"

namespace querygate::server {

namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> DecodeForm(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '+') {
      decoded += ' ';
    } else if (text[at] != '%') {
      decoded += text[at];
    } else {
      if (at + 2 >= text.size()) return std::nullopt;
      const int high = HexDigit(text[at + 1]);
      const int low = HexDigit(text[at + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      decoded += static_cast<char>(high * 16 + low);
      at += 2;
    }
  }
  if (decoded.find('\0') != std::string::npos || !IsValidUtf8(decoded)) return std::nullopt;
  return decoded;
}

}  // namespace

std::optional<RequestTarget> ParseTarget(std::string_view target) {
  if (target.empty() || target.front() != '/' || target.find('#') != std::string_view::npos) return std::nullopt;
  RequestTarget parsed;
  const std::size_t mark = target.find('?');
  parsed.path = target.substr(0, mark);
  if (mark == std::string_view::npos) return parsed;
  const std::string_view query = target.substr(mark + 1);
  if (query.empty()) return parsed;
  for (const std::string_view pair : Split(query, '&')) {
    const std::size_t equals = pair.find('=');
    auto name = DecodeForm(pair.substr(0, equals));
    auto value = equals == std::string_view::npos ? std::string() : DecodeForm(pair.substr(equals + 1));
    if (!name || !value) return std::nullopt;
    parsed.query.emplace_back(*std::move(name), *std::move(value));
  }
  return parsed;
}

}  // namespace querygate::server
