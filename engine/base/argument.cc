#include "engine/base/argument.h"

#include <algorithm>

namespace querygate {

const Argument* FindArgument(const Arguments& arguments, const std::string& name) {
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&name](const auto& argument) { return argument.first == name; });
  return found == arguments.end() ? nullptr : &found->second;
}

}  // namespace querygate
