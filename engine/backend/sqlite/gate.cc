#include "engine/backend/sqlite/gate.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/affinity.h"
#include "engine/backend/sqlite/declared.h"
#include "engine/backend/sqlite/gate_findings.h"
#include "engine/backend/sqlite/plan_words.h"
#include "engine/backend/sqlite/program_access.h"
#include "engine/backend/sqlite/program_check.h"
#include "engine/backend/sqlite/text_facts.h"
#include "engine/backend/sqlite/text_rules.h"

namespace querygate::sqlite {
namespace {

// A rowid alias is never NULL; other keys of rowid tables may be, if nothing else is said.
bool IsNotNull(const Schema& schema, const std::string& table, const std::string& column) {
  const SchemaObject* object = schema.Find(table);
  if (object == nullptr || object->kind != SchemaObject::Kind::kTable) return false;
  for (std::size_t index = 0; index < object->columns.size(); ++index) {
    const SchemaColumn& known = object->columns[index];
    if (!SameName(known.name, column)) continue;
    return known.not_null || static_cast<int>(index) == object->rowid_alias ||
           (object->without_rowid && known.primary_key > 0);
  }
  return false;
}

std::string_view Or(const char* text) { return text == nullptr ? std::string_view() : std::string_view(text); }

// Codes that the text of the statement brings about; any other is the database's state.
bool IsAuthorsFault(int code) {
  switch (code & 0xff) {
    case SQLITE_ERROR:
    case SQLITE_AUTH:
    case SQLITE_RANGE:
    case SQLITE_TOOBIG:
    case SQLITE_MISUSE:
      return true;
    default:
      return false;
  }
}

// What remains after the first statement, blanks and comments aside.
bool HasMore(std::string_view tail) { return !TokenizeSql(tail).tokens.empty(); }

class Gate {
 public:
  Gate(sqlite3* connection, Authorizer& authorizer, const AccessPolicy& policy, const Schema& schema,
       const CompiledReport& report, const CompiledQuery& query, const CompiledStatement& statement)
      : connection_(connection),
        authorizer_(authorizer),
        policy_(policy),
        schema_(schema),
        report_(report),
        query_(query),
        source_(statement),
        findings_(statement.sql) {
    policy_.local_names = LocalNames(statement.sql, schema);
  }

  Expected<GatedStatement, Fault> Pass(bool with_plan);

 private:
  bool MayPrepare();
  Expected<void, Fault> Prepare();
  void CheckKind();
  void CheckParameters();
  void CheckColumns();
  void DescribeUses();
  Expected<void, Fault> CheckFunctions();
  Expected<void, Fault> ListPlan();
  Expected<void, Fault> DescribeForAdvice();

