#include "tools/server/stream_log.h"

#include <ostream>

#include "engine/base/calendar.h"
#include "engine/render/json_text.h"

namespace querygate::server {

void StreamLog::Failed(std::string_view report, std::string_view reason, std::string_view cause) {
  Write("failed", report, reason, cause);
}

void StreamLog::Refused(std::string_view reason, std::string_view cause) { Write("refused", {}, reason, cause); }

void StreamLog::Told(std::string_view event, std::string_view words) {
  JsonWriter writer;
  writer.BeginObject().Key("time").String(ToString(clock_.WallNow())).Key("event").String(event);
  writer.Key("message").String(words).EndObject();
  Write(writer.text());
}

void StreamLog::Write(std::string_view line) {
  const std::lock_guard lock(mutex_);
  out_ << line << '\n' << std::flush;
}

void StreamLog::Write(std::string_view event, std::string_view report, std::string_view reason,
                      std::string_view cause) {
  JsonWriter writer;
  writer.BeginObject().Key("time").String(ToString(clock_.WallNow())).Key("event").String(event);
  if (!report.empty()) writer.Key("report").String(report);
  writer.Key("reason").String(reason).Key("cause").String(cause).EndObject();
  Write(writer.text());
}

}  // namespace querygate::server
