#include "engine/backend/sqlite/program_opcodes.h"

#include <algorithm>
#include <array>

namespace querygate::sqlite {
namespace {

using enum CursorRole;

// Everything that a SELECT of SQLite 3.40 to 3.53 can be compiled to, and the writes and virtual tables that
// deserve a better name than "unknown". Left out on purpose, and so refused: Offset (a place in the file),
// Program and Param (triggers), RowSetRead (deleting), ReadCookie, Pagecount, MaxPgcnt and IntegrityCk (pragmas),
// IFindKey.
// clang-format off
constexpr auto kOpcodes = std::to_array<Opcode>({
    // Opening.
    {"OpenRead",      kOpenTree,       Flow::kNext,   "",  ""},
    {"ReopenIdx",     kOpenTree,       Flow::kNext,   "",  ""},
    {"OpenEphemeral", kOpenTransient,  Flow::kNext,   "",  ""},
    {"OpenAutoindex", kOpenTransient,  Flow::kNext,   "",  ""},
    {"SorterOpen",    kOpenTransient,  Flow::kNext,   "",  ""},
    {"OpenPseudo",    kOpenTransient,  Flow::kNext,   "",  ""},
    {"OpenDup",       kOpenDuplicate,  Flow::kNext,   "",  ""},

    // Moving.
    {"Close",         kMove,           Flow::kNext,   "",  ""},
    {"ColumnsUsed",   kMove,           Flow::kNext,   "",  ""},
    {"Count",         kMove,           Flow::kNext,   "",  "2"},
    {"CursorHint",    kMove,           Flow::kNext,   "",  ""},
    {"CursorLock",    kMove,           Flow::kNext,   "",  ""},
    {"CursorUnlock",  kMove,           Flow::kNext,   "",  ""},
    {"DeferredSeek",  kMove,           Flow::kNext,   "",  ""},
    {"FinishSeek",    kMove,           Flow::kNext,   "",  ""},
    {"IfEmpty",       kMove,           Flow::kBranch, "",  ""},
    {"IfNotOpen",     kMove,           Flow::kBranch, "",  ""},
    {"IfNullRow",     kMove,           Flow::kBranch, "",  ""},
    {"IfSizeBetween", kMove,           Flow::kBranch, "",  ""},
    {"IfSmaller",     kMove,           Flow::kBranch, "",  ""},
    {"Last",          kMove,           Flow::kBranch, "",  ""},
    {"Next",          kMove,           Flow::kBranch, "",  ""},
    {"NullRow",       kMove,           Flow::kNext,   "",  ""},
    {"Prev",          kMove,           Flow::kBranch, "",  ""},
    {"Rewind",        kMove,           Flow::kBranch, "",  ""},
    {"SeekEnd",       kMove,           Flow::kNext,   "",  ""},
    {"SeekHit",       kMove,           Flow::kNext,   "",  ""},
    {"Sort",          kMove,           Flow::kBranch, "",  ""},
    {"SorterNext",    kMove,           Flow::kBranch, "",  ""},
    {"SorterSort",    kMove,           Flow::kBranch, "",  ""},

    // Decoding and comparing.
    {"Column",        kColumn,         Flow::kNext,   "",    "3"},
    {"IsType",        kColumnType,     Flow::kBranch, "3",   ""},
    {"Rowid",         kRowid,          Flow::kNext,   "",    "2"},
    {"IdxRowid",      kRowid,          Flow::kNext,   "",    "2"},
    {"SeekGE",        kCompareKey,     Flow::kSeek,   "3@4", ""},
    {"SeekGT",        kCompareKey,     Flow::kSeek,   "3@4", ""},
    {"SeekLE",        kCompareKey,     Flow::kSeek,   "3@4", ""},
    {"SeekLT",        kCompareKey,     Flow::kSeek,   "3@4", ""},
    {"IdxGE",         kCompareKey,     Flow::kBranch, "3@4", ""},
    {"IdxGT",         kCompareKey,     Flow::kBranch, "3@4", ""},
    {"IdxLE",         kCompareKey,     Flow::kBranch, "3@4", ""},
    {"IdxLT",         kCompareKey,     Flow::kBranch, "3@4", ""},
    {"Found",         kCompareKey,     Flow::kBranch, "3@4", ""},
    {"NotFound",      kCompareKey,     Flow::kBranch, "3@4", ""},
    {"NoConflict",    kCompareKey,     Flow::kBranch, "3@4", ""},
    {"IfNoHope",      kCompareKey,     Flow::kBranch, "3@4", ""},
    {"SeekRowid",     kCompareRowid,   Flow::kBranch, "3",   ""},
    {"NotExists",     kCompareRowid,   Flow::kBranch, "3",   ""},
    {"RowData",       kWholeRow,       Flow::kNext,   "",    "2"},
    {"SorterData",    kWholeRow,       Flow::kNext,   "",    "2"},
    {"SorterCompare", kWholeRow,       Flow::kBranch, "3",   ""},

    // Filling transients.
    {"Delete",        kWriteTransient, Flow::kNext,   "",      ""},
    {"IdxDelete",     kWriteTransient, Flow::kNext,   "2@3",   ""},
    {"IdxInsert",     kWriteTransient, Flow::kNext,   "2 3@4", ""},
    {"Insert",        kWriteTransient, Flow::kNext,   "2 3",   ""},
    {"NewRowid",      kWriteTransient, Flow::kNext,   "",      "2"},
    {"ResetSorter",   kWriteTransient, Flow::kNext,   "",      ""},
    {"Sequence",      kWriteTransient, Flow::kNext,   "",      "2"},
    {"SequenceTest",  kWriteTransient, Flow::kBranch, "",      ""},
    {"SorterInsert",  kWriteTransient, Flow::kNext,   "2",     ""},

    // Control.
    {"Abortable",     kNone, Flow::kNext,      "",    ""},
    {"BeginSubrtn",   kNone, Flow::kNext,      "",    "2"},
    {"ElseEq",        kNone, Flow::kBranch,    "",    ""},
    {"EndCoroutine",  kNone, Flow::kEnd,       "1",   ""},
    {"Explain",       kNone, Flow::kNext,      "",    ""},
    {"Gosub",         kNone, Flow::kGosub,     "",    "1"},
    {"Goto",          kNone, Flow::kGoto,      "",    ""},
    {"Halt",          kNone, Flow::kStop,      "",    ""},
    {"HaltIfNull",    kNone, Flow::kNext,      "3",   ""},
    {"Init",          kNone, Flow::kBranch,    "",    ""},
    {"InitCoroutine", kNone, Flow::kCoroutine, "",    "1"},
    {"Jump",          kNone, Flow::kThreeWay,  "",    ""},
    {"Noop",          kNone, Flow::kNext,      "",    ""},
    {"Once",          kNone, Flow::kBranch,    "",    ""},
    {"ReleaseReg",    kNone, Flow::kNext,      "",    ""},
    {"Return",        kNone, Flow::kReturn,    "1",   ""},
    {"SeekScan",      kNone, Flow::kSeekScan,      "",    ""},
    {"Trace",         kNone, Flow::kNext,      "",    ""},
    {"Yield",         kNone, Flow::kYield,     "1",   ""},

    // Tests.
    {"DecrJumpZero",  kNone, Flow::kBranch, "1",   ""},
    {"Eq",            kNone, Flow::kBranch, "1 3", ""},
    {"Filter",        kNone, Flow::kBranch, "1 3@4", ""},
    {"Ge",            kNone, Flow::kBranch, "1 3", ""},
    {"Gt",            kNone, Flow::kBranch, "1 3", ""},
    {"If",            kNone, Flow::kBranch, "1",   ""},
    {"IfNot",         kNone, Flow::kBranch, "1",   ""},
    {"IfNotZero",     kNone, Flow::kBranch, "1",   ""},
    {"IfPos",         kNone, Flow::kBranch, "1",   ""},
    {"IsNull",        kNone, Flow::kBranch, "1",   ""},
    {"Le",            kNone, Flow::kBranch, "1 3", ""},
    {"Lt",            kNone, Flow::kBranch, "1 3", ""},
    {"MustBeInt",     kNone, Flow::kBranch, "1",   ""},
    {"Ne",            kNone, Flow::kBranch, "1 3", ""},
    {"NotNull",       kNone, Flow::kBranch, "1",   ""},
    {"RowSetAdd",     kNone, Flow::kNext,   "1 2", ""},
    {"RowSetTest",    kNone, Flow::kBranch, "1 3", ""},

    // Registers.
    {"Add",           kNone, Flow::kNext, "1 2", "3"},
    {"AddImm",        kNone, Flow::kNext, "1",   ""},
    {"Affinity",      kNone, Flow::kNext, "1@2", ""},
    {"And",           kNone, Flow::kNext, "1 2", "3"},
    {"BitAnd",        kNone, Flow::kNext, "1 2", "3"},
    {"BitNot",        kNone, Flow::kNext, "1",   "2"},
    {"BitOr",         kNone, Flow::kNext, "1 2", "3"},
    {"Blob",          kNone, Flow::kNext, "",    "2"},
    {"Cast",          kNone, Flow::kNext, "1",   ""},
    {"ClrSubtype",    kNone, Flow::kNext, "1",   ""},
    {"CollSeq",       kNone, Flow::kNext, "",    ""},
    {"Compare",       kNone, Flow::kNext, "1@3 2@3", ""},
    {"Concat",        kNone, Flow::kNext, "1 2", "3"},
    {"Copy",          kNone, Flow::kNext, "1@3+", "2@3+"},
    {"Divide",        kNone, Flow::kNext, "1 2", "3"},
    {"FilterAdd",     kNone, Flow::kNext, "1 3@4", ""},
    {"GetSubtype",    kNone, Flow::kNext, "1",   "2"},
    {"Int64",         kNone, Flow::kNext, "",    "2"},
    {"IntCopy",       kNone, Flow::kNext, "1",   "2"},
    {"Integer",       kNone, Flow::kNext, "",    "2"},
    {"IsTrue",        kNone, Flow::kNext, "1",   "2"},
    {"MakeRecord",    kNone, Flow::kNext, "1@2", "3"},
    {"MemMax",        kNone, Flow::kNext, "1 2", ""},
    {"Move",          kNone, Flow::kNext, "1@3", "2@3"},
    {"Multiply",      kNone, Flow::kNext, "1 2", "3"},
    {"Not",           kNone, Flow::kNext, "1",   "2"},
    {"Null",          kNone, Flow::kNext, "",    "2..3"},
    {"OffsetLimit",   kNone, Flow::kNext, "1 3", "2"},
    {"Or",            kNone, Flow::kNext, "1 2", "3"},
    {"Permutation",   kNone, Flow::kNext, "",    ""},
    {"Real",          kNone, Flow::kNext, "",    "2"},
    {"RealAffinity",  kNone, Flow::kNext, "1",   ""},
    {"Remainder",     kNone, Flow::kNext, "1 2", "3"},
    {"ResultRow",     kNone, Flow::kNext, "1@2", ""},
    {"SCopy",         kNone, Flow::kNext, "1",   "2"},
    {"SetSubtype",    kNone, Flow::kNext, "1",   "2"},
    {"ShiftLeft",     kNone, Flow::kNext, "1 2", "3"},
    {"ShiftRight",    kNone, Flow::kNext, "1 2", "3"},
    {"SoftNull",      kNone, Flow::kNext, "",    "1"},
    {"String",        kNone, Flow::kNext, "",    "2"},
    {"String8",       kNone, Flow::kNext, "",    "2"},
    {"Subtract",      kNone, Flow::kNext, "1 2", "3"},
    {"Variable",      kNone, Flow::kNext, "",    "2"},
    {"ZeroOrNull",    kNone, Flow::kNext, "1 3", "2"},

    // Functions.
    {"AggFinal",      kFunction, Flow::kNext, "1",     ""},
    {"AggInverse",    kFunction, Flow::kNext, "2@5 3", ""},
    {"AggStep",       kFunction, Flow::kNext, "2@5 3", ""},
    {"AggStep1",      kFunction, Flow::kNext, "2@5 3", ""},
    {"AggValue",      kFunction, Flow::kNext, "1",     "3"},
    {"Function",      kFunction, Flow::kNext, "2@f",   "3"},
    {"PureFunc",      kFunction, Flow::kNext, "2@f",   "3"},

    // Databases.
    {"TableLock",     kLock,        Flow::kNext, "", ""},
    {"Transaction",   kTransaction, Flow::kNext, "", ""},

    // Never.
    {"AutoCommit",    kWrite, Flow::kNext, "", ""},
    {"Checkpoint",    kWrite, Flow::kNext, "", ""},
    {"Clear",         kWrite, Flow::kNext, "", ""},
    {"CreateBtree",   kWrite, Flow::kNext, "", ""},
    {"Destroy",       kWrite, Flow::kNext, "", ""},
    {"DropIndex",     kWrite, Flow::kNext, "", ""},
    {"DropTable",     kWrite, Flow::kNext, "", ""},
    {"DropTrigger",   kWrite, Flow::kNext, "", ""},
    {"Expire",        kWrite, Flow::kNext, "", ""},
    {"FkCheck",       kWrite, Flow::kNext, "", ""},
    {"FkCounter",     kWrite, Flow::kNext, "", ""},
    {"FkIfZero",      kWrite, Flow::kNext, "", ""},
    {"IncrVacuum",    kWrite, Flow::kNext, "", ""},
    {"JournalMode",   kWrite, Flow::kNext, "", ""},
    {"LoadAnalysis",  kWrite, Flow::kNext, "", ""},
    {"OpenWrite",     kWrite, Flow::kNext, "", ""},
    {"ParseSchema",   kWrite, Flow::kNext, "", ""},
    {"ResetCount",    kWrite, Flow::kNext, "", ""},
    {"RowCell",       kWrite, Flow::kNext, "", ""},
    {"Savepoint",     kWrite, Flow::kNext, "", ""},
    {"SetCookie",     kWrite, Flow::kNext, "", ""},
    {"SqlExec",       kWrite, Flow::kNext, "", ""},
    {"TypeCheck",     kWrite, Flow::kNext, "", ""},
    {"Vacuum",        kWrite, Flow::kNext, "", ""},
    {"VBegin",        kVirtual, Flow::kNext, "", ""},
    {"VCheck",        kVirtual, Flow::kNext, "", ""},
    {"VColumn",       kVirtual, Flow::kNext, "", ""},
    {"VCreate",       kVirtual, Flow::kNext, "", ""},
    {"VDestroy",      kVirtual, Flow::kNext, "", ""},
    {"VFilter",       kVirtual, Flow::kNext, "", ""},
    {"VInitIn",       kVirtual, Flow::kNext, "", ""},
    {"VNext",         kVirtual, Flow::kNext, "", ""},
    {"VOpen",         kVirtual, Flow::kNext, "", ""},
    {"VRename",       kVirtual, Flow::kNext, "", ""},
    {"VUpdate",       kVirtual, Flow::kNext, "", ""},
});
// clang-format on

}  // namespace

std::span<const Opcode> Opcodes() { return kOpcodes; }

const Opcode* FindOpcode(std::string_view name) {
  const auto found =
      std::find_if(kOpcodes.begin(), kOpcodes.end(), [name](const Opcode& opcode) { return opcode.name == name; });
  return found == kOpcodes.end() ? nullptr : &*found;
}

}  // namespace querygate::sqlite