  sqlite3* connection_;
  Authorizer& authorizer_;
  AccessPolicy policy_;  // with the statement's own names
  const Schema& schema_;
  const CompiledReport& report_;
  const CompiledQuery& query_;
  const CompiledStatement& source_;
  GateFindings findings_;
  GatedStatement gated_;
};

// Preparing a statement that reaches a virtual table would run its module's code, and SQLite does not name
// the views behind a count; both are told from the words of the statement alone.
bool Gate::MayPrepare() {
  std::set<std::string> scoped, virtual_tables;
  for (const ScopedAccess& access : policy_.scoped) scoped.insert(access.table);
  for (const auto& [folded, object] : schema_.objects) {
    if (object.kind == SchemaObject::Kind::kVirtualTable) virtual_tables.insert(folded);
  }
  const std::set<std::string> over_scoped = ViewsReaching(schema_, scoped);
  std::set<std::string> over_virtual = ViewsReaching(schema_, virtual_tables);
  over_virtual.merge(virtual_tables);

  bool may = true;
  for (const std::string& name : NamesIn(source_.sql)) {
    if (over_scoped.contains(name)) {
      findings_.Add("view-over-scoped", "the view " + name + " reads a table with row scope", name,
                    "read the table itself");
      may = false;
    }
    if (over_virtual.contains(name)) {
      findings_.Add("virtual-table", name + " is a virtual table, or a view over one", name,
                    "virtual tables are refused; read an ordinary table");
      may = false;
    }
  }
  return may;
}

Expected<void, Fault> Gate::Prepare() {
  const ActiveMode mode(authorizer_, policy_);
  authorizer_.ClearRecord();
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const std::string& sql = source_.sql;
  const int code = sqlite3_prepare_v3(connection_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT | SQLITE_PREPARE_NO_VTAB, &raw, &tail);
  gated_.statement.reset(raw);
  for (const Denial& denial : authorizer_.denials()) findings_.Add(denial);
  if (code != SQLITE_OK) {
    gated_.statement.reset();
    const int fault = sqlite3_extended_errcode(connection_);
    // A denial while SQLite builds the temporary schema for a CREATE ends as an error of the schema.
    const bool denied = (fault & 0xff) == SQLITE_SCHEMA && !authorizer_.denials().empty();
    if (!denied && !IsAuthorsFault(fault)) return Unexpected(CurrentFault(connection_, "preparing a query"));
    if (authorizer_.denials().empty())
      findings_.AddSqlError(Or(sqlite3_errmsg(connection_)), sqlite3_error_offset(connection_), schema_);
    return {};
  }
  // Only what the database itself takes for one statement counts, whatever the text rules made of it.
  const auto rest = static_cast<std::size_t>(tail - sql.data());
  if (gated_.statement != nullptr && rest < sql.size() && HasMore(std::string_view(sql).substr(rest)))
    findings_.Add("several-statements", "the SQL holds more than one statement", "statement",
                  "keep one statement, without anything behind its semicolon", rest);
  return {};
}

void Gate::CheckKind() {
  sqlite3_stmt* statement = gated_.statement.get();
  constexpr std::string_view kHelp = "a query is one SELECT or VALUES";
  if (statement == nullptr) {
    findings_.Add("not-a-query", "the SQL holds no statement", "statement", kHelp);
    return;
  }
  if (sqlite3_stmt_readonly(statement) == 0) findings_.Add("not-a-query", "the statement writes", "write", kHelp);
  if (sqlite3_stmt_isexplain(statement) != 0)
    findings_.Add("not-a-query", "EXPLAIN shows a plan, not rows", "EXPLAIN", kHelp);
  if (sqlite3_column_count(statement) == 0)
    findings_.Add("not-a-query", "the statement gives no columns", "columns", kHelp);
}

void Gate::CheckParameters() {
  sqlite3_stmt* statement = gated_.statement.get();
  const int count = sqlite3_bind_parameter_count(statement);
  for (int index = 1; index <= count; ++index) {
    const std::string_view name = Or(sqlite3_bind_parameter_name(statement, index));
    if (name.empty() || name.front() == '?') {
      findings_.Add("positional-parameter", "the SQL has a parameter without a name", "?",
                    "write :name and declare it under parameters or bind");
      // A number may leave a gap of any size behind it; one finding says enough.
      return;
    }
    const bool declared = std::any_of(source_.slots.begin(), source_.slots.end(),
                                      [&](const Slot& slot) { return slot.sql_name == name; });
    if (!declared)
      findings_.Add("parameter-mismatch", "the parameter " + std::string(name) + " is not declared", std::string(name),
                    "declare it under parameters or bind, with the same spelling");
  }
  for (const Slot& slot : source_.slots) {
    const int index = sqlite3_bind_parameter_index(statement, slot.sql_name.c_str());
    gated_.slot_indexes.push_back(index);
    if (index == 0)
      findings_.Add("parameter-mismatch", "the statement does not use " + slot.sql_name, slot.sql_name,
                    "use it in the SQL, or do not declare it");
  }
}

void Gate::CheckColumns() {
  sqlite3_stmt* statement = gated_.statement.get();
  const int count = sqlite3_column_count(statement);
  std::vector<std::string_view> names;
  for (int column = 0; column < count; ++column) {
    names.push_back(Or(sqlite3_column_name(statement, column)));
    gated_.facts.columns.push_back({.name = std::string(names.back()),
                                    .declared_type = std::string(Or(sqlite3_column_decltype(statement, column))),
                                    .origin_table = std::string(Or(sqlite3_column_table_name(statement, column))),
                                    .origin_column = std::string(Or(sqlite3_column_origin_name(statement, column)))});
    ResultColumn& fact = gated_.facts.columns.back();
    fact.affinity = AffinityOf(fact.declared_type);
    fact.origin_not_null = IsNotNull(schema_, fact.origin_table, fact.origin_column);
  }
  std::vector<std::string> missing;
  for (const ColumnSpec& declared : query_.columns) {
    const auto found = std::find(names.begin(), names.end(), declared.name);
    gated_.column_indexes.push_back(found == names.end() ? -1 : static_cast<int>(found - names.begin()));
    if (found == names.end()) {
      missing.push_back(declared.name);
    } else if (std::find(found + 1, names.end(), declared.name) != names.end()) {
      findings_.Add("result-columns", "the statement gives two columns named " + declared.name, declared.name,
                    "name each with AS");
    }
  }
  std::vector<std::string> undeclared;
  for (const std::string_view name : names) {
    const bool declared = std::any_of(query_.columns.begin(), query_.columns.end(),
                                      [&](const ColumnSpec& column) { return column.name == name; });
    if (!declared) undeclared.emplace_back(name);
  }
  // One of each is one mistake: a column without AS, or a misspelt one.
  if (missing.size() == 1 && undeclared.size() == 1)
    return findings_.Add("result-columns",
                         "the statement gives " + undeclared.front() + " where " + missing.front() + " is declared",
                         undeclared.front(), "name it with AS " + missing.front() + ", spelt as under columns");
  for (const std::string& name : missing)
    findings_.Add("result-columns", "the statement gives no column named " + name, name,
                  "name it with AS, spelt as under columns");
  for (const std::string& name : undeclared)
    findings_.Add("result-columns", "the result column " + name + " is not declared", name,
                  "declare it under columns, or leave it out of the SQL");
}

void Gate::DescribeUses() {
  std::set<AccessUse> uses;
  for (AccessUse use : authorizer_.uses()) {
    if (const SchemaObject* object = schema_.Find(use.object);
        object != nullptr && use.kind <= AccessUse::Kind::kColumn) {
      use.object = object->name;
      for (const SchemaColumn& column : object->columns) {
        if (!SameName(column.name, use.column)) continue;
        use.column = column.name;
        const auto missing = UndeclaredSources(policy_, *object, column);
        if (!missing.empty()) findings_.Add(GeneratedSourceViolation(*object, column, missing));
      }
    }
    uses.insert(std::move(use));
  }
  gated_.facts.uses.assign(uses.begin(), uses.end());
}

// A permitted name must not hide a function that somebody registered or loaded.
Expected<void, Fault> Gate::CheckFunctions() {
  std::set<std::string> foreign;
  for (const AccessUse& use : gated_.facts.uses) {
    if (use.kind == AccessUse::Kind::kFunction) foreign.insert(use.object);
  }
  if (foreign.empty()) return {};
  std::set<std::string> own;
  {
    const ActiveMode mode(authorizer_, Authorizer::Mode::kOwnStatements);
    sqlite3_stmt* raw = nullptr;
    const int prepared = sqlite3_prepare_v2(connection_, "PRAGMA function_list", -1, &raw, nullptr);
    const StatementHandle statement(raw);
    if (prepared != SQLITE_OK) return Unexpected(CurrentFault(connection_, "listing functions"));
    // name, builtin, type, enc, narg, flags: a row for each arity
    std::set<std::string> replaced;
    int stepped = SQLITE_DONE;
    while ((stepped = sqlite3_step(statement.get())) == SQLITE_ROW) {
      const auto* name = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 0));
      if (name == nullptr || !foreign.contains(FoldName(name))) continue;
      (sqlite3_column_int(statement.get(), 1) != 0 ? own : replaced).insert(FoldName(name));
    }
    if (stepped != SQLITE_DONE) return Unexpected(CurrentFault(connection_, "listing functions"));
    for (const std::string& name : replaced) own.erase(name);
  }
  for (const std::string& name : foreign) {
    if (!own.contains(name))
      findings_.Add("foreign-function", "the function " + name + " is not the database's own", name,
                    "only SQLite's own functions can be permitted");
  }
  return {};
}

