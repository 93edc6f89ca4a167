// An in-memory source that answers each query with given rows and records what was asked of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"

namespace querygate {

struct FakeScript {
  std::vector<std::vector<std::vector<Value>>> rows;  // [query][row][column]
  std::optional<Failure> begin_fails, finish_fails;
  std::optional<std::pair<std::size_t, Failure>> step_fails;  // query, failure (before its first row)
};

struct FakeLog {
  std::vector<std::vector<Value>> bound;     // by Execute, in order
  std::vector<std::size_t> statements;
  std::vector<std::int64_t> rows_read;
  int begins = 0;
  int finishes = 0;
  int dropped = 0;  // snapshots that ended without Finish
};

class FakeCursor final : public Cursor {
 public:
  FakeCursor(const std::vector<std::vector<Value>>& rows, std::optional<Failure> failure, std::int64_t& read)
      : rows_(rows), failure_(std::move(failure)), read_(read) {}
  Expected<bool, Failure> Next() override {
    if (failure_) return Unexpected(*failure_);
    if (next_ == rows_.size()) return false;
    ++next_;
    ++read_;
    return true;
  }
  std::size_t column_count() const override { return rows_.empty() ? 0 : rows_[0].size(); }
  ValueView Column(std::size_t column) const override { return rows_[next_ - 1][column].View(); }

 private:
  const std::vector<std::vector<Value>>& rows_;
  std::optional<Failure> failure_;
  std::int64_t& read_;
  std::size_t next_ = 0;
};

class FakeSnapshot final : public Snapshot {
 public:
  FakeSnapshot(const FakeScript& script, FakeLog& log) : script_(script), log_(log) {}
  ~FakeSnapshot() override {
    if (!finished_) ++log_.dropped;
  }
  Expected<std::unique_ptr<Cursor>, Failure> Execute(std::size_t query, std::size_t statement,
                                                     std::span<const Value> values) override {
    log_.bound.emplace_back(values.begin(), values.end());
    log_.statements.push_back(statement);
    log_.rows_read.push_back(0);
    std::optional<Failure> failure;
    if (script_.step_fails && script_.step_fails->first == query) failure = script_.step_fails->second;
    return std::unique_ptr<Cursor>(std::make_unique<FakeCursor>(script_.rows.at(query), failure, log_.rows_read.back()));
  }
  Instant observed_at() const override { return {1'700'000'000, 0}; }
  Spending spending() const override { return {7, 0}; }
  Expected<void, Failure> Finish() override {
    finished_ = true;
    ++log_.finishes;
    if (script_.finish_fails) return Unexpected(*script_.finish_fails);
    return {};
  }

 private:
  const FakeScript& script_;
  FakeLog& log_;
  bool finished_ = false;
};

class FakeSource final : public AttachedSource {
 public:
  explicit FakeSource(FakeScript script) : script_(std::move(script)) { log_.rows_read.reserve(16); }
  Expected<std::unique_ptr<Snapshot>, Failure> Begin(const std::shared_ptr<const CompiledReport>&, const ScopeValues&,
                                                     const CallContext&) override {
    ++log_.begins;
    if (script_.begin_fails) return Unexpected(*script_.begin_fails);
    return std::unique_ptr<Snapshot>(std::make_unique<FakeSnapshot>(script_, log_));
  }
  Expected<Inspection, Failure> Inspect(const std::shared_ptr<const CompiledReport>&, const CallContext&) override {
    return Inspection{};
  }
  const FakeLog& log() const { return log_; }

 private:
  FakeScript script_;
  FakeLog log_;
};

class FakeClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override { return steady; }
  Instant WallNow() const override { return wall; }
  mutable std::chrono::steady_clock::time_point steady{};
  Instant wall{1'700'000'000, 0};
};

}  // namespace querygate
