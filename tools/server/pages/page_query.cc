#include "tools/server/pages/page_query.h"

#include <algorithm>

#include "tools/web/form_field.h"
#include "tools/web/html.h"

namespace querygate::server::pages {

namespace {

// Null: the caller knows no such parameter; one that the host supplies is none of the caller's.
const ParameterSpec* FindOffered(const CompiledReport& report, const std::string& name) {
  const auto index = report.FindParameter(name);
  return index && !report.parameters[*index].from_scope ? &report.parameters[*index] : nullptr;
}

Argument Word(const std::string& text) {
  Argument word;
  word.kind = Argument::Kind::kWord;
  word.text = text;
  return word;
}

}  // namespace

const std::vector<std::string>& PageQuery::Sent(const std::string& name) const {
  static const std::vector<std::string> kNone;
  const auto found = std::find_if(sent.begin(), sent.end(), [&name](const auto& field) { return field.first == name; });
  return found == sent.end() ? kNone : found->second;
}

PageQuery ReadPageQuery(const CompiledReport& report, const RequestTarget& target) {
  PageQuery query;
  for (const auto& [name, value] : target.query) {
    if (name == "$run") query.run = true;
    if (name == "$format") query.exports = true;
    if (name == "$chart") query.chart = value;
    if (name.starts_with('$')) continue;
    const auto same = std::find_if(query.sent.begin(), query.sent.end(),
                                   [&name = name](const auto& field) { return field.first == name; });
    if (same == query.sent.end()) {
      query.sent.push_back({name, {value}});
    } else {
      same->second.push_back(value);
    }
  }
  for (const auto& [name, values] : query.sent) {
    const ParameterSpec* parameter = FindOffered(report, name);
    std::vector<std::string> filled = parameter == nullptr ? values : web::ReadField(*parameter, values);
    if (!filled.empty()) query.filled.push_back({name, std::move(filled)});
  }
  return query;
}

Arguments ToArguments(const CompiledReport& report, const web::FilledFields& filled) {
  Arguments arguments;
  for (const auto& [name, values] : filled) {
    const ParameterSpec* parameter = FindOffered(report, name);
    if (values.size() == 1 && (parameter == nullptr || !parameter->list)) {
      arguments.emplace_back(name, Word(values.front()));
      continue;
    }
    Argument list;
    list.kind = Argument::Kind::kArray;
    for (const std::string& value : values) list.items.push_back(Word(value));
    arguments.emplace_back(name, std::move(list));
  }
  return arguments;
}

std::string StateOf(const web::FilledFields& filled) {
  std::string state;
  for (const auto& [name, values] : filled) {
    for (const std::string& value : values) {
      state += web::PercentEncoded(name) + '=' + web::PercentEncoded(value) + '&';
    }
  }
  return state + "%24run=1";
}

}  // namespace querygate::server::pages
