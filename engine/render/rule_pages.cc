#include "engine/render/rule_pages.h"

#include <span>
#include <string>

#include "engine/render/embedded_file.h"

namespace querygate {

std::span<const EmbeddedFile> RulePages();  // docs/rules, compiled in

std::string_view RulePage(const Rule& rule) {
  for (const EmbeddedFile& page : RulePages()) {
    if (page.path == std::string(rule.id) + ".md") return page.text;
  }
  return {};
}

}  // namespace querygate
