#include "engine/identity/http_reply.h"

#include <charconv>
#include <optional>
#include <utility>

namespace querygate {
namespace {

constexpr std::size_t kMaxHeadBytes = 16 * 1024;
constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kHeadEnd = "\r\n\r\n";

HttpReply Fault(std::string what) { return {HttpReply::State::kFault, {}, std::move(what)}; }
HttpReply Incomplete(bool ended) { return ended ? Fault("the answer ends before it is complete") : HttpReply{}; }
HttpReply TooLarge() { return Fault("the answer is larger than permitted"); }

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<std::size_t> ReadNumber(std::string_view digits, int base) {
  std::size_t value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || result.ec != std::errc() || result.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

struct Head {
  std::optional<std::size_t> length;
  bool chunked = false;
  std::string fault;
};

Head ReadHead(std::string_view text) {
  Head head;
  std::size_t start = text.find(kLineEnd);
  const std::string_view status = text.substr(0, start);
  if (!status.starts_with("HTTP/1.1 ") && !status.starts_with("HTTP/1.0 ")) {
    head.fault = "the answer is not HTTP/1.1";
    return head;
  }
  if (status.substr(9, 3) != "200" || (status.size() > 12 && status[12] != ' ')) {
    const auto code = ReadNumber(status.substr(9, 3), 10);
    head.fault = code ? "the answer has the status " + std::to_string(*code) : "the answer has no status";
    return head;
  }
  while (start != std::string_view::npos) {
    start += kLineEnd.size();
    const std::size_t end = text.find(kLineEnd, start);
    const std::string_view line = text.substr(start, end == std::string_view::npos ? end : end - start);
    start = end;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      head.fault = "a header of the answer is malformed";
      return head;
    }
    const std::string name = Lower(line.substr(0, colon));
    const std::string_view value = Trim(line.substr(colon + 1));
    if (name == "content-length") {
      const auto length = ReadNumber(value, 10);
      if (!length || head.length) head.fault = "the answer has no single length";
      head.length = length;
    } else if (name == "transfer-encoding") {
      if (Lower(value) != "chunked" || head.chunked) head.fault = "the answer is encoded in an unknown way";
      head.chunked = true;
    } else if (name == "content-encoding" && Lower(value) != "identity") {
      head.fault = "the answer is compressed, which was not asked for";
    }
  }
  if (head.chunked && head.length) head.fault = "the answer has a length beside chunks";
  return head;
}

HttpReply ReadChunks(std::string_view bytes, bool ended, std::size_t max_body_bytes) {
  HttpReply reply;
  for (;;) {
    const std::size_t line_end = bytes.find(kLineEnd);
    if (line_end == std::string_view::npos)
      return bytes.size() > 1024 ? Fault("a chunk has no size") : Incomplete(ended);
    const std::string_view line = bytes.substr(0, line_end);
    const auto size = ReadNumber(Trim(line.substr(0, line.find(';'))), 16);
    if (!size) return Fault("a chunk has no size");
    bytes.remove_prefix(line_end + kLineEnd.size());
    if (*size == 0) {  // trailers, of which nothing is needed, are not waited for
      reply.state = HttpReply::State::kComplete;
      return reply;
    }
    if (*size > max_body_bytes - reply.body.size()) return TooLarge();
    if (bytes.size() < *size + kLineEnd.size()) return Incomplete(ended);
    reply.body += bytes.substr(0, *size);
    bytes.remove_prefix(*size);
    if (!bytes.starts_with(kLineEnd)) return Fault("a chunk is longer than its size");
    bytes.remove_prefix(kLineEnd.size());
  }
}

}  // namespace

HttpReply ReadHttpReply(std::string_view bytes, bool ended, std::size_t max_body_bytes) {
  const std::size_t head_end = bytes.find(kHeadEnd);
  if (head_end == std::string_view::npos) {
    return bytes.size() > kMaxHeadBytes ? Fault("the headers of the answer are too large") : Incomplete(ended);
  }
  const Head head = ReadHead(bytes.substr(0, head_end));
  if (!head.fault.empty()) return Fault(head.fault);
  const std::string_view rest = bytes.substr(head_end + kHeadEnd.size());
  if (head.chunked) return ReadChunks(rest, ended, max_body_bytes);
  if (rest.size() > max_body_bytes || head.length.value_or(0) > max_body_bytes) return TooLarge();
  if (head.length ? rest.size() < *head.length : !ended) return Incomplete(ended);
  return {HttpReply::State::kComplete, std::string(rest.substr(0, head.length.value_or(rest.size()))), {}};
}

}  // namespace querygate
