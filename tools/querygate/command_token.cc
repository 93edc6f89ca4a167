// `token new`: a bearer token for a program, and the line that makes it known.
#include "engine/identity/token_table.h"
#include "engine/load/json_node.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

std::vector<Option> TokenOptions() {
  return {{"claims", "JSON", "what the token says about its holder, as a JSON object; {} when left out"}};
}

ExitStatus RunToken(Context& context) {
  const auto& operands = context.words.operands;
  constexpr std::string_view kUsage = "querygate token new NAME";
  if (operands.empty() || operands.front() != "new")
    return ReportUsage(context, "token has one action, new", std::string(kUsage));
  if (operands.size() != 2) return ReportUsage(context, "token new takes one name", std::string(kUsage));
  const std::string& name = operands[1];
  if (!IsTokenName(name)) {
    return ReportUsage(context, "the name is not that of a token",
                       "names match [a-z][a-z0-9_.-]* and have at most 64 characters");
  }
  const JsonResult claims = ReadJson(context.words.Value("claims").value_or("{}"));
  if (!claims.value || claims.value->kind != JsonValue::Kind::kObject)
    return ReportUsage(context, "--claims takes one JSON object", R"(like --claims '{"roles":["support"]}')");
  const std::string token = MakeBearerToken();
  context.out = "token, for its holder alone; it is not shown again:\n" + token +
                "\n\nline for the file that `identity.tokens` names:\n" +
                TokenLine(name, HashBearerToken(token), ToJsonText(*claims.value)) + '\n';
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
