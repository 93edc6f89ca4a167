#include "engine/backend/sqlite/expression_facts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

using Kind = ExpressionFacts::Kind;

ExpressionFacts Facts(Kind kind, bool nullable) { return {kind, nullable, std::nullopt, {}, {}}; }

bool IsNumeric(Kind kind) { return kind == Kind::kInteger || kind == Kind::kReal || kind == Kind::kNumber; }

// What one of several expressions gives.
Kind Either(Kind a, Kind b) {
  if (a == b) return a;
  return IsNumeric(a) && IsNumeric(b) ? Kind::kNumber : Kind::kUnknown;
}

// What + - * give: text is read as a number first.
Kind Arithmetic(Kind a, Kind b) {
  if (a == Kind::kInteger && b == Kind::kInteger) return Kind::kInteger;
  const bool real = a == Kind::kReal || b == Kind::kReal;
  return real && a != Kind::kUnknown && b != Kind::kUnknown ? Kind::kReal : Kind::kNumber;
}

Kind KindOfType(std::string_view declared) {
  std::string type = FoldName(declared);
  const auto has = [&](std::string_view part) { return type.find(part) != std::string::npos; };
  if (has("int")) return Kind::kInteger;
  if (has("char") || has("clob") || has("text")) return Kind::kText;
  if (has("blob")) return Kind::kBlob;
  if (has("real") || has("floa") || has("doub")) return Kind::kReal;
  return type.empty() || has("date") || has("time") ? Kind::kUnknown : Kind::kNumber;
}

// How a function's kind and NULL follow from its arguments.
enum class Gives { kInteger, kReal, kNumber, kText, kLikeFirst };
enum class Nulls { kNever, kFromArguments, kPossible };
struct FunctionRow {
  std::string_view name;
  Gives gives;
  Nulls nulls;
};

constexpr auto kScalarFunctions = std::to_array<FunctionRow>({
    {"abs", Gives::kLikeFirst, Nulls::kFromArguments},
    {"ceil", Gives::kNumber, Nulls::kFromArguments},
    {"ceiling", Gives::kNumber, Nulls::kFromArguments},
    {"date", Gives::kText, Nulls::kPossible},
    {"datetime", Gives::kText, Nulls::kPossible},
    {"floor", Gives::kNumber, Nulls::kFromArguments},
    {"format", Gives::kText, Nulls::kPossible},
    {"glob", Gives::kInteger, Nulls::kFromArguments},
    {"hex", Gives::kText, Nulls::kNever},
    {"instr", Gives::kInteger, Nulls::kFromArguments},
    {"julianday", Gives::kReal, Nulls::kPossible},
    {"length", Gives::kInteger, Nulls::kFromArguments},
    {"like", Gives::kInteger, Nulls::kFromArguments},
    {"lower", Gives::kText, Nulls::kFromArguments},
    {"ltrim", Gives::kText, Nulls::kFromArguments},
    {"nullif", Gives::kLikeFirst, Nulls::kPossible},
    {"printf", Gives::kText, Nulls::kPossible},
    {"quote", Gives::kText, Nulls::kNever},
    {"random", Gives::kInteger, Nulls::kNever},
    {"replace", Gives::kText, Nulls::kFromArguments},
    {"round", Gives::kReal, Nulls::kFromArguments},
    {"rtrim", Gives::kText, Nulls::kFromArguments},
    {"sign", Gives::kInteger, Nulls::kPossible},
    {"strftime", Gives::kText, Nulls::kPossible},
    {"substr", Gives::kText, Nulls::kFromArguments},
    {"substring", Gives::kText, Nulls::kFromArguments},
    {"time", Gives::kText, Nulls::kPossible},
    {"trim", Gives::kText, Nulls::kFromArguments},
    {"typeof", Gives::kText, Nulls::kNever},
    {"unicode", Gives::kInteger, Nulls::kPossible},
    {"unixepoch", Gives::kInteger, Nulls::kPossible},
    {"upper", Gives::kText, Nulls::kFromArguments},
});

constexpr auto kWindowFunctions = std::to_array<FunctionRow>({
    {"cume_dist", Gives::kReal, Nulls::kNever},
    {"dense_rank", Gives::kInteger, Nulls::kNever},
    {"first_value", Gives::kLikeFirst, Nulls::kPossible},
    {"lag", Gives::kLikeFirst, Nulls::kPossible},
    {"last_value", Gives::kLikeFirst, Nulls::kPossible},
    {"lead", Gives::kLikeFirst, Nulls::kPossible},
    {"nth_value", Gives::kLikeFirst, Nulls::kPossible},
    {"ntile", Gives::kInteger, Nulls::kNever},
    {"percent_rank", Gives::kReal, Nulls::kNever},
    {"rank", Gives::kInteger, Nulls::kNever},
    {"row_number", Gives::kInteger, Nulls::kNever},
});

