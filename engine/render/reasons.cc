#include "engine/render/reasons.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/render/embedded_file.h"

namespace querygate {

std::span<const EmbeddedFile> ReasonPages();  // docs/reasons, compiled in

namespace {

// Families stand behind all fixed names, the more specific ones first.
// clang-format off
constexpr auto kReasons = std::to_array<Reason>({
    {"invalid_arguments", "rejected", "3", "422", "the arguments as a whole cannot be read"},
    {"unknown_argument", "rejected", "3", "422", "an argument that the report does not offer"},
    {"invalid_window", "rejected", "3", "422", "a time window is empty, reversed or too long"},
    {"not_permitted", "rejected", "3", "403", "no role of the caller permits this"},
    {"scope_unavailable", "rejected", "3", "403", "a value that identity or the host supplies is missing"},
    {"report_retired", "rejected", "3", "410", "the report is no longer served"},
    {"unknown_report", "rejected", "2", "404", "there is no such report"},

    {"source_limit", "rejected", "4", "409", "more stored rows match than the report may read"},
    {"group_limit", "rejected", "4", "409", "the rows form more groups than permitted"},
    {"result_bytes", "rejected", "4", "409", "the result is larger than permitted"},
    {"not_found", "rejected", "4", "404", "exactly one row was expected and there is none"},
    {"ambiguous_result", "rejected", "4", "409", "one row was expected and there are several"},
    {"incomplete_result", "rejected", "4", "409", "the result was cut and the format cannot say so"},

    {"output_exists", "", "5", "", "the output exists and was left untouched"},
    {"output_failed", "", "5", "", "the output could not be written"},
    {"interrupted", "", "128 + signal", "", "a signal ended the run before its file was written"},

    {"query_unavailable", "failed", "6", "503", "the source cannot be opened or trusted"},
    {"query_failed", "failed", "6", "503", "the database reported an error while the query ran"},
    {"deadline_exceeded", "failed", "6", "504", "the call did not finish in time"},
    {"budget_exceeded", "failed", "6", "503", "the call spent more steps or memory than permitted"},
    {"lock_timeout", "failed", "6", "503", "the database was locked for too long"},
    {"schema_drift", "failed", "6", "503", "the database's schema is not the one that was checked"},
    {"overloaded", "failed", "6", "429", "too many calls are in progress"},
    {"invalid_input", "failed", "6", "503", "an input file does not hold what its source declares"},
    {"input_changed", "failed", "6", "503", "an input file changed while it was read"},
    {"input_files_limit", "failed", "6", "503", "there are more input files than the source permits"},
    {"input_bytes_limit", "failed", "6", "503", "the input files are larger than the source permits"},
    {"input_expanded_limit", "failed", "6", "503", "the input files decompress to more than the source permits"},
    {"input_rows_limit", "failed", "6", "503", "the input files hold more rows than the source permits"},
    {"input_nesting_limit", "failed", "6", "503", "an input file nests values deeper than the source permits"},
    {"input_value_limit", "failed", "6", "503", "an input file holds a longer value than the source permits"},

    {"unauthenticated", "rejected", "", "401", "the server could not establish who is asking"},
    {"rate_limited", "rejected", "", "429", "the caller has sent too many requests"},
    {"request_too_large", "rejected", "", "413 or 431", "the request is larger than the server reads"},
    {"malformed_request", "rejected", "", "400 or 505", "the bytes are no request that can be read in one way only"},
    {"host_not_allowed", "rejected", "", "403", "the server does not answer to this host name"},
    {"origin_not_allowed", "rejected", "", "403", "a page of another site sent the request"},
    {"unknown_path", "rejected", "", "404", "nothing is served at this path"},
    {"method_not_allowed", "rejected", "", "405", "the path is not served for this method"},
    {"not_acceptable", "rejected", "", "406", "no form that is offered is accepted"},
    {"request_timeout", "rejected", "", "408", "the request did not arrive in time"},
    {"unsupported_media_type", "rejected", "", "415", "the body is not declared as JSON"},
    {"part_required", "rejected", "2", "422", "the result has several parts and the format carries one"},
    {"unknown_part", "rejected", "2", "422", "the result has no such part"},

    {"internal_error", "failed", "70", "500", "a fault of the program itself"},

    {"invalid_NAME_type", "rejected", "4", "409", "a stored value has the wrong storage class"},
    {"invalid_NAME_range", "rejected", "4", "409", "a stored value or a total is outside its contract"},
    {"missing_NAME", "rejected", "3 or 4", "422 or 409", "a parameter was not sent, or a stored value is missing"},
    {"invalid_NAME", "rejected", "3 or 4", "422 or 409", "an argument or a stored value is not acceptable"},
});
// clang-format on

bool Matches(const Reason& row, std::string_view reason) {
  if (!row.family()) return row.name == reason;
  static constexpr std::string_view kPlaceholder = "NAME";
  const std::size_t at = row.name.find(kPlaceholder);
  const std::string_view prefix = row.name.substr(0, at);
  const std::string_view suffix = row.name.substr(at + kPlaceholder.size());
  return reason.size() > prefix.size() + suffix.size() && reason.starts_with(prefix) && reason.ends_with(suffix) &&
         std::all_of(reason.begin(), reason.end(), [](char character) {
           return character == '_' || (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
         });
}

}  // namespace

std::span<const Reason> Reasons() { return kReasons; }

const Reason* FindReason(std::string_view reason) {
  const auto* const found =
      std::find_if(kReasons.begin(), kReasons.end(), [reason](const Reason& row) { return Matches(row, reason); });
  return found == kReasons.end() ? nullptr : found;
}

std::string_view ReasonPage(const Reason& reason) {
  for (const EmbeddedFile& page : ReasonPages()) {
    if (page.path == std::string(reason.name) + ".md") return page.text;
  }
  return {};
}

}  // namespace querygate
