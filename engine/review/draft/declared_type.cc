#include "engine/review/draft/declared_type.h"

#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "engine/policy/allowlist.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::draft {
namespace {

using Meaning = DeclaredType::Meaning;

struct Row {
  std::string_view part;
  Meaning meaning;
};
// The first part that the type holds decides: DATETIME before DATE, BIGINT by its INT.
constexpr auto kParts = std::to_array<Row>({
    {"bool", Meaning::kBoolean},
    {"int", Meaning::kInteger},
    {"datetime", Meaning::kTimestamp},
    {"timestamp", Meaning::kTimestamp},
    {"date", Meaning::kDate},
    {"char", Meaning::kText},
    {"clob", Meaning::kText},
    {"text", Meaning::kText},
    {"blob", Meaning::kBlob},
    {"numeric", Meaning::kDecimal},
    {"decimal", Meaning::kDecimal},
    {"money", Meaning::kDecimal},
    {"real", Meaning::kReal},
    {"floa", Meaning::kReal},
    {"doub", Meaning::kReal},
});

std::vector<std::int64_t> Numbers(std::string_view type) {
  std::vector<std::int64_t> numbers;
  for (const SqlToken& token : TokenizeSql(type).tokens) {
    std::int64_t number = 0;
    const char* end = token.text.data() + token.text.size();
    const auto read = std::from_chars(token.text.data(), end, number);
    if (read.ec == std::errc() && read.ptr == end) numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

DeclaredType ReadDeclaredType(std::string_view type) {
  DeclaredType declared;
  const std::string folded = FoldName(type);
  for (const Row& row : kParts) {
    if (folded.find(row.part) == std::string::npos) continue;
    declared.meaning = row.meaning;
    break;
  }
  const std::vector<std::int64_t> numbers = Numbers(type);
  const bool text = declared.meaning == Meaning::kText;
  if (text && numbers.size() == 1 && numbers[0] > 0) declared.length = numbers[0];
  if (declared.meaning != Meaning::kDecimal) return declared;
  const bool digits = !numbers.empty() && numbers[0] >= 1 && numbers[0] <= 38;
  const bool places = digits && numbers.size() == 2 && numbers[1] >= 0 && numbers[1] <= numbers[0];
  if (digits) declared.precision = numbers[0];
  if (places) declared.scale = numbers[1];
  return declared;
}

}  // namespace querygate::draft
