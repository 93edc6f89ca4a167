#include "tools/server/http/wire_response.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace querygate::server::http {

namespace {

void AddHeader(std::string& text, std::string_view name, std::string_view value) {
  text.append(name).append(": ").append(value).append("\r\n");
}

// RFC 9110 section 8.6: these have no body, and no length is told.
bool HasNoContent(int status) { return status == 204 || status == 304; }

}  // namespace

std::string WireResponse(const HttpResponse& response, const WireOptions& options, std::string_view date) {
  std::string text;
  text.reserve(512 + response.body.size());
  text.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  text.append(StatusText(response.status)).append("\r\n");
  AddHeader(text, "Date", date);
  if (!options.keep_alive) {
    AddHeader(text, "Connection", "close");
  } else if (options.say_keep_alive) {
    AddHeader(text, "Connection", "keep-alive");
  }
  AddHeader(text, "X-Content-Type-Options", "nosniff");
  if (!response.content_type.empty()) AddHeader(text, "Content-Type", response.content_type);
  if (!HasNoContent(response.status)) AddHeader(text, "Content-Length", std::to_string(response.body.size()));
  for (const HttpHeader& header : response.headers) AddHeader(text, header.name, header.value);
  text += "\r\n";
  if (!options.without_body && !HasNoContent(response.status)) text += response.body;
  return text;
}

std::string HttpDate(std::int64_t unix_seconds) {
  using namespace std::chrono;
  static constexpr std::array<const char*, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const sys_seconds at{seconds{unix_seconds}};
  const sys_days day = floor<days>(at);
  const year_month_day date{day};
  const hh_mm_ss time{at - day};
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT", kDays[weekday{day}.c_encoding()],
                static_cast<unsigned>(date.day()), kMonths[static_cast<unsigned>(date.month()) - 1],
                static_cast<int>(date.year()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  return buffer.data();
}

}  // namespace querygate::server::http
