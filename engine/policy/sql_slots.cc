#include "engine/policy/sql_slots.h"

#include <algorithm>

#include "engine/base/utf8.h"
#include "engine/policy/names.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::compiling {
namespace {

bool IsOperator(const SqlToken& token, std::string_view text) {
  return token.kind == SqlToken::Kind::kOperator && token.text == text;
}

class SqlExpander {
 public:
  SqlExpander(ReportContext& context, const CompiledQuery& query, const AnchoredText& text,
              std::vector<bool>& used_binds)
      : context_(context), query_(query), text_(text), used_binds_(used_binds), sql_(TokenizeSql(text.value)) {}

  CompiledStatement Expand() {
    statement_.origin.text = text_;
    statement_.origin.offsets.emplace_back(0, 0);
    for (std::size_t index = 0; index < sql_.tokens.size(); ++index) {
      if (sql_.tokens[index].kind == SqlToken::Kind::kParameter) Resolve(index);
    }
    statement_.sql += text_.value.substr(copied_);
    return std::move(statement_);
  }

 private:
  SourcePosition PositionOfToken(const SqlToken& token) const {
    return PositionOf(text_, token.offset, static_cast<int>(CountCodePoints(token.text)));
  }

  void Resolve(std::size_t index) {
    const SqlToken& token = sql_.tokens[index];
    const std::string name(token.text.substr(1));
    if (token.text.front() == '?') {
      context_.Find("positional-parameter", PositionOfToken(token),
                    "positional parameter " + Quoted(token.text) + " in the SQL",
                    "declare a parameter and write `:name`");
      return;
    }
    if (token.text.front() != ':') {
      context_.Find("undeclared-parameter", PositionOfToken(token),
                    Quoted(token.text) + " is not how parameters are written", "write " + Quoted(":" + name));
      return;
    }
    const auto bind = std::find_if(query_.binds.begin(), query_.binds.end(),
                                   [&name](const BindSpec& candidate) { return candidate.name == name; });
    if (bind != query_.binds.end()) {
      const auto position = static_cast<std::size_t>(bind - query_.binds.begin());
      used_binds_[position] = true;
      AddSlot({std::string(token.text), true, position, 0});
      return;
    }
    const std::optional<std::size_t> parameter = context_.UseParameter(name);
    if (!parameter) {
      context_.Find("undeclared-parameter", PositionOfToken(token),
                    Quoted(token.text) + " is neither a parameter nor a bind of this query",
                    NameHelp(name, KnownNames(), "parameters and binds"));
      return;
    }
    const ParameterSpec& spec = context_.report.parameters[*parameter];
    if (spec.list) {
      ExpandList(index, *parameter, spec);
    } else {
      AddSlot({std::string(token.text), false, *parameter, 0});
    }
  }

  std::vector<std::string> KnownNames() const {
    std::vector<std::string> names = context_.ParameterNames();
    for (const BindSpec& bind : query_.binds) names.push_back(bind.name);
    return names;
  }

  // `IN (:name)`, nothing else within the parentheses.
  bool StandsInList(std::size_t index) const {
    const auto& tokens = sql_.tokens;
    return index >= 2 && index + 1 < tokens.size() && IsOperator(tokens[index - 1], "(") &&
           IsWord(tokens[index - 2], "IN") && IsOperator(tokens[index + 1], ")");
  }

  void ExpandList(std::size_t index, std::size_t parameter, const ParameterSpec& spec) {
    const SqlToken& token = sql_.tokens[index];
    if (!StandsInList(index)) {
      context_.Find("list-placement", PositionOfToken(token), "list " + Quoted(spec.name) + " stands outside `IN (…)`",
                    "write `IN (:" + spec.name + ")` or `NOT IN (:" + spec.name + ")`");
      return;
    }
    statement_.sql += text_.value.substr(copied_, token.offset - copied_);
    for (std::int64_t item = 0; item < spec.max_items; ++item) {
      if (item > 0) statement_.sql += ", ";
      statement_.origin.offsets.emplace_back(statement_.sql.size(), token.offset);
      const std::string slot = std::string(token.text) + "__" + std::to_string(item + 1);
      statement_.sql += slot;
      AddSlot({slot, false, parameter, static_cast<std::size_t>(item)});
    }
    copied_ = token.offset + token.text.size();
    statement_.origin.offsets.emplace_back(statement_.sql.size(), copied_);
  }

  void AddSlot(Slot slot) {
    const auto same = [&slot](const Slot& other) { return other.sql_name == slot.sql_name; };
    if (std::none_of(statement_.slots.begin(), statement_.slots.end(), same)) {
      statement_.slots.push_back(std::move(slot));
    }
  }

  ReportContext& context_;
  const CompiledQuery& query_;
  const AnchoredText& text_;
  std::vector<bool>& used_binds_;
  SqlTokens sql_;
  CompiledStatement statement_;
  std::size_t copied_ = 0;  // of the author's text
};

}  // namespace

CompiledStatement ExpandSql(ReportContext& context, const CompiledQuery& query, const AnchoredText& text,
                            std::vector<bool>& used_binds) {
  return SqlExpander(context, query, text, used_binds).Expand();
}

}  // namespace querygate::compiling
