#include "engine/review/trial/distorted_source.h"

#include <utility>

namespace querygate::trial {
namespace {

// Rows that were read ahead.
class BufferedCursor final : public Cursor {
 public:
  BufferedCursor(StoredRows rows, std::size_t columns) : rows_(std::move(rows)), columns_(columns) {}
  Expected<bool, Failure> Next() override {
    if (next_ == rows_.size()) return false;
    ++next_;
    return true;
  }
  std::size_t column_count() const override { return columns_; }
  ValueView Column(std::size_t column) const override { return rows_[next_ - 1][column].View(); }

 private:
  StoredRows rows_;
  std::size_t columns_;
  std::size_t next_ = 0;
};

class DistortedSnapshot final : public Snapshot {
 public:
  DistortedSnapshot(std::unique_ptr<Snapshot> snapshot, const Distortion& distortion)
      : snapshot_(std::move(snapshot)), distortion_(distortion) {}

  Expected<std::unique_ptr<Cursor>, Failure> Execute(std::size_t query, std::size_t statement,
                                                     std::span<const Value> values) override {
    auto cursor = snapshot_->Execute(query, statement, values);
    if (!cursor) return cursor;
    const std::size_t columns = (*cursor)->column_count();
    StoredRows rows;
    while (rows.size() < kMaxRowsAhead) {
      auto more = (*cursor)->Next();
      if (!more) return Unexpected(std::move(more).error());
      if (!*more) break;
      auto& row = rows.emplace_back();
      for (std::size_t column = 0; column < columns; ++column) row.push_back(Value::Copy((*cursor)->Column(column)));
    }
    cursor->reset();  // only one may be open at a time
    distortion_.read(query, rows);
    return std::unique_ptr<Cursor>(std::make_unique<BufferedCursor>(std::move(rows), columns));
  }
  Instant observed_at() const override { return snapshot_->observed_at(); }
  Spending spending() const override { return snapshot_->spending(); }
  Expected<void, Failure> Finish() override { return snapshot_->Finish(); }

 private:
  std::unique_ptr<Snapshot> snapshot_;
  const Distortion& distortion_;
};

class DistortedSource final : public AttachedSource {
 public:
  DistortedSource(AttachedSource& source, const Distortion& distortion) : source_(source), distortion_(distortion) {}

  Expected<std::unique_ptr<Snapshot>, Failure> Begin(const std::shared_ptr<const CompiledReport>& report,
                                                     const ScopeValues& scope, const CallContext& context) override {
    auto snapshot = source_.Begin(report, scope, context);
    if (!snapshot) return snapshot;
    return std::unique_ptr<Snapshot>(std::make_unique<DistortedSnapshot>(*std::move(snapshot), distortion_));
  }
  Expected<Inspection, Failure> Inspect(const std::shared_ptr<const CompiledReport>& report,
                                        const CallContext& context) override {
    return source_.Inspect(report, context);
  }

 private:
  AttachedSource& source_;
  const Distortion& distortion_;
};

}  // namespace

std::unique_ptr<AttachedSource> DistortRows(AttachedSource& source, const Distortion& distortion) {
  return std::make_unique<DistortedSource>(source, distortion);
}

}  // namespace querygate::trial
