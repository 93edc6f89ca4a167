#include "engine/base/rule.h"

#include <algorithm>
#include <array>

namespace querygate {
namespace {

constexpr Severity kError = Severity::kError;
constexpr Severity kWarning = Severity::kWarning;
constexpr Severity kNote = Severity::kNote;

// QG0xx reading and compiling a declaration, QG1xx what a statement touches, QG2xx order of rows, QG3xx
// advice, QG4xx suppressions. A new rule takes the next free number of its group; a removed one leaves a gap.
// clang-format off
constexpr auto kRules = std::to_array<Rule>({
    {"QG001", "yaml-syntax", kError, false, "the file is not well-formed YAML"},
    {"QG002", "document-size", kError, false, "the file is larger than 256 KiB"},
    {"QG003", "document-depth", kError, false, "the document is nested deeper than 32 levels"},
    {"QG004", "invalid-encoding", kError, false, "the file is not valid UTF-8 or holds a character that has no place in it"},
    {"QG005", "duplicate-key", kError, false, "a key appears twice in one mapping"},
    {"QG006", "unknown-key", kError, false, "the key is not part of the declaration language"},
    {"QG007", "misplaced-key", kError, false, "the key belongs to another part of the document"},
    {"QG008", "missing-key", kError, false, "a required key is absent"},
    {"QG009", "wrong-type", kError, false, "the value has another shape or type than its key takes"},
    {"QG010", "alias-or-anchor", kError, false, "YAML anchors and aliases are not part of the declaration language"},
    {"QG011", "merge-key", kError, false, "YAML merge keys are not part of the declaration language"},
    {"QG012", "several-documents", kError, false, "a file holds exactly one document"},
    {"QG013", "yaml-tag", kError, false, "YAML tags are not part of the declaration language"},
    {"QG014", "api-version", kError, false, "apiVersion is absent or not one that this version reads"},
    {"QG015", "document-kind", kError, false, "kind is absent, unknown, or not the one this folder holds"},
    {"QG016", "document-name", kError, false, "a path segment does not match [a-z][a-z0-9_]*"},
    {"QG017", "invalid-value", kError, false, "the value is outside the set or range that its key takes"},
    {"QG018", "unreadable-file", kError, false, "the file cannot be read"},

    {"QG020", "unknown-source", kError, false, "no policy declares this source"},
    {"QG021", "unknown-limits", kError, false, "no policy declares these limits"},
    {"QG022", "above-ceiling", kError, true, "the grant is outside what the source's policy exposes"},
    {"QG023", "budget-widened", kError, true, "a report may only narrow the limits it names"},
    {"QG024", "invalid-schema", kError, false, "the source's schema snapshot cannot be read or compiled"},
    {"QG025", "unknown-table", kError, false, "the schema has no such table or view"},
    {"QG026", "unknown-column", kError, false, "the table has no such column"},
    {"QG027", "unknown-function", kError, false, "the database has no such function"},
    {"QG028", "duplicate-name", kError, false, "two things in one namespace have the same name"},
    {"QG029", "undeclared-parameter", kError, false, "the SQL names a parameter that is neither declared nor bound"},
    {"QG030", "unused-parameter", kError, false, "a declared parameter or bind is used nowhere"},
    {"QG031", "positional-parameter", kError, false, "SQL parameters are named; positional ones are not part of the language"},
    {"QG032", "list-placement", kError, false, "a list parameter stands only in IN (:name) or NOT IN (:name)"},
    {"QG033", "invalid-type-option", kError, false, "the option does not belong to this type"},
    {"QG034", "invalid-bound", kError, false, "a bound is malformed, empty, or contradicts another"},
    {"QG035", "invalid-default", kError, false, "the default does not satisfy the parameter's own declaration"},
    {"QG036", "invalid-pattern", kError, false, "the pattern is not in the syntax that RE2 and ECMA-262 share"},
    {"QG037", "invalid-bind", kError, false, "a bind does not name a column of an earlier exactly: 1 query"},
    {"QG038", "invalid-window", kError, false, "a window does not name two parameters of one ordered type"},
    {"QG039", "invalid-result", kError, false, "the result does not fit the queries it is made of"},
    {"QG040", "invalid-coverage", kError, false, "the coverage does not fit the parameters and queries it names"},
    {"QG041", "invalid-reason", kError, false, "a reason is not a snake_case word"},
    {"QG042", "reason-conflict", kError, false, "one reason would have two meanings in this report"},
    {"QG043", "reserved-name", kError, false, "the name is one that the engine uses itself"},
    {"QG044", "unknown-scope", kError, false, "no policy declares this scope value"},
    {"QG045", "unknown-role", kError, false, "no policy declares this role"},
    {"QG046", "invalid-narrowing", kError, false, "a role's narrowing does not fit the report or would widen it"},
    {"QG047", "tool-name-collision", kError, false, "two reports have the same tool name, or it is too long"},
    {"QG048", "unused-query", kError, false, "no part of the result and no bind uses this query"},
    {"QG049", "missing-store", kError, false, "a decimal or timestamp states how it is stored"},
    {"QG050", "invalid-variant", kError, false, "the variants of an SQL choice do not match the parameter that picks one"},
    {"QG051", "sql-too-long", kError, false, "the SQL, with its lists expanded, is longer than the budget's sql_bytes"},
    {"QG052", "invalid-rows", kError, false, "the rows rule does not say how many rows a query may give"},
    {"QG053", "invalid-row-scope", kError, true, "a source's row scope names a table that it does not expose, or no columns"},
    {"QG054", "invalid-given", kError, false, "a test's rows or caller cannot be made as they are written"},
    {"QG055", "test-without-report", kError, false, "a test lies beside no report of its name"},
    {"QG056", "invalid-equivalent", kError, false, "a mutant that is called equivalent does not exist, or a case notices it"},

    {"QG101", "unlisted-table", kError, true, "the SQL touches a table or view that is not listed under allow"},
    {"QG102", "unlisted-column", kError, true, "the SQL reads a column that is not listed under allow"},
    {"QG103", "unlisted-function", kError, true, "the SQL calls a function that is not listed under allow"},
    {"QG104", "denied-action", kError, true, "the SQL does something that no report may do"},
    {"QG105", "recursion-not-allowed", kError, true, "a recursive query needs recursive: true in allow and in the source's policy"},
    {"QG106", "not-a-query", kError, true, "the SQL is not a statement that only reads and returns columns"},
    {"QG107", "several-statements", kError, true, "the SQL holds more than one statement"},
    {"QG108", "nul-in-sql", kError, true, "the SQL holds a NUL character"},
    {"QG109", "unterminated-comment", kError, true, "a comment in the SQL is not closed"},
    {"QG110", "sql-error", kError, true, "the database's parser refuses the SQL"},
    {"QG111", "refused-word", kError, true, "the SQL uses a word whose effects the database does not report"},
    {"QG112", "qualified-name", kError, true, "the SQL names a schema; tables are named without one"},
    {"QG113", "unknown-collation", kError, true, "the SQL uses a collation that is not built in"},
    {"QG114", "shadowing-cte", kError, true, "a common table expression has the name of a schema object"},
    {"QG115", "unused-cte", kError, true, "a common table expression is never used, so nothing checks it"},
    {"QG116", "private-name", kError, true, "the SQL names a column or table of the schema that is not listed under allow"},
    {"QG117", "generated-source", kError, true, "a generated column is computed from a column that is not listed"},
    {"QG118", "empty-column-name", kError, true, "the schema has a column without a name, which no rule can tell apart"},
    {"QG119", "virtual-table", kError, true, "virtual tables and table-valued functions are refused"},
    {"QG120", "view-over-scoped", kError, true, "a view reads a table that is filtered by row scope"},
    {"QG121", "text-encoding", kError, true, "the database does not store text as UTF-8"},
    {"QG122", "undeclared-read", kError, true, "the compiled program reads a table or column that is not listed"},
    {"QG123", "outside-main", kError, true, "the compiled program opens something outside the main database"},
    {"QG124", "unknown-opcode", kError, true, "the compiled program holds an instruction that is not known to be safe"},
    {"QG125", "program-write", kError, true, "the compiled program writes or changes a setting"},
    {"QG126", "null-argument", kError, true, "the database reported an access without saying what it touches"},
    {"QG127", "parameter-mismatch", kError, true, "the statement's parameters are not the declared ones"},
    {"QG128", "result-columns", kError, true, "the statement's result columns are not the declared ones"},
    {"QG129", "foreign-function", kError, true, "a permitted function is not the database's own"},

    {"QG201", "unordered-window", kError, false, "a window function's answer depends on an order that is not stated"},
    {"QG202", "unordered-limit", kError, false, "rows are cut without a total order, so which ones remain is accidental"},
    {"QG203", "unordered-rows", kError, false, "rows are delivered in order or cut without a total order"},
    {"QG204", "limit-in-sql", kWarning, false, "a LIMIT in SQL hides whether the answer is complete"},
    {"QG205", "arbitrary-value", kError, false, "a value is that of an arbitrary row, or keeps an order that is not stated"},

    {"QG301", "unused-grant", kWarning, false, "a grant is used by no query of the report"},
    {"QG302", "select-star", kWarning, false, "SELECT * changes its meaning with the schema"},
    {"QG303", "nondeterministic-function", kWarning, false, "a function's answer differs between two equal calls"},
    {"QG304", "missing-description", kWarning, false, "a report or parameter does not say what it is for"},
    {"QG305", "unscoped-table", kWarning, false, "a source with row scope exposes a table that has none"},
    {"QG306", "useless-description", kWarning, false, "a description tells a reader nothing"},
    {"QG307", "string-for-column", kWarning, false, "a text in single quotes stands where a column is meant"},
    {"QG308", "nullable-count", kWarning, false, "a count of a column that may be NULL leaves out rows"},
    {"QG309", "inexact-aggregate", kWarning, false, "a column that is declared exact is computed through a double"},
    {"QG310", "sum-overflow", kWarning, false, "a sum in the SQL may pass 64 bits, which fails the call"},
    {"QG311", "unstated-encoding", kWarning, false, "an integer may exceed 2^53 and the declaration does not say how it is encoded"},
    {"QG312", "column-type-mismatch", kWarning, false, "the schema's type for a column cannot hold what the contract asks for"},
    {"QG313", "large-table-scan", kWarning, false, "a statement walks through a table that the source calls large"},
    {"QG314", "automatic-index", kWarning, false, "the database builds an index for the statement on every call"},
    {"QG315", "temporary-sort", kNote, false, "rows of a large table are sorted in memory"},
    {"QG316", "unknown-successor", kWarning, false, "replaced_by names a report that does not exist or is retired itself"},
    {"QG317", "missing-test", kNote, false, "a report has no test, though others of the deployment have"},
    {"QG318", "missing-rejection-case", kWarning, false, "no case of a report's test expects a rejection"},
    {"QG319", "missing-boundary-case", kNote, false, "no case of a report's test tries a parameter's bounds"},
    {"QG320", "unreviewed-expectation", kWarning, false, "an expectation was taken from a run and nobody has read it"},

    {"QG401", "unused-suppression", kWarning, false, "a suppression covers no finding of its rule"},
    {"QG402", "expired-suppression", kWarning, false, "a suppression is past its date and has no effect"},
    {"QG403", "malformed-suppression", kError, false, "a suppression does not say which rule it is about and why"},
    {"QG404", "refused-suppression", kError, false, "a suppression names a rule that no declaration can suppress"},
});
// clang-format on

}  // namespace

std::span<const Rule> Rules() { return kRules; }

const Rule* FindRule(std::string_view id_or_alias) {
  const auto found = std::find_if(kRules.begin(), kRules.end(), [id_or_alias](const Rule& rule) {
    return rule.id == id_or_alias || rule.alias == id_or_alias;
  });
  return found == kRules.end() ? nullptr : &*found;
}

bool IsEnforced(const Rule& rule) {
  constexpr char kLastEnforcedGroup = '2';
  return rule.severity == kError && rule.id[2] <= kLastEnforcedGroup;
}

bool IsSuppressible(const Rule& rule) {
  const bool about_suppressions = rule.id.starts_with("QG4");
  return !IsEnforced(rule) && !rule.security && !about_suppressions;
}

}  // namespace querygate
