// The table of mutations: a systematic mistake is one row and one function.
#pragma once

#include <span>
#include <string_view>

#include "engine/review/trial/mutant.h"

namespace querygate::trial {

struct Mutation {
  std::string_view name;     // snake_case; the first word of its mutants' ids
  std::string_view summary;  // one line
  // Adds a mutant for each place where the mistake can be made and could be noticed.
  void (*make)(MutantList& mutants);
};

std::span<const Mutation> Mutations();

}  // namespace querygate::trial
