#include "tools/querygate/use_text.h"

namespace querygate::cli {

std::string UseText(const AccessUse& use) {
  switch (use.kind) {
    case AccessUse::Kind::kTable:
      return use.object + " (rows)";
    case AccessUse::Kind::kColumn:
      return use.object + '.' + use.column;
    case AccessUse::Kind::kFunction:
      return "function " + use.object;
    case AccessUse::Kind::kRecursion:
      return "recursion";
  }
  return {};
}

}  // namespace querygate::cli
