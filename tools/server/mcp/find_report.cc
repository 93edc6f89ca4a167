#include "tools/server/mcp/find_report.h"

#include <algorithm>
#include <utility>

#include "engine/base/calendar.h"
#include "engine/render/json_schema.h"
#include "engine/render/type_words.h"
#include "tools/server/report_words.h"
#include "tools/server/text.h"

namespace querygate::server::mcp {

namespace {

constexpr std::int64_t kDefaultCount = 5;
constexpr std::int64_t kMaxCount = 20;
constexpr std::int64_t kMaxQueryLength = 200;

std::vector<ParameterSpec> FinderParameters() {
  std::vector<ParameterSpec> parameters(2);
  ParameterSpec& query = parameters[0];
  query.name = "query";
  query.documentation.description = "Words about what is to be known, for example the names of things to count.";
  query.min_length = 1;
  query.max_length = kMaxQueryLength;
  ParameterSpec& limit = parameters[1];
  limit.name = "limit";
  limit.type = ScalarType::kInteger;
  limit.documentation.description = "How many reports to show.";
  limit.min = std::int64_t{1};
  limit.max = kMaxCount;
  limit.default_value = ParameterDefault{std::nullopt, {kDefaultCount}, std::to_string(kDefaultCount)};
  return parameters;
}

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : LowerCase(text)) {
    const bool part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (part) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// A word that begins like another ("parcel", "parcels") is nearly the same.
int Count(const std::vector<std::string>& query, std::string_view text, int weight) {
  int score = 0;
  const std::vector<std::string> words = WordsOf(text);
  for (const std::string& wanted : query) {
    int best = 0;
    for (const std::string& word : words) {
      if (word == wanted) {
        best = 2 * weight;
      } else if (wanted.size() >= 3 && word.size() >= 3 && (word.starts_with(wanted) || wanted.starts_with(word))) {
        best = std::max(best, weight);
      }
    }
    score += best;
  }
  return score;
}

int ScoreOf(const CompiledReport& report, const std::vector<std::string>& query) {
  int score = Count(query, report.id, 4) + Count(query, report.declaration->title.value, 4) +
              Count(query, report.declaration->description.value, 2);
  for (const ParameterSpec& parameter : report.parameters) {
    if (!parameter.from_scope) score += Count(query, parameter.name, 1);
  }
  return score;
}

void WriteStringProperty(JsonWriter& writer, std::string_view name, std::string_view description) {
  writer.Key(name).BeginObject().Key("type").String("string");
  if (!description.empty()) writer.Key("description").String(description);
  writer.EndObject();
}

void WriteFoundSchema(JsonWriter& writer) {
  writer.BeginObject().Key("type").String("object").Key("properties").BeginObject();
  writer.Key("matches").BeginObject().Key("type").String("integer").EndObject();
  writer.Key("total").BeginObject().Key("type").String("integer").EndObject();
  writer.Key("reports").BeginObject().Key("type").String("array").Key("items").BeginObject();
  writer.Key("type").String("object").Key("properties").BeginObject();
  for (const std::string_view name : {"report", "title", "description"}) WriteStringProperty(writer, name, {});
  writer.Key("arguments").BeginObject().Key("type").String("object").EndObject().EndObject();
  writer.Key("required").BeginArray();
  for (const std::string_view name : {"report", "title", "description", "arguments"}) writer.String(name);
  writer.EndArray().EndObject().EndObject().EndObject();
  writer.Key("required").BeginArray().String("matches").String("total").String("reports").EndArray().EndObject();
}

void WriteRunSchemas(JsonWriter& writer) {
  writer.Key("inputSchema").BeginObject().Key("type").String("object").Key("properties").BeginObject();
  WriteStringProperty(writer, "report", "The report's name, as find_report gives it.");
  writer.Key("arguments").BeginObject().Key("type").String("object");
  writer.Key("description").String("What the report takes: the schema `arguments` of find_report.").EndObject();
  writer.EndObject().Key("required").BeginArray().String("report").EndArray();
  writer.Key("additionalProperties").Boolean(false).EndObject();
  writer.Key("outputSchema").BeginObject().Key("type").String("object").Key("properties").BeginObject();
  writer.Key("status").BeginObject().Key("const").String("ok").EndObject();
  writer.Key("complete").BeginObject().Key("type").String("boolean").EndObject().EndObject();
  writer.Key("required").BeginArray().String("status").String("complete").EndArray().EndObject();
}

}  // namespace

void WriteFinderTools(JsonWriter& writer, std::size_t report_count) {
  writer.BeginArray();
  writer.BeginObject().Key("name").String(kFindReport).Key("title").String("Find a report");
  writer.Key("description")
      .String("Finds among " + std::to_string(report_count) +
              " reports those that answer a question, with the arguments that each takes. Run one with run_report.");
  WriteParameterSchema(writer.Key("inputSchema"), FinderParameters());
  WriteFoundSchema(writer.Key("outputSchema"));
  WriteAnnotations(writer.Key("annotations"));
  writer.EndObject();
  writer.BeginObject().Key("name").String(kRunReport).Key("title").String("Run a report");
  writer.Key("description").String("Runs one report that find_report has shown, with arguments as its schema says.");
  WriteRunSchemas(writer);
  WriteAnnotations(writer.Key("annotations"));
  writer.EndObject().EndArray();
}

Reports RankReports(const Reports& reports, std::string_view query) {
  const std::vector<std::string> words = WordsOf(query);
  std::vector<std::pair<int, std::shared_ptr<const CompiledReport>>> scored;
  for (const auto& report : reports) {
    if (const int score = ScoreOf(*report, words); score > 0) scored.emplace_back(score, report);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  Reports ranked;
  for (auto& [score, report] : scored) ranked.push_back(std::move(report));
  return ranked;
}

Expected<std::string, std::string> FindReports(const Reports& reports, const Arguments& arguments) {
  const std::vector<ParameterSpec> parameters = FinderParameters();
  std::vector<BoundParameter> bound;
  for (const auto& [name, argument] : arguments) {
    if (name != parameters[0].name && name != parameters[1].name) {
      return Unexpected(std::string("find_report takes: query, limit"));
    }
  }
  for (const ParameterSpec& parameter : parameters) {
    auto judged = JudgeParameter(parameter, FindArgument(arguments, parameter.name), Instant{}, nullptr);
    if (!judged) return Unexpected(parameter.name + " takes: " + AcceptedValues(parameter));
    bound.push_back(*std::move(judged));
  }
  Reports ranked = RankReports(reports, std::get<std::string>(bound[0].typed[0]));
  const std::size_t matches = ranked.size();
  ranked.resize(std::min(matches, static_cast<std::size_t>(std::get<std::int64_t>(bound[1].typed[0]))));

  JsonWriter writer;
  writer.BeginObject().Key("matches").Integer(static_cast<std::int64_t>(matches));
  writer.Key("total").Integer(static_cast<std::int64_t>(reports.size()));
  writer.Key("reports").BeginArray();
  for (const auto& report : ranked) {
    writer.BeginObject().Key("report").String(report->id);
    writer.Key("title").String(report->declaration->title.value);
    writer.Key("description").String(ReportDescription(*report));
    WriteParameterSchema(writer.Key("arguments"), report->parameters);
    writer.EndObject();
  }
  writer.EndArray().EndObject();
  return std::move(writer).text();
}

}  // namespace querygate::server::mcp
