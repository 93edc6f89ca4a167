#include "tools/querygate/explain_words.h"

#include "engine/render/display_text.h"
#include "engine/render/text_table.h"
#include "engine/render/typed_text.h"

namespace querygate::cli {

namespace {

std::string Place(const Clause& clause) {
  return clause.line == 0 ? clause.file : clause.file + ":" + std::to_string(clause.line);
}

void WriteClause(JsonWriter& writer, const Clause& clause) {
  writer.BeginObject();
  if (!clause.file.empty()) writer.Key("file").String(clause.file);
  if (clause.line != 0) writer.Key("line").Integer(clause.line);
  writer.Key("says").String(clause.says).EndObject();
}

std::string How(const Audience::Role& role) {
  std::string text;
  if (role.local) text = "the command line without --as";
  if (role.anonymous) text += (text.empty() ? "" : ", ") + std::string("callers without an identity");
  return text;
}

std::string BoundText(const BoundParameter& bound) {
  if (bound.absent) return "NULL";
  std::string text;
  for (const Value& value : bound.stored) text += (text.empty() ? "" : ", ") + StoredText(value);
  return text;
}

}  // namespace

std::string AudienceText(const Audience& audience) {
  std::string text = "\nwho may call it\n";
  TextTable table{{{}, {}, {}, {}}, {}};
  for (const Audience::Role& role : audience.roles) {
    table.rows.push_back({"role " + role.name, Place(role.reports), role.reports.says, How(role)});
    for (const Clause& narrowing : role.narrowings)
      table.rows.push_back({"", Place(narrowing), "only " + narrowing.says, ""});
  }
  if (!audience.local.empty()) table.rows.push_back({"from here", "", audience.local, ""});
  if (table.rows.empty()) return text + "  nobody: no role reaches it\n";
  return text + RenderTextTable(table, 2);
}

std::string ChoicesText(const std::vector<ShownChoice>& choices) {
  std::string text = "\nwhat a caller chooses\n";
  if (choices.empty()) return text + "  nothing\n";
  TextTable table{{{"parameter"}, {"line", true}, {"takes"}, {}, {}}, {}};
  for (const ShownChoice& choice : choices) {
    table.rows.push_back({choice.name, std::to_string(choice.line), choice.accepts, choice.presence, choice.meaning});
  }
  return text + RenderTextTable(table, 2);
}

std::string VerdictText(const CallVerdict& verdict) {
  std::string text = verdict.accepted ? "\nthis call would be permitted and bound; nothing was run\n"
                                      : "\nthis call would be rejected: " + verdict.reason + "\n";
  for (const Clause& clause : verdict.because) {
    const std::string place = Place(clause);
    text += "  " + Printable(place) + (place.empty() ? "" : ": ") + Printable(clause.says) + '\n';
  }
  TextTable bound{{{}, {}}, {}};
  for (const BoundParameter& parameter : verdict.bound)
    bound.rows.push_back({":" + parameter.name, BoundText(parameter)});
  return bound.rows.empty() ? text : text + RenderTextTable(bound, 2);
}

void WriteAudience(JsonWriter& writer, const Audience& audience) {
  writer.BeginObject().Key("roles").BeginArray();
  for (const Audience::Role& role : audience.roles) {
    writer.BeginObject().Key("role").String(role.name);
    WriteClause(writer.Key("clause"), role.reports);
    writer.Key("narrowings").BeginArray();
    for (const Clause& narrowing : role.narrowings) WriteClause(writer, narrowing);
    writer.EndArray();
    writer.Key("local").Boolean(role.local).Key("anonymous").Boolean(role.anonymous).EndObject();
  }
  writer.EndArray();
  if (!audience.local.empty()) writer.Key("local").String(audience.local);
  writer.EndObject();
}

void WriteChoices(JsonWriter& writer, const std::vector<ShownChoice>& choices) {
  writer.BeginArray();
  for (const ShownChoice& choice : choices) {
    writer.BeginObject().Key("name").String(choice.name).Key("line").Integer(choice.line);
    writer.Key("takes").String(choice.accepts).Key("presence").String(choice.presence);
    if (!choice.meaning.empty()) writer.Key("meaning").String(choice.meaning);
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteVerdict(JsonWriter& writer, const CallVerdict& verdict) {
  writer.BeginObject().Key("accepted").Boolean(verdict.accepted);
  if (!verdict.reason.empty()) writer.Key("reason").String(verdict.reason);
  writer.Key("because").BeginArray();
  for (const Clause& clause : verdict.because) WriteClause(writer, clause);
  writer.EndArray().Key("bound").BeginArray();
  for (const BoundParameter& parameter : verdict.bound) {
    writer.BeginObject().Key("name").String(parameter.name).Key("value").String(BoundText(parameter)).EndObject();
  }
  writer.EndArray().EndObject();
}

}  // namespace querygate::cli
