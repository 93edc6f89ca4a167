// Whether lines follow each other as they were written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/audit/line.h"

namespace querygate {

// Takes the bytes of one file, line by line, in order.
class ChainReader {
 public:
  // Begins with whatever the first line claims to follow. `sought`: a hash, of which `found` tells whether a line has
  // it.
  explicit ChainReader(std::string sought = {}) : sought_(std::move(sought)) {}

  // A line without its line feed. False once the chain is broken: `fault` says how, `line_number` where.
  bool Take(std::string_view line);
  // What follows the last line feed; empty when the file ends with one.
  bool TakeEnd(std::string_view rest);

  const std::string& fault() const { return fault_; }
  std::int64_t line_number() const { return fault_line_; }  // from 1

  std::int64_t lines() const { return lines_; }  // that are part of the chain
  std::int64_t first_sequence() const { return first_sequence_; }
  const std::string& first_previous() const { return first_previous_; }
  bool found() const { return found_; }
  // Of the next line. Precondition: begun().
  const ChainPlace& next() const { return *expected_; }
  bool begun() const { return expected_.has_value(); }
  // Bytes behind the last whole line that a crash may have left. A recovered line accounts for them.
  const std::string& torn() const { return torn_; }
  // The line at which a crash may have left a part, or a whole line without its line feed; 0: there is none.
  std::int64_t unfinished_line() const;

 private:
  bool Break(std::int64_t line, std::string fault);
  bool TakeTorn(std::string_view line);
  bool TakeRecovered(const ReadLine& line);

  std::string sought_;
  bool found_ = false;
  std::optional<ChainPlace> expected_;
  std::string torn_;
  std::int64_t torn_line_ = 0;  // where it begins
  std::int64_t unfinished_line_ = 0;
  std::int64_t taken_ = 0;  // lines of the file so far, torn ones included
  std::int64_t lines_ = 0;
  std::int64_t first_sequence_ = 0;
  std::string first_previous_;
  std::string fault_;
  std::int64_t fault_line_ = 0;
};

}  // namespace querygate
