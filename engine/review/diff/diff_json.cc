#include "engine/render/json_text.h"
#include "engine/review/diff/call_words.h"
#include "engine/review/diff/diff_formats.h"

namespace querygate::review {
namespace {

void WriteEffects(JsonWriter& writer, const Effects& effects) {
  writer.Key("widened").Boolean(effects.widens);
  writer.Key("incomparable").Boolean(effects.unclear);
  writer.Key("breaking").Boolean(effects.breaks);
  writer.Key("narrowed").Boolean(effects.narrows);
}

void WriteChanges(JsonWriter& writer, const std::string& report, const std::vector<Change>& changes) {
  writer.BeginArray();
  for (const Change& change : changes) {
    writer.BeginObject();
    writer.Key("topic").String(change.topic);
    writer.Key("subject").String(change.subject);
    WriteEffects(writer, change.effects);
    writer.Key("text").String(change.text);
    if (!change.file.empty()) writer.Key("file").String(change.file).Key("line").Integer(change.line);
    if (!change.datum.empty()) writer.Key("newly_visible").String(change.datum);
    if (change.call) WriteCall(writer.Key("newly_accepted"), report, *change.call);
    if (!change.callers.empty()) {
      writer.Key("callers").BeginArray();
      for (const std::string& caller : change.callers) writer.String(caller);
      writer.EndArray();
    }
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteVersion(JsonWriter& writer, std::string_view name, const std::optional<std::int64_t>& version) {
  writer.Key(name);
  version ? writer.Integer(*version) : writer.Null();
}

}  // namespace

std::string RenderDiffJson(const Diff& diff) {
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("base").String(diff.base);
  writer.Key("head").String(diff.head);
  writer.Key("widened").Boolean(diff.widened());
  writer.Key("breaking_without_version").Boolean(diff.unversioned_break());
  writer.Key("reports").BeginArray();
  for (const ReportDiff& report : diff.reports) {
    writer.BeginObject();
    writer.Key("id").String(report.id);
    writer.Key("verdict").String(NameOf(report.verdict));
    WriteEffects(writer, report.effects);
    writer.Key("breaking_without_version").Boolean(report.unversioned_break);
    WriteVersion(writer, "base_version", report.base_version);
    WriteVersion(writer, "head_version", report.head_version);
    WriteChanges(writer.Key("changes"), report.id, report.changes);
    writer.EndObject();
  }
  writer.EndArray();
  writer.Key("policies").BeginArray();
  for (const PolicyDiff& policy : diff.policies) {
    writer.BeginObject();
    writer.Key("name").String(policy.name);
    WriteEffects(writer, policy.effects);
    WriteChanges(writer.Key("changes"), {}, policy.changes);
    writer.EndObject();
  }
  writer.EndArray().EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace querygate::review
