// The operator's log as JSON lines on a stream.
#pragma once

#include <iosfwd>
#include <mutex>

#include "engine/base/deadline.h"
#include "tools/server/operator_log.h"

namespace querygate::server {

// Both outlive the log.
class StreamLog final : public OperatorLog {
 public:
  StreamLog(std::ostream& out, const Clock& clock) : out_(out), clock_(clock) {}
  void Failed(std::string_view report, std::string_view reason, std::string_view cause) override;
  void Refused(std::string_view reason, std::string_view cause) override;
  void Told(std::string_view event, std::string_view words) override;

 private:
  void Write(std::string_view line);
  void Write(std::string_view event, std::string_view report, std::string_view reason, std::string_view cause);

  std::mutex mutex_;
  std::ostream& out_;
  const Clock& clock_;
};

}  // namespace querygate::server
