#include "engine/run/query_reader.h"

namespace querygate {
namespace {

Rejection InvalidData(std::string reason, std::string subject) {
  return {RejectionKind::kInvalidData, std::move(reason), std::move(subject)};
}

// A lower bound of what the cell takes in the delivered body.
std::size_t CellBytes(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text == nullptr ? 1 : text->size() + 2;
}

bool Matches(const CoverageRule::Absent& absent, std::span<const TypedValue> row) {
  for (const auto& [column, value] : absent.where) {
    if (!(row[column] == value)) return false;
  }
  return true;
}

// The most rows that an answer may hold. Reading one more tells a full answer from a cut one.
std::int64_t RowLimit(const CompiledQuery& query, std::int64_t max_rows) {
  return query.rows.mode == RowsDeclaration::Mode::kMany ? max_rows : 1;
}

// What it means that there was one row too many; empty when the answer is cut there.
std::optional<Rejection> TooMany(const CompiledQuery& query) {
  if (query.rows.mode != RowsDeclaration::Mode::kMany) return InvalidData(query.rows.many_reason, query.name);
  if (!query.rows.truncate) return InvalidData("source_limit", query.name);
  return std::nullopt;
}

// Reads rows into one answer. Its state is that of a single pass over one cursor.
class Pass {
 public:
  Pass(const CompiledQuery& query, const QueryDemand& demand, ByteMeter& meter)
      : query_(query), demand_(demand), meter_(meter), row_(query.columns.size()) {
    answer_.absent_matched.assign(demand.absent.size(), false);
    if (demand.keep_rows) {
      for (const ColumnSpec& column : query.columns) answer_.rows.columns.push_back(column.name);
    }
  }

  void Take(const Cursor& cursor) {
    ++answer_.row_count;
    // After a first fault only the number of rows still matters: it may yet be the reason that wins.
    if (fault_) return;
    for (std::size_t column = 0; column < query_.columns.size(); ++column) {
      const ColumnSpec& spec = query_.columns[column];
      if (const std::string* reason = JudgeColumn(spec, cursor.Column(column), row_[column])) {
        fault_ = InvalidData(*reason, query_.name + "." + spec.name);
        return;
      }
    }
    if (demand_.keep_rows) Keep();
    for (Grouper* group : demand_.groups) group->Add(row_);
    for (std::size_t i = 0; i < demand_.absent.size(); ++i) {
      if (!answer_.absent_matched[i] && Matches(*demand_.absent[i], row_)) answer_.absent_matched[i] = true;
    }
    if (query_.rows.mode != RowsDeclaration::Mode::kMany && answer_.row_count == 1) KeepFirst(cursor);
  }

  const std::optional<Rejection>& fault() const { return fault_; }
  QueryAnswer& answer() { return answer_; }

 private:
  void Keep() {
    for (std::size_t column = 0; column < query_.columns.size(); ++column) {
      Cell cell = EncodeCell(query_.columns[column], row_[column]);
      meter_.Add(CellBytes(cell));
      if (!meter_.exceeded()) answer_.rows.cells.push_back(std::move(cell));
    }
    // A result over its budget is refused whole: nothing of it needs to be kept.
    if (meter_.exceeded()) answer_.rows.cells.clear();
  }

  void KeepFirst(const Cursor& cursor) {
    for (std::size_t column = 0; column < query_.columns.size(); ++column) {
      answer_.first_stored.push_back(Value::Copy(cursor.Column(column)));
    }
    answer_.first_typed = row_;
  }

  const CompiledQuery& query_;
  const QueryDemand& demand_;
  ByteMeter& meter_;
  std::vector<TypedValue> row_;
  std::optional<Rejection> fault_;
  QueryAnswer answer_;
};

}  // namespace

Expected<QueryAnswer, Refusal> ReadQuery(const CompiledQuery& query, Cursor& cursor, std::int64_t max_rows,
                                         const QueryDemand& demand, ByteMeter& meter) {
  const std::int64_t limit = RowLimit(query, max_rows);
  Pass pass(query, demand, meter);
  while (true) {
    auto more = cursor.Next();
    if (!more) return Unexpected(Refusal(std::move(more).error()));
    if (!*more) break;
    if (pass.answer().row_count == limit) {
      if (auto rejection = TooMany(query)) return Unexpected(Refusal(*std::move(rejection)));
      pass.answer().truncated = true;
      break;
    }
    pass.Take(cursor);
  }
  if (pass.fault()) return Unexpected(Refusal(*pass.fault()));
  if (query.rows.mode == RowsDeclaration::Mode::kExactlyOne && pass.answer().row_count == 0) {
    return Unexpected(Refusal(Rejection{RejectionKind::kNotFound, query.rows.none_reason, query.name}));
  }
  return std::move(pass.answer());
}

}  // namespace querygate
