// The fixed SQL, one condition, comparison or order at a time.
#include "engine/review/trial/mutations/conditions.h"
#include "engine/review/trial/mutations/mutation_functions.h"
#include "engine/review/trial/mutations/places.h"

namespace querygate::trial::mutations {
namespace {

void EditStatements(MutantList& mutants, std::string_view mutation, std::vector<SqlEdit> (*find)(std::string_view)) {
  const CompiledReport& report = mutants.report();
  for (std::size_t query = 0; query < report.queries.size(); ++query) {
    const CompiledQuery& compiled = report.queries[query];
    for (std::size_t variant = 0; variant < compiled.statements.size(); ++variant) {
      const CompiledStatement& statement = compiled.statements[variant];
      const std::string sql_place =
          QueryPlace(compiled) + ".sql" + (statement.variant.empty() ? "" : "." + statement.variant);
      std::size_t number = 0;
      for (const SqlEdit& edit : find(statement.sql)) {
        const SourcePosition position = PositionOf(statement.origin.text, statement.origin.ToOriginal(edit.offset));
        Mutant& mutant = mutants.AddReport(mutation, sql_place + "." + std::to_string(++number), position, edit.words,
                                           [&](CompiledReport& wrong) {
                                             CompiledStatement& changed = wrong.queries[query].statements[variant];
                                             changed.sql = Apply(changed.sql, edit);
                                           });
        mutant.changes_sql = true;
      }
    }
  }
}

}  // namespace

void DropConjunct(MutantList& mutants) { EditStatements(mutants, "drop_conjunct", &ConjunctsDropped); }
void DropAlternative(MutantList& mutants) { EditStatements(mutants, "drop_alternative", &AlternativesDropped); }
void MoveBoundary(MutantList& mutants) { EditStatements(mutants, "move_boundary", &BoundariesMoved); }
void ReverseOrder(MutantList& mutants) { EditStatements(mutants, "reverse_order", &OrdersReversed); }

}  // namespace querygate::trial::mutations
