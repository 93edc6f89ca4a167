#include "engine/policy/names.h"

#include <algorithm>
#include <optional>

#include "engine/base/suggest.h"
#include "engine/base/utf8.h"

namespace querygate::compiling {
namespace {

constexpr std::size_t kNamesShown = 12;
constexpr std::size_t kCharactersShown = 80;

bool IsLower(char character) { return character >= 'a' && character <= 'z'; }
bool IsDigit(char character) { return character >= '0' && character <= '9'; }

}  // namespace

bool IsSnakeCase(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameLength || !IsLower(name.front())) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char character) { return IsLower(character) || IsDigit(character) || character == '_'; });
}

bool IsReportId(std::string_view id) {
  while (true) {
    const std::size_t slash = id.find('/');
    if (!IsSnakeCase(id.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    id.remove_prefix(slash + 1);
  }
}

std::string NameHelp(std::string_view wrong, std::span<const std::string> known, std::string_view what) {
  if (const std::optional<std::string> near = NearestName(wrong, known)) return "did you mean " + Quoted(*near) + "?";
  if (known.empty()) return "there are no " + std::string(what);
  std::string help = "the " + std::string(what) + " are: ";
  for (std::size_t index = 0; index < known.size() && index < kNamesShown; ++index) {
    if (index > 0) help += ", ";
    help += known[index];
  }
  if (known.size() > kNamesShown) help += ", …";
  return help;
}

std::string Quoted(std::string_view name) {
  std::string quoted = "`";
  std::size_t shown = 0;
  for (std::size_t offset = 0; offset < name.size(); ++shown) {
    if (shown == kCharactersShown) {
      quoted += "…";
      break;
    }
    const std::size_t bytes = CodePointAt(name, offset).bytes;
    const bool control = static_cast<unsigned char>(name[offset]) < 0x20 || name[offset] == 0x7F;
    quoted += control ? std::string_view("?") : name.substr(offset, bytes);
    offset += bytes;
  }
  quoted += '`';
  return quoted;
}

}  // namespace querygate::compiling
