// The functions behind the table of mutations.
#pragma once

#include "engine/review/trial/mutant.h"

namespace querygate::trial::mutations {

// value_domains.cc: what parameters, columns and totals may be
void WidenEnum(MutantList& mutants);
void WidenMinimum(MutantList& mutants);
void WidenMaximum(MutantList& mutants);
void WidenMinimumLength(MutantList& mutants);
void WidenMaximumLength(MutantList& mutants);
void WidenPattern(MutantList& mutants);
void WidenPrecision(MutantList& mutants);

// parameters.cc
void WidenItems(MutantList& mutants);
void RequireParameter(MutantList& mutants);
void DropWindow(MutantList& mutants);
void WidenWindow(MutantList& mutants);

// columns.cc
void AcceptNull(MutantList& mutants);
void ChangeEncode(MutantList& mutants);

// rows.cc
void WidenRows(MutantList& mutants);
void TruncateRows(MutantList& mutants);
void CutSilently(MutantList& mutants);
void ClaimComplete(MutantList& mutants);
void TakeFirstOfMany(MutantList& mutants);

// groups.cc
void WidenGroups(MutantList& mutants);
void IgnoreTotalRange(MutantList& mutants);
void SumThroughDouble(MutantList& mutants);
void SkipNulls(MutantList& mutants);
void ReverseGroupOrder(MutantList& mutants);

// handling.cc: what the engine does with a call
void NullAsZero(MutantList& mutants);
void CoerceReal(MutantList& mutants);
void CoerceText(MutantList& mutants);
void RejectionAsEmpty(MutantList& mutants);
void SwapColumns(MutantList& mutants);
void LoseLastRow(MutantList& mutants);
void ReverseRows(MutantList& mutants);

// coverage_claims.cc
void ForgetAbsence(MutantList& mutants);
void IgnoreDelay(MutantList& mutants);

// grants.cc
void DropGrant(MutantList& mutants);
void AddGrant(MutantList& mutants);
void DropScope(MutantList& mutants);

// statements.cc
void DropConjunct(MutantList& mutants);
void DropAlternative(MutantList& mutants);
void MoveBoundary(MutantList& mutants);
void ReverseOrder(MutantList& mutants);

}  // namespace querygate::trial::mutations
