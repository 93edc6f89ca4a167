// The two functions behind each row of the table of commands.
#pragma once

#include <vector>

#include "tools/querygate/command.h"

namespace querygate::cli {

std::vector<Option> AuditOptions();
ExitStatus RunAudit(Context& context);

std::vector<Option> CheckOptions();
ExitStatus RunCheck(Context& context);

std::vector<Option> DemoOptions();
ExitStatus RunDemo(Context& context);

std::vector<Option> DescribeOptions();
ExitStatus RunDescribe(Context& context);

std::vector<Option> DocsOptions();
ExitStatus RunDocs(Context& context);

std::vector<Option> DraftOptions();
ExitStatus RunDraftCommand(Context& context);

std::vector<Option> DiffOptions();
ExitStatus RunDiff(Context& context);

std::vector<Option> ExplainOptions();
ExitStatus RunExplain(Context& context);

std::vector<Option> FmtOptions();
ExitStatus RunFmt(Context& context);

std::vector<Option> HelpOptions();
ExitStatus RunHelp(Context& context);

std::vector<Option> LintOptions();
ExitStatus RunLintCommand(Context& context);

std::vector<Option> ListOptions();
ExitStatus RunList(Context& context);

std::vector<Option> RunOptions();
ExitStatus RunRun(Context& context);

std::vector<Option> SchemaOptions();
ExitStatus RunSchema(Context& context);

std::vector<Option> ServeOptions();
ExitStatus RunServe(Context& context);

std::vector<Option> TestOptions();
ExitStatus RunTest(Context& context);

std::vector<Option> TokenOptions();
ExitStatus RunToken(Context& context);

std::vector<Option> VersionOptions();
ExitStatus RunVersion(Context& context);

}  // namespace querygate::cli