Expected<void, Fault> Gate::ListPlan() {
  const ActiveMode mode(authorizer_, policy_);
  const std::string text = "EXPLAIN QUERY PLAN " + source_.sql;
  sqlite3_stmt* raw = nullptr;
  const int prepared = sqlite3_prepare_v3(connection_, text.data(), static_cast<int>(text.size()),
                                          SQLITE_PREPARE_NO_VTAB, &raw, nullptr);
  const StatementHandle statement(raw);
  if (prepared != SQLITE_OK) return Unexpected(CurrentFault(connection_, "planning a query"));
  // id, parent, notused, detail
  std::map<int, std::size_t> depths;
  int stepped = SQLITE_DONE;
  while ((stepped = sqlite3_step(statement.get())) == SQLITE_ROW) {
    const auto parent = depths.find(sqlite3_column_int(statement.get(), 1));
    const std::size_t depth = parent == depths.end() ? 0 : parent->second + 1;
    depths[sqlite3_column_int(statement.get(), 0)] = depth;
    std::string line(depth * 2, ' ');
    line += Or(reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), 3)));
    gated_.facts.plan.push_back(WithoutSecrets(policy_, std::move(line)));
    gated_.facts.plan_words.push_back(PlanWords(gated_.facts.plan.back()));
  }
  if (stepped != SQLITE_DONE) return Unexpected(CurrentFault(connection_, "planning a query"));
  return {};
}

