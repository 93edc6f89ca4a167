#include "engine/review/trial/mutations.h"

#include <array>

#include "engine/review/trial/mutations/mutation_functions.h"

namespace querygate::trial {
namespace {

namespace m = mutations;

// clang-format off
constexpr auto kMutations = std::to_array<Mutation>({
    {"widen_enum", "any value is accepted where some are listed", &m::WidenEnum},
    {"widen_min", "the smallest value is one smaller", &m::WidenMinimum},
    {"widen_max", "the largest value is one larger", &m::WidenMaximum},
    {"widen_min_length", "a text may be one shorter", &m::WidenMinimumLength},
    {"widen_max_length", "a text may be one longer", &m::WidenMaximumLength},
    {"widen_pattern", "one character more may stand at either end of a matching text", &m::WidenPattern},
    {"widen_precision", "a decimal may have one digit more", &m::WidenPrecision},
    {"widen_items", "a list may have one value more", &m::WidenItems},
    {"require_parameter", "a parameter that may be left out is required", &m::RequireParameter},
    {"drop_window", "a window is not checked", &m::DropWindow},
    {"widen_window", "a window may be one step longer", &m::WidenWindow},
    {"accept_null", "a column may be null", &m::AcceptNull},
    {"change_encode", "an integer changes between number and decimal string", &m::ChangeEncode},
    {"widen_rows", "one row more is permitted", &m::WidenRows},
    {"truncate_rows", "too many rows are cut instead of rejected", &m::TruncateRows},
    {"cut_silently", "too many rows are cut and the answer claims to be complete", &m::CutSilently},
    {"claim_complete", "a cut answer claims to be complete", &m::ClaimComplete},
    {"take_first", "the first of several rows is taken where one is required", &m::TakeFirstOfMany},
    {"widen_groups", "one group more is permitted", &m::WidenGroups},
    {"ignore_total_range", "a total's range is not checked", &m::IgnoreTotalRange},
    {"sum_through_double", "a sum passes through a floating-point number", &m::SumThroughDouble},
    {"skip_nulls", "an aggregate changes between skipping nulls and rejecting them", &m::SkipNulls},
    {"reverse_group_order", "groups are ordered the other way round", &m::ReverseGroupOrder},
    {"null_as_zero", "NULL is read as zero", &m::NullAsZero},
    {"coerce_real", "a real is read as an integer", &m::CoerceReal},
    {"coerce_text", "text is read as the number that it begins with", &m::CoerceText},
    {"rejection_as_empty", "a rejection of the data is delivered as an empty answer", &m::RejectionAsEmpty},
    {"swap_columns", "two columns change places", &m::SwapColumns},
    {"lose_last_row", "the last row of a query is lost", &m::LoseLastRow},
    {"reverse_rows", "rows come in the opposite order", &m::ReverseRows},
    {"forget_absence", "a sentence about what is absent is left out", &m::ForgetAbsence},
    {"ignore_delay", "a possible delay is not told", &m::IgnoreDelay},
    {"drop_grant", "a grant is taken away", &m::DropGrant},
    {"add_grant", "a grant is added", &m::AddGrant},
    {"drop_scope", "rows are not filtered by a scope value", &m::DropScope},
    {"drop_conjunct", "a condition that must hold is left out", &m::DropConjunct},
    {"drop_alternative", "a condition that may hold is left out", &m::DropAlternative},
    {"move_boundary", "a comparison changes between including and excluding its boundary", &m::MoveBoundary},
    {"reverse_order", "a term of ORDER BY is turned round", &m::ReverseOrder},
});
// clang-format on

}  // namespace

std::span<const Mutation> Mutations() { return kMutations; }

}  // namespace querygate::trial
