// What a request says besides the report's arguments: how the answer is to be written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/run/answer.h"
#include "tools/server/http_message.h"
#include "tools/server/request_target.h"

namespace querygate::server::api {

struct AnswerForm {
  Presentation presentation;
  std::string content_type;
};

// From the Accept header and the query's `$format`, `$part` and `$allow_partial`; no parameter's name starts with `$`.
// 406 not_acceptable where no form is left, 422 invalid_arguments for values that these do not have.
Expected<AnswerForm, HttpResponse> ReadForm(const HttpRequest& request, const RequestTarget& target);

// The other members of the query as words, a repeated name gathered into a list like on the command line.
Arguments ReadQueryArguments(const RequestTarget& target);

}  // namespace querygate::server::api