constexpr std::array<std::string_view, 7> kAggregates{"avg", "count", "group_concat", "max", "min", "sum", "total"};

const FunctionRow* FindFunction(std::string_view name) {
  for (const FunctionRow& row : kScalarFunctions) {
    if (row.name == name) return &row;
  }
  for (const FunctionRow& row : kWindowFunctions) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

Kind KindGiven(Gives gives, const std::vector<ExpressionFacts>& arguments) {
  switch (gives) {
    case Gives::kInteger:
      return Kind::kInteger;
    case Gives::kReal:
      return Kind::kReal;
    case Gives::kNumber:
      return Kind::kNumber;
    case Gives::kText:
      return Kind::kText;
    case Gives::kLikeFirst:
      break;
  }
  return arguments.empty() ? Kind::kUnknown : arguments.front().kind;
}

bool AnyNullable(const std::vector<ExpressionFacts>& facts) {
  return std::any_of(facts.begin(), facts.end(), [](const ExpressionFacts& one) { return one.nullable; });
}

// Operators between two operands, the loosest first.
struct OperatorRow {
  std::string_view text;
  bool word;
  int level;
};
constexpr auto kOperators = std::to_array<OperatorRow>({
    {"OR", true, 0},  {"AND", true, 1}, {"=", false, 3},   {"==", false, 3},  {"<>", false, 3},     {"!=", false, 3},
    {"IS", true, 3},  {"IN", true, 3},  {"LIKE", true, 3}, {"GLOB", true, 3}, {"BETWEEN", true, 3}, {"<", false, 4},
    {"<=", false, 4}, {">", false, 4},  {">=", false, 4},  {"&", false, 5},   {"|", false, 5},      {"<<", false, 5},
    {">>", false, 5}, {"+", false, 6},  {"-", false, 6},   {"*", false, 7},   {"/", false, 7},      {"%", false, 7},
    {"||", false, 8}, {"->", false, 8}, {"->>", false, 8},
});

const OperatorRow* FindOperator(const SqlToken& token) {
  for (const OperatorRow& row : kOperators) {
    if (row.word ? IsWord(token, row.text) : IsOperator(token, row.text)) return &row;
  }
  return nullptr;
}

}  // namespace

ExpressionFacts ExpressionReader::ReadOutput(std::size_t select, std::size_t output) {
  const auto [own, first] = reading_.try_emplace({select, output});
  std::optional<ExpressionFacts>& found = own->second;
  if (!first) return found.value_or(ExpressionFacts{});
  const std::size_t cores = text_.outline->selects[select].cores.size();
  for (std::size_t core = 0; core < cores; ++core) {
    const CoreScope& scope = relations_.ScopeOf(select, core);
    if (!scope.outputs_known() || output >= scope.outputs().size()) {
      found = ExpressionFacts{};
      break;
    }
    const ScopeOutput& written = scope.outputs()[output];
    ExpressionFacts facts =
        written.column ? OfColumn({select, core}, *written.column) : Read(select, core, written.expression);
    if (!found) {
      found = std::move(facts);
      continue;
    }
    found->kind = Either(found->kind, facts.kind);
    found->nullable |= facts.nullable;
    if (found->origin != facts.origin) found->origin.reset();
    found->function.clear();
  }
  ExpressionFacts facts = std::move(found).value_or(ExpressionFacts{});
  reading_.erase({select, output});
  return facts;
}

ExpressionFacts ExpressionReader::Read(std::size_t select, std::size_t core, TokenRange range) {
  const CoreScope& scope = relations_.ScopeOf(select, core);
  const Place place{select, core};
  if (auto nested = ReadNested(range)) return *nested;
  range = scope.WithoutParentheses(range);
  if (range.empty()) return {};
  if (auto literal = ReadLiteral(range)) return *literal;
  if (auto column = ReadColumn(place, range)) return *column;
  if (auto operation = ReadOperator(place, range)) return *operation;
  if (auto choice = ReadCase(place, range)) return *choice;
  if (auto nested = ReadNested(range)) return *nested;
  if (auto call = ReadCall(place, range)) return *call;
  return {};
}