Expected<void, Fault> Gate::DescribeForAdvice() {
  TextFacts text = DescribeText(source_.sql, schema_);
  gated_.facts.aggregates = std::move(text.aggregates);
  gated_.facts.misplaced_texts = std::move(text.misplaced_texts);
  const ActiveMode mode(authorizer_, policy_);
  const auto program = ListProgram(connection_, source_.sql);
  if (!program) return Unexpected(program.error());
  const ProgramAccess access = DescribeAccess(*program, schema_);
  gated_.facts.automatic_index = access.automatic_index;
  gated_.facts.sorts = access.sorts;
  gated_.facts.scanned.assign(access.scanned.begin(), access.scanned.end());
  return {};
}

Expected<GatedStatement, Fault> Gate::Pass(bool with_plan) {
  for (Violation& violation : CheckText(report_, query_, source_, schema_)) findings_.Add(std::move(violation));
  if (MayPrepare()) {
    if (auto prepared = Prepare(); !prepared) return Unexpected(prepared.error());
    if (findings_.empty() || gated_.statement != nullptr) CheckKind();
    if (gated_.statement != nullptr) {
      CheckParameters();
      CheckColumns();
      DescribeUses();
      if (auto functions = CheckFunctions(); !functions) return Unexpected(functions.error());
    }
    // EXPLAIN of an EXPLAIN would not even parse.
    if (gated_.statement != nullptr && sqlite3_stmt_isexplain(gated_.statement.get()) == 0) {
      auto program = CheckProgram(connection_, authorizer_, source_.sql, policy_, schema_);
      if (!program) return Unexpected(program.error());
      for (Violation& violation : *program) findings_.AddFromProgram(std::move(violation));
      if (with_plan) {
        if (auto plan = ListPlan(); !plan) return Unexpected(plan.error());
        if (findings_.empty()) {
          if (auto described = DescribeForAdvice(); !described) return Unexpected(described.error());
        }
      }
    }
  }
  gated_.facts.violations = findings_.Take();
  for (Violation& violation : gated_.facts.violations) {
    violation.message = WithoutSecrets(policy_, std::move(violation.message));
    violation.subject = WithoutSecrets(policy_, std::move(violation.subject));
  }
  if (!gated_.facts.violations.empty()) gated_.statement.reset();
  return std::move(gated_);
}

}  // namespace

Expected<GatedStatement, Fault> GateStatement(sqlite3* connection, Authorizer& authorizer, const AccessPolicy& policy,
                                              const Schema& schema, const CompiledReport& report,
                                              const CompiledQuery& query, const CompiledStatement& statement,
                                              bool with_plan) {
  return Gate(connection, authorizer, policy, schema, report, query, statement).Pass(with_plan);
}

}  // namespace querygate::sqlite
