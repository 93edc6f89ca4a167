// `explain REPORT` as text and as JSON, part by part.
#pragma once

#include <string>

#include "engine/render/json_text.h"
#include "tools/querygate/explain_report.h"

namespace querygate::cli {

std::string AudienceText(const Audience& audience);
std::string ChoicesText(const std::vector<ShownChoice>& choices);
std::string VerdictText(const CallVerdict& verdict);

void WriteAudience(JsonWriter& writer, const Audience& audience);
void WriteChoices(JsonWriter& writer, const std::vector<ShownChoice>& choices);
void WriteVerdict(JsonWriter& writer, const CallVerdict& verdict);

}  // namespace querygate::cli
