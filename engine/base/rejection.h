// The two ways in which a request ends without a result. Callers see `reason` and nothing else.
#pragma once

#include <string>
#include <string_view>

namespace querygate {

enum class RejectionKind {
  kInvalidRequest,  // exit 3, HTTP 422
  kNotPermitted,    // exit 3, HTTP 403: not_permitted, scope_unavailable
  kRetired,         // exit 3, HTTP 410
  kInvalidData,     // exit 4, HTTP 409
  kNotFound,        // exit 4, HTTP 404: `none` of `exactly`
};

// The request, or the data it asked for, does not satisfy the declaration. Nothing is delivered.
struct Rejection {
  RejectionKind kind = RejectionKind::kInvalidRequest;
  std::string reason;   // snake_case, stable
  std::string subject;  // the parameter, column or query concerned: for the operator and for help on
                        // the caller's own parameters; never a value
  friend bool operator==(const Rejection&, const Rejection&) = default;
};

// The system could not answer. Never shown as an empty result.
struct Failure {
  std::string reason;  // query_unavailable, query_failed, deadline_exceeded, budget_exceeded,
                       // lock_timeout, schema_drift, overloaded; over files also invalid_input, input_changed and
                       // the limits input_…_limit
  std::string cause;   // for the operator only: may hold database text and paths
  friend bool operator==(const Failure&, const Failure&) = default;
};

}  // namespace querygate
