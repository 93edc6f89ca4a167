// What operators are told and callers are not.
#pragma once

#include <string_view>

namespace querygate::server {

// Thread-safe; never throws.
class OperatorLog {
 public:
  virtual ~OperatorLog() = default;
  // A request could not be answered: `report` may be empty; `cause` may hold database text and paths.
  virtual void Failed(std::string_view report, std::string_view reason, std::string_view cause) = 0;
  // Something that the operator asked for was done or was not: `event` is [a-z_]+.
  virtual void Told(std::string_view event, std::string_view words) = 0;
  // A caller was not believed.
  virtual void Refused(std::string_view reason, std::string_view cause) = 0;
};

}  // namespace querygate::server
