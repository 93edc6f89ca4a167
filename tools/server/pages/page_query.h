// What the query of a page's address says: the fields as a form sends them, and how the answer is wanted.
#pragma once

#include <string>
#include <vector>

#include "engine/base/argument.h"
#include "engine/policy/compiled_report.h"
#include "tools/server/request_target.h"
#include "tools/web/call_snippets.h"

namespace querygate::server::pages {

struct PageQuery {
  bool run = false;      // `$run`: the call is to be made, not only filled in
  std::string chart;     // `$chart`
  bool exports = false;  // `$format`: a file instead of a page
  // As sent, by name: what is shown in the form again.
  web::FilledFields sent;
  // Without the fields that were left blank; names that the report does not have included, which the call refuses.
  web::FilledFields filled;

  const std::vector<std::string>& Sent(const std::string& name) const;
};

PageQuery ReadPageQuery(const CompiledReport& report, const RequestTarget& target);

// Words by declared type, like on the command line; a list parameter's are always a list.
Arguments ToArguments(const CompiledReport& report, const web::FilledFields& filled);

// The query that repeats the call.
std::string StateOf(const web::FilledFields& filled);

}  // namespace querygate::server::pages