std::optional<ExpressionFacts> ExpressionReader::ReadLiteral(TokenRange range) const {
  const auto& tokens = text_.tokens;
  const bool sign = range.size() == 2 && (IsOperator(tokens[range.begin], "-") || IsOperator(tokens[range.begin], "+"));
  if (range.size() != 1 && !sign) return std::nullopt;
  const SqlToken& token = tokens[range.end - 1];
  switch (token.kind) {
    case SqlToken::Kind::kNumber: {
      const bool hexadecimal = token.text.starts_with("0x") || token.text.starts_with("0X");
      const bool real = !hexadecimal && token.text.find_first_of(".eE") != std::string_view::npos;
      return Facts(real ? Kind::kReal : Kind::kInteger, false);
    }
    case SqlToken::Kind::kString:
      return sign ? std::nullopt : std::optional(Facts(Kind::kText, false));
    case SqlToken::Kind::kBlob:
      return Facts(Kind::kBlob, false);
    case SqlToken::Kind::kWord:
      if (IsWord(token, "TRUE") || IsWord(token, "FALSE")) return Facts(Kind::kInteger, false);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<ExpressionFacts> ExpressionReader::ReadColumn(Place place, TokenRange range) {
  const CoreScope& scope = relations_.ScopeOf(place.select, place.core);
  const auto column = scope.Resolve(range);
  if (column) return OfColumn(place, *column);
  // A name of an enclosing SELECT, or an alias of this one.
  const bool name = range.size() == 1 && IsIdentifier(text_.tokens[range.begin]);
  const bool qualified = range.size() == 3 && IsOperator(text_.tokens[range.begin + 1], ".");
  if (!name && !qualified) return std::nullopt;
  if (name) {
    const std::string folded = FoldedName(text_.tokens[range.begin]);
    for (std::size_t i = 0; i < scope.outputs().size(); ++i) {
      if (scope.outputs()[i].alias == folded) return ReadOutput(place.select, i);
    }
  }
  const Select& select = scope.select();
  if (!select.parent) return std::nullopt;
  return ReadColumn({*select.parent, select.parent_core}, range);
}

ExpressionFacts ExpressionReader::OfSchemaColumn(const SchemaObject& object, std::size_t column) const {
  if (column >= object.columns.size()) return Facts(Kind::kInteger, false);  // the rowid
  const SchemaColumn& declared = object.columns[column];
  const bool rowid = object.rowid_alias >= 0 && static_cast<std::size_t>(object.rowid_alias) == column;
  const bool key = object.without_rowid && declared.primary_key > 0;
  ExpressionFacts facts = Facts(KindOfType(declared.declared_type), !declared.not_null && !rowid && !key);
  if (object.kind == SchemaObject::Kind::kView) facts.nullable = true;
  facts.origin = ColumnOrigin{object.name, declared.name};
  return facts;
}

ExpressionFacts ExpressionReader::OfColumn(Place place, ColumnId id) {
  const std::vector<FromItem>& from = relations_.ScopeOf(place.select, place.core).core().from;
  const FromItem& item = from[id.item];
  // An outer join may leave this side empty: LEFT the item itself, RIGHT and FULL those before it.
  bool outer = item.join != FromItem::Join::kInner;
  for (std::size_t later = id.item + 1; later < from.size(); ++later) {
    outer |= from[later].join == FromItem::Join::kOther;
  }
  const auto mark = [outer](ExpressionFacts facts) {
    facts.nullable |= outer;
    return facts;
  };
  if (item.kind == FromItem::Kind::kSelect) return mark(ReadOutput(item.select, id.column));
  if (item.kind != FromItem::Kind::kTable) return {};
  for (std::optional<std::size_t> at = place.select; at; at = text_.outline->selects[*at].parent) {
    for (const CommonTable& common : text_.outline->selects[*at].common_tables) {
      if (common.name == item.name) return mark(ReadOutput(common.select, id.column));
    }
  }
  const SchemaObject* object = schema_.Find(item.name);
  return object == nullptr ? ExpressionFacts{} : mark(OfSchemaColumn(*object, id.column));
}

// The loosest operator outside parentheses and CASE, the last of its level: what is computed last.
std::optional<ExpressionFacts> ExpressionReader::ReadOperator(Place place, TokenRange range) {
  const auto& tokens = text_.tokens;
  if (IsWord(tokens[range.begin], "NOT") || IsWord(tokens[range.begin], "EXISTS")) return Facts(Kind::kInteger, true);
  const OperatorRow* loosest = nullptr;
  std::size_t where = 0;
  int cases = 0;
  bool between = false;
  for (std::size_t i = range.begin; i < range.end; i = std::max(text_.match[i], i) + 1) {
    if (IsWord(tokens[i], "CASE")) ++cases;
    if (IsWord(tokens[i], "END")) --cases;
    if (cases > 0 || i == range.begin) continue;
    if (IsWord(tokens[i], "ISNULL") || IsWord(tokens[i], "NOTNULL")) return Facts(Kind::kInteger, false);
    const OperatorRow* row = FindOperator(tokens[i]);
    if (row == nullptr) continue;
    if (!row->word && !EndsOperand(tokens[i - 1])) continue;  // a sign
    if (row->text == "BETWEEN") between = true;
    if (row->text == "AND" && std::exchange(between, false)) continue;
    if (loosest != nullptr && row->level > loosest->level) continue;
    loosest = row;
    where = i;
  }
  if (loosest == nullptr) {
    if (!IsOperator(tokens[range.begin], "-") && !IsOperator(tokens[range.begin], "+")) return std::nullopt;
    return Read(place.select, place.core, {range.begin + 1, range.end});
  }
  if (loosest->text == "IS") return Facts(Kind::kInteger, false);
  const ExpressionFacts left = Read(place.select, place.core, {range.begin, where});
  const ExpressionFacts right = Read(place.select, place.core, {where + 1, range.end});
  if (loosest->text == "->" || loosest->text == "->>") return Facts(Kind::kUnknown, true);
  const bool nullable = left.nullable || right.nullable;
  if (loosest->level == 3 && loosest->word) return Facts(Kind::kInteger, true);
  if (loosest->level <= 5) return Facts(Kind::kInteger, nullable);
  if (loosest->text == "||") return Facts(Kind::kText, nullable);
  if (loosest->text == "/" || loosest->text == "%") {
    // Division by zero gives NULL; a number other than zero is written out.
    const bool safe = where + 2 == range.end && tokens[where + 1].kind == SqlToken::Kind::kNumber &&
                      tokens[where + 1].text.find_first_of("123456789") != std::string_view::npos;
    return Facts(Arithmetic(left.kind, right.kind), nullable || !safe);
  }
  return Facts(Arithmetic(left.kind, right.kind), nullable);
}

std::optional<ExpressionFacts> ExpressionReader::ReadCase(Place place, TokenRange range) {
  const auto& tokens = text_.tokens;
  if (!IsWord(tokens[range.begin], "CASE") || !IsWord(tokens[range.end - 1], "END")) return std::nullopt;
  std::optional<ExpressionFacts> found;
  bool complete = false;
  std::size_t begin = 0;
  const auto take = [&](std::size_t end) {
    if (begin == 0) return;
    const ExpressionFacts branch = Read(place.select, place.core, {begin, end});
    if (!found) {
      found = Facts(branch.kind, branch.nullable);
    } else {
      found->kind = Either(found->kind, branch.kind);
      found->nullable |= branch.nullable;
    }
    begin = 0;
  };
  int cases = 0;
  for (std::size_t i = range.begin + 1; i + 1 < range.end; i = std::max(text_.match[i], i) + 1) {
    if (IsWord(tokens[i], "CASE")) ++cases;
    if (IsWord(tokens[i], "END")) --cases;
    if (cases > 0) continue;
    if (IsWord(tokens[i], "THEN")) begin = i + 1;
    if (IsWord(tokens[i], "WHEN")) take(i);
    if (IsWord(tokens[i], "ELSE")) {
      take(i);
      begin = i + 1;
      complete = true;
    }
  }
  take(range.end - 1);
  if (found && !complete) found->nullable = true;
  return found;
}

std::optional<ExpressionFacts> ExpressionReader::ReadNested(TokenRange range) {
  const auto& selects = text_.outline->selects;
  for (std::size_t i = 0; i < selects.size(); ++i) {
    if (selects[i].place != Select::Place::kScalar) continue;
    const TokenRange inner = selects[i].range;
    if (range.size() < 3 || inner.begin != range.begin + 1 || inner.end != range.end - 1) continue;
    ExpressionFacts facts = ReadOutput(i, 0);
    // No row gives NULL; an aggregate without GROUP BY always gives one.
    const CoreScope& scope = relations_.ScopeOf(i, 0);
    const bool one_row = selects[i].cores.size() == 1 && scope.core().group_by.empty() && scope.core().having.empty() &&
                         scope.Aggregates();
    facts.nullable |= !one_row;
    facts.origin.reset();
    return facts;
  }
  return std::nullopt;
}

// `whole_group`: over the rows of a group, none left out. Else there may be no row to take a value from.
ExpressionFacts ExpressionReader::Aggregate(Place place, const std::string& name, TokenRange arguments,
                                            bool whole_group) {
  if (name == "count") return Facts(Kind::kInteger, false);
  if (name == "total") return Facts(Kind::kReal, false);
  if (!arguments.empty() && IsWord(text_.tokens[arguments.begin], "DISTINCT")) ++arguments.begin;
  const ExpressionFacts argument = Read(place.select, place.core, arguments);
  const bool nullable = argument.nullable || !whole_group;
  if (name == "avg") return Facts(Kind::kReal, nullable);
  if (name == "group_concat") return Facts(Kind::kText, nullable);
  if (name == "sum") {
    const bool known = argument.kind == Kind::kInteger || argument.kind == Kind::kReal;
    return Facts(known ? argument.kind : Kind::kNumber, nullable);
  }
  return Facts(argument.kind, nullable);  // min, max
}

std::optional<ExpressionFacts> ExpressionReader::ReadCall(Place place, TokenRange range) {
  const auto& tokens = text_.tokens;
  if (range.size() < 3 || !IsIdentifier(tokens[range.begin]) || !IsOperator(tokens[range.begin + 1], "(")) {
    return std::nullopt;
  }
  const std::size_t close = text_.match[range.begin + 1];
  const std::string name = FoldedName(tokens[range.begin]);
  const TokenRange inside{range.begin + 2, close};
  if (name == "cast") {
    std::size_t as = inside.begin;
    while (as < inside.end && !IsWord(tokens[as], "AS")) as = std::max(text_.match[as], as) + 1;
    if (as + 1 >= inside.end) return std::nullopt;
    return Facts(KindOfType(tokens[as + 1].text), Read(place.select, place.core, {inside.begin, as}).nullable);
  }
  bool filtered = false;
  bool windowed = false;
  for (std::size_t i = close + 1; i < range.end; i = std::max(text_.match[i], i) + 1) {
    filtered |= IsWord(tokens[i], "FILTER");
    windowed |= IsWord(tokens[i], "OVER");
  }
  if (close + 1 != range.end && !filtered && !windowed) return std::nullopt;

  const std::vector<TokenRange> parts = SplitAtCommas(tokens, inside);
  const bool aggregate = std::find(kAggregates.begin(), kAggregates.end(), name) != kAggregates.end();
  const bool several = (name == "min" || name == "max") && parts.size() > 1;
  ExpressionFacts facts;
  if (aggregate && !several) {
    const SelectCore& core = relations_.ScopeOf(place.select, place.core).core();
    const bool whole_group = !filtered && !windowed && !core.group_by.empty();
    facts = Aggregate(place, name, parts.empty() ? TokenRange{} : parts.front(), whole_group);
  } else {
    std::vector<ExpressionFacts> arguments;
    for (const TokenRange& part : parts) arguments.push_back(Read(place.select, place.core, part));
    const FunctionRow* row = FindFunction(name);
    if (name == "coalesce" || name == "ifnull" || name == "iif" || several) {
      const std::size_t first = name == "iif" ? 1 : 0;
      if (arguments.size() <= first) return std::nullopt;
      facts = Facts(arguments[first].kind,
                    AnyNullable({arguments.begin() + static_cast<std::ptrdiff_t>(first), arguments.end()}));
      for (std::size_t i = first + 1; i < arguments.size(); ++i) facts.kind = Either(facts.kind, arguments[i].kind);
      if (name == "coalesce" || name == "ifnull") {
        facts.nullable = std::all_of(arguments.begin(), arguments.end(),
                                     [](const ExpressionFacts& argument) { return argument.nullable; });
      }
    } else if (row != nullptr) {
      const bool nullable =
          row->nulls == Nulls::kPossible || (row->nulls == Nulls::kFromArguments && AnyNullable(arguments));
      facts = Facts(KindGiven(row->gives, arguments), nullable);
    }
    if (name == "strftime" && !parts.empty() && parts.front().size() == 1 &&
        tokens[parts.front().begin].kind == SqlToken::Kind::kString) {
      const std::string_view literal = tokens[parts.front().begin].text;
      facts.format = std::string(literal.substr(1, literal.size() - 2));
    }
  }
  facts.function = name;
  return facts;
}

}  // namespace querygate::sqlite
