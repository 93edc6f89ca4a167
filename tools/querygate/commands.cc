#include <algorithm>
#include <array>

#include "tools/querygate/command.h"
#include "tools/querygate/command_table.h"

namespace querygate::cli {

namespace {

constexpr std::string_view kArgumentDetails =
    "Arguments are name=value words, read by the declared type; a repeated name makes a list. name:=JSON gives an\n"
    "exact JSON value, --args FILE a JSON object. Words that start with a dash go behind --.\n"
    "--as and --scope are the host's word about the caller: they are not authentication.\n";

constexpr std::string_view kRunDetails =
    "Everything is validated before the first byte is written, but a pipe can still be cut on its way. -o FILE is a\n"
    "commit: FILE appears whole and on stable storage, for its owner alone, or not at all; what exists is never\n"
    "replaced; stdout stays empty. Without -o, json carries rejections and failures on stdout; otherwise they go to\n"
    "stderr. csv ends lines with LF, writes null as an empty field and an empty text as \"\", control characters as\n"
    "stored, and alters no value: a spreadsheet may take a text that starts with =, +, - or @ for a formula, unless\n"
    "--escape-formulas. table and markdown show control characters escaped.\n";

constexpr std::string_view kLintDetails =
    "Compiles each declaration against its source's schema snapshot; no database is opened. PATH is a file, a folder\n"
    "or a report's name; without one everything is checked, policies included.\n"
    "Exit 1 with findings of the level of --fail-level or graver, 2 where nothing matched or could be read: json,\n"
    "sarif, github and junit then carry why. --format auto is github where GITHUB_ACTIONS is true, text elsewhere.\n"
    "`# qg:allow RULE until=DATE -- REASON` on or before a line suppresses a finding there: docs/lint.md.\n";

constexpr std::string_view kExplainDetails =
    "Of a report: what it may touch and which line grants it, what it does touch, what is filtered by scope, who may\n"
    "call it, what a caller chooses, and the query plan over the schema snapshot in words. Of a rule (QG101 or its\n"
    "name): what it finds. Of a reason: cause, who acts, next step, what not to do.\n";

constexpr std::string_view kExplainCallDetails =
    "With --as FILE or name=value, also whether that call would be permitted and bound, and which line of which file\n"
    "decides. Nothing is run and no database is opened.\n";

constexpr std::string_view kTestDetails =
    "Runs the cases of NAME.test.yaml files, each in a database of its own made from the source's schema snapshot and\n"
    "the rows that the case gives, through the same checks as a served call. No database of the deployment is opened.\n"
    "PATH is a test, its report, a folder or a report's name; without one every test is run.\n"
    "Exit 1 with failing cases, 2 where nothing matched or a test or its report cannot be used.\n";

constexpr std::string_view kDocsDetails =
    "Makes a page for each report, rule and reason, with indexes; no network and no scripts are needed to read them.\n"
    "A folder that holds an earlier site is replaced as a whole; one with anything else in it is left untouched.\n";

constexpr std::string_view kSchemaDetails =
    "Prints the JSON Schema (draft 07) of one kind of document; without KIND the kinds. Editors that read the first\n"
    "line `# yaml-language-server: $schema=PATH` complete and check keys with it. lint checks more.\n";

constexpr std::string_view kMutateDetails =
    "--mutate breaks each report on purpose (a limit one larger, a condition left out, NULL read as zero, ...) and "
    "runs\n"
    "its tests against every wrong version. What no case notices is shown with a call that would tell it apart.\n"
    "Exit 1 with survivors. Nothing is written: expectations are for people.\n";

constexpr std::string_view kDraftDetails =
    "Writes a declaration that lints clean and grants what the SQL uses and nothing else. Types come from what\n"
    "parameters are compared with, from declared types and, with a database and values for the parameters, from\n"
    "rows. What a person has to decide is marked \"# decide:\" and listed on stderr. Nothing is overwritten.\n";

constexpr std::string_view kDraftRefusals =
    "SQL that no declaration may hold is refused, each place with the rewrite to make (exit 1). So is what the\n"
    "source's policy does not expose: draft never widens a policy. --write-source drafts one where there is none.\n";

constexpr std::string_view kDiffDetails =
    "BASE and HEAD are folders that hold a deployment, or git revisions of the repository here; HEAD is the working\n"
    "folder when it is left out. A name that is a folder is one: write refs/heads/NAME for a branch of that name.\n"
    "Compared is what both sides mean, compiled with their own policies: who may ask what, and what is shown. Each\n"
    "widening comes with the smallest call that is newly accepted or the smallest datum that is newly visible.\n";

constexpr std::string_view kDiffExits =
    "+ widened  - narrowed  ! breaking  ? cannot be compared  = without effect\n"
    "Exit 1 when something widened or could not be compared, unless --allow widened, and when a report breaks for its\n"
    "readers without a new version, unless --allow breaking. Exit 2 when a side cannot be read or does not compile.\n";

constexpr std::string_view kServeDetails =
    "Without --stdio: MCP at /mcp, a group of reports at /mcp/GROUP, the JSON API at /v1/reports with /openapi.json,\n"
    "pages for people at /, and /healthz and /readyz. Callers are who their tokens say, under `identity` in\n"
    "querygate.yaml, else anonymous: the Access document says what each may call. Further settings are under `serve` in querygate.yaml. SIGTERM and SIGINT let calls in progress end, SIGHUP\n"
    "reads reports and policies anew, as a change of their files does, SIGUSR1 begins a new file of the audit log.\n"
    "--check exits 1 when a report could not be called over its database as it is.\n";

constexpr std::string_view kServeStdioDetails =
    "With --stdio the host that starts this says who asks: --as and --scope, which are not authentication. Without "
    "them\n"
    "it is the local caller, as for run; drafts are not served. Ends when the input ends.\n";

constexpr std::string_view kFmtDetails =
    "Indentation, spacing, quotes, blank lines between sections. Comments, the order of keys, groups of lines and the\n"
    "text of scalars, SQL included, stay. PATH is a file or a folder; without one the deployment here; - reads the\n"
    "standard input and writes the standard output. A file is replaced as a whole, and only when both texts say the\n"
    "same. Exit 1 with --check when something would change, 2 for a file that is not well-formed.\n";

constexpr std::string_view kTokenDetails =
    "Prints a token of 256 random bits and the line that makes it known. The line holds only the token's hash. Who "
    "the\n"
    "holder is and what it may do follow from the claims and policies/access.yaml. Removing the line revokes the "
    "token.\n";

constexpr std::string_view kAuditDetails =
    "Checks that every line of the log has its hash, follows the line before and belongs to the file before. Give all\n"
    "files of the log, rotated ones too, in any order. Lines that were cut off at the end are told only by a hash "
    "that\n"
    "was noted elsewhere: --contains HASH.\n";

constexpr std::string_view kAuditExits =
    "Exit 0 with the number of lines and the last hash, 1 with the first broken line, 2 for a file that cannot be "
    "read.\n";

constexpr std::string_view kDemoDetails =
    "Writes small databases, the shipped reports and policies, and a configuration into DIR (default:\n"
    "querygate-demo). Nothing that exists is touched: the folder must not exist yet, or be empty.\n";

constexpr std::array kCommands{
    Command{"list", "the reports of this deployment", "", {}, &ListOptions, &RunList},
    Command{"describe", "a report's parameters and result", "REPORT", {}, &DescribeOptions, &RunDescribe},
    Command{"run", "run a report", "REPORT [name=value...]", {kArgumentDetails, kRunDetails}, &RunOptions, &RunRun},
    Command{"check",
            "judge arguments, prepare and plan; run nothing",
            "REPORT [name=value...]",
            {kArgumentDetails},
            &CheckOptions,
            &RunCheck},
    Command{"lint", "check declarations", "[PATH...]", {kLintDetails}, &LintOptions, &RunLintCommand},
    Command{"test", "run the declared tests", "[PATH...]", {kTestDetails, kMutateDetails}, &TestOptions, &RunTest},
    Command{"explain",
            "what a report may touch, or what a rule or reason means",
            "REPORT [name=value...]|RULE|REASON",
            {kExplainDetails, kExplainCallDetails},
            &ExplainOptions,
            &RunExplain},
    Command{"docs", "a static site about the reports", "", {kDocsDetails}, &DocsOptions, &RunDocs},
    Command{"schema", "JSON Schemas for editors", "[KIND]", {kSchemaDetails}, &SchemaOptions, &RunSchema},
    Command{"draft",
            "write a declaration from working SQL",
            "[name=value...]",
            {kDraftDetails, kDraftRefusals},
            &DraftOptions,
            &RunDraftCommand},
    Command{"diff",
            "what a change widens, narrows or breaks",
            "BASE [HEAD]",
            {kDiffDetails, kDiffExits},
            &DiffOptions,
            &RunDiff},
    Command{"fmt", "one layout for declarations", "[PATH...|-]", {kFmtDetails}, &FmtOptions, &RunFmt},
    Command{"serve",
            "serve reports to agents and programs",
            "",
            {kServeDetails, kServeStdioDetails},
            &ServeOptions,
            &RunServe},
    Command{"token",
            "make a bearer token for a caller of the server",
            "new NAME",
            {kTokenDetails},
            &TokenOptions,
            &RunToken},
    Command{"audit", "check the audit log", "verify FILE...", {kAuditDetails, kAuditExits}, &AuditOptions, &RunAudit},
    Command{"demo", "make a small deployment to try", "[DIR]", {kDemoDetails}, &DemoOptions, &RunDemo},
    Command{"help", "help on a command, or exit-codes", "[COMMAND|exit-codes]", {}, &HelpOptions, &RunHelp},
    Command{"version", "versions of querygate and its databases", "", {}, &VersionOptions, &RunVersion},
};

constexpr std::array kCommonOptions{
    Option{"error-format", "FORMAT", "errors as text or as one json object"},
    Option{"help", {}, "show this"},
};

}  // namespace

std::span<const Command> Commands() { return kCommands; }

const Command* FindCommand(std::string_view name) {
  const auto* const found =
      std::find_if(kCommands.begin(), kCommands.end(), [name](const Command& command) { return command.name == name; });
  return found == kCommands.end() ? nullptr : found;
}

std::span<const Option> CommonOptions() { return kCommonOptions; }

}  // namespace querygate::cli
