// Names of the declaration language, and what to say when one is wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace querygate::compiling {

inline constexpr std::size_t kMaxNameLength = 64;

// `[a-z][a-z0-9_]*`: the words that callers and reasons are made of.
bool IsSnakeCase(std::string_view name);

// `segment(/segment)*`, each in snake case.
bool IsReportId(std::string_view id);

// "did you mean `units`?", else "the columns are: a, b, c" (or that there are none), to follow a message
// about an unknown name. `what` is a plural: "columns".
std::string NameHelp(std::string_view wrong, std::span<const std::string> known, std::string_view what);

// `name` in backticks, on one line and cut to a length fit for a message.
std::string Quoted(std::string_view name);

}  // namespace querygate::compiling
