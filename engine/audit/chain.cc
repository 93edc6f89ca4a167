#include "engine/audit/chain.h"

#include <utility>

#include "engine/policy/digest.h"

namespace querygate {

bool ChainReader::Break(std::int64_t line, std::string fault) {
  fault_ = std::move(fault);
  fault_line_ = line;
  return false;
}

// Not a whole line. It stays in doubt until a recovered line says which bytes a crash had left.
bool ChainReader::TakeTorn(std::string_view line) {
  if (torn_.empty()) torn_line_ = taken_;
  torn_.append(line).push_back('\n');
  if (torn_.size() > 2 * kMaxAuditLineBytes) return Break(torn_line_, "this is not a line of an audit log");
  return true;
}

bool ChainReader::TakeRecovered(const ReadLine& line) {
  // Without torn bytes it was only the line feed of the line before that was missing.
  if (!torn_.empty()) torn_.pop_back();  // the line feed that the recovery wrote
  const auto count = static_cast<std::int64_t>(torn_.size());
  if (line.torn->count != count || line.torn->sha256 != Sha256Hex(torn_))
    return Break(torn_.empty() ? taken_ : torn_line_, "the bytes are not those that a crash had left");
  torn_.clear();
  return true;
}

bool ChainReader::Take(std::string_view text) {
  if (!fault_.empty()) return false;
  ++taken_;
  const auto line = ReadAuditLine(text);
  if (!line) return TakeTorn(text);
  if (!line->hash_fits)
    return Break(torn_.empty() ? taken_ : torn_line_, "the line does not have the hash that it names");
  if (line->event == "recovered") {
    if (!TakeRecovered(*line)) return false;
  } else if (!torn_.empty()) {
    return Break(torn_line_, "this is not a line of an audit log");
  }
  if (expected_) {
    if (line->sequence != expected_->sequence) {
      return Break(taken_, "it has the sequence number " + std::to_string(line->sequence) + " where " +
                               std::to_string(expected_->sequence) + " follows");
    }
    if (line->previous != expected_->previous) return Break(taken_, "it does not follow the line before");
  } else {
    if (line->sequence == 1 && line->previous != kFirstPrevious)
      return Break(taken_, "the first line of all follows another one");
    if (line->sequence < 1) return Break(taken_, "its sequence number is not positive");
  }
  if (lines_ == 0) {
    if (line->event == "call") return Break(taken_, "the file does not begin with an opened line");
    first_sequence_ = line->sequence;
    first_previous_ = line->previous;
  }
  ++lines_;
  found_ = found_ || line->hash == sought_;
  expected_ = ChainPlace{line->sequence + 1, line->hash};
  return true;
}

bool ChainReader::TakeEnd(std::string_view rest) {
  if (!fault_.empty()) return false;
  if (rest.empty()) return true;
  unfinished_line_ = torn_.empty() ? taken_ + 1 : torn_line_;
  if (torn_.empty() && ReadAuditLine(rest)) return Take(rest);
  ++taken_;
  if (torn_.empty()) torn_line_ = taken_;
  torn_.append(rest);
  return true;
}

std::int64_t ChainReader::unfinished_line() const {
  return unfinished_line_ > 0 || torn_.empty() ? unfinished_line_ : torn_line_;
}

}  // namespace querygate
