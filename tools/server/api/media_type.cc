#include "tools/server/api/media_type.h"

#include <string>

#include "tools/server/http_message.h"
#include "tools/server/text.h"

namespace querygate::server::api {

namespace {

// Thousandths: "0.8" is 800. What is no weight counts as 1, as if it had been left out.
int ReadWeight(std::string_view text) {
  if (text.empty() || (text.front() != '0' && text.front() != '1')) return 1000;
  int weight = (text.front() - '0') * 1000;
  int digit = 100;
  for (std::size_t at = 2; at < text.size() && at < 5; ++at, digit /= 10) {
    if (text[1] != '.' || text[at] < '0' || text[at] > '9') return 1000;
    weight += digit * (text[at] - '0');
  }
  return weight > 1000 ? 1000 : weight;
}

struct Range {
  std::string type;  // "text/csv", "text/*", "*/*"
  int weight = 1000;
};

Range ReadRange(std::string_view entry) {
  Range range;
  range.type = MediaTypeOf(entry);
  for (const std::string_view parameter : Split(entry, ';')) {
    if (parameter.starts_with("q=") || parameter.starts_with("Q=")) range.weight = ReadWeight(parameter.substr(2));
  }
  return range;
}

// How exactly a range names a type: 0 not at all, 3 by its whole name.
int Match(std::string_view range, std::string_view type) {
  if (range == type) return 3;
  if (range == "*/*") return 1;
  const bool any_of_kind = range.size() > 2 && range.ends_with("/*");
  return any_of_kind && type.starts_with(range.substr(0, range.size() - 1)) ? 2 : 0;
}

}  // namespace

std::optional<std::size_t> Negotiate(std::optional<std::string_view> accept,
                                     std::span<const std::string_view> offered) {
  if (!accept || TrimBlanks(*accept).empty()) return 0;
  std::optional<std::size_t> best;
  int best_weight = 0;
  for (std::size_t index = 0; index < offered.size(); ++index) {
    int exactness = 0;
    int weight = 0;
    for (const std::string_view entry : Split(*accept, ',')) {
      const Range range = ReadRange(entry);
      const int match = Match(range.type, offered[index]);
      if (match <= exactness) continue;
      exactness = match;
      weight = range.weight;
    }
    if (weight > best_weight) {
      best = index;
      best_weight = weight;
    }
  }
  return best;
}

}  // namespace querygate::server::api
