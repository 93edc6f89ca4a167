#include "engine/load/test_rows.h"

#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "engine/base/base64.h"
#include "engine/load/key_table.h"
#include "engine/load/quantities.h"
#include "engine/load/scalar_kind.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

constexpr std::int64_t kMaxTimes = 1'000'000;

// `{ blob: BASE64 }`, `{ text: TEXT, times: N }`.
struct LongValue {
  std::optional<Located<std::string>> blob, text;
  std::optional<Located<std::int64_t>> times;
};

void ReadEncoded(DocumentReader& reader, const YamlNode& node, std::string_view what, LongValue& value) {
  // An empty blob is a value, unlike an empty text anywhere else.
  const bool empty = node.kind == NodeKind::kScalar && node.style != ScalarStyle::kPlain && node.text.empty();
  if (empty) {
    value.blob = Located<std::string>{{}, node.position};
  } else {
    reader.Text(node, what, value.blob);
  }
}

ValueSchema EncodedSchema() {
  ValueSchema schema;
  schema.types = {"string"};
  return schema;
}

constexpr auto kLongValueKeys = std::to_array<KeyRule<LongValue>>({
    {"blob", Presence::kOptional, {ReadEncoded, &EncodedSchema}, "A blob, as base64."},
    {"text", Presence::kOptional, Key<&LongValue::text>::Text, "A text to repeat."},
    {"times",
     Presence::kOptional,
     {[](DocumentReader& reader, const YamlNode& node, std::string_view what, LongValue& value) {
        reader.Integer(node, what, {1, kMaxTimes}, value.times);
      },
      [] {
        return IntegerSchema({1, kMaxTimes});
      }},
     "How often the text is repeated."},
});
constexpr KeyTable<LongValue> kLongValueTable{"a value", kLongValueKeys};

bool ReadLongValue(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use,
                   TestValue& out) {
  LongValue value;
  if (!ReadMapping(reader, node, what, kLongValueTable, value)) return false;
  const bool blob = value.blob && !value.text && !value.times;
  const bool text = value.text && value.times && !value.blob;
  if (!blob && !text) {
    reader.Report("invalid-value", node.position, std::string(what) + " must be a single value",
                  "or { blob: BASE64 }, or { text: TEXT, times: N }");
    return false;
  }
  if (text) {
    if (value.text->value.size() * static_cast<std::size_t>(value.times->value) > kMaxTestBytes) {
      reader.Report("invalid-value", value.times->position, std::string(what) + " is longer than a test's rows may be");
      return false;
    }
    std::string repeated;
    for (std::int64_t i = 0; i < value.times->value; ++i) repeated += value.text->value;
    out = std::move(repeated);
    return true;
  }
  if (use == TestRowUse::kExpected) {
    reader.Report("invalid-value", node.position, "a blob is delivered as base64 text", "write the text");
    return false;
  }
  auto bytes = DecodeBase64(value.blob->value);
  if (!bytes) {
    reader.Report("invalid-value", value.blob->position, std::string(what) + " is not base64",
                  "with padding, in the alphabet of RFC 4648");
    return false;
  }
  out = Bytes{*std::move(bytes)};
  return true;
}

bool ReadReal(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use, TestValue& out) {
  std::string_view text = node.text;
  const auto refuse = [&](std::string help) {
    reader.Report("invalid-value", node.position,
                  std::string(what) + " is " + Quoted(node.text) + ", which is no number here", std::move(help));
    return false;
  };
  if (text == ".inf" || text == "-.inf") {
    if (use == TestRowUse::kExpected) return refuse("a report never delivers infinity");
    out = text.front() == '-' ? -HUGE_VAL : HUGE_VAL;
    return true;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    return refuse("write it like 2.5 or 1e20, or put it in quotes if text is meant");
  }
  out = value;
  return true;
}

bool ReadPlainValue(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use,
                    TestValue& out) {
  switch (KindOfPlainScalar(node.text)) {
    case ScalarKind::kNull:
      out = std::monostate{};
      return true;
    case ScalarKind::kText:
      out = node.text;
      return true;
    case ScalarKind::kReal:
      return ReadReal(reader, node, what, use, out);
    case ScalarKind::kBoolean: {
      bool value = false;
      if (use == TestRowUse::kExpected) {
        if (!reader.Boolean(node, what, value)) return false;
        out = value;
        return true;
      }
      reader.Report("wrong-type", node.position, std::string(what) + " must be a stored value, not a boolean",
                    "write 0 or 1 as the database stores it, or put it in quotes if text is meant");
      return false;
    }
    case ScalarKind::kInteger:
      break;
  }
  const auto number = ParseWholeNumber(node.text);
  if (!number) {
    reader.Report("invalid-value", node.position, std::string(what) + " must be a whole number of 64 bits",
                  number.error());
    return false;
  }
  out = *number;
  return true;
}

struct Repetition {
  Located<std::int64_t> repeat{1, {}};
  std::vector<Located<std::string>> number;
  const YamlNode* row = nullptr;
};

void ReadNumber(DocumentReader& reader, const YamlNode& node, std::string_view what, Repetition& repetition) {
  if (node.kind == NodeKind::kSequence) {
    reader.Texts(node, what, repetition.number);
    return;
  }
  Located<std::string> column;
  if (reader.Text(node, what, column)) repetition.number.push_back(std::move(column));
}

constexpr auto kRepetitionKeys = std::to_array<KeyRule<Repetition>>({
    {"repeat",
     Presence::kRequired,
     {[](DocumentReader& reader, const YamlNode& node, std::string_view what, Repetition& repetition) {
        reader.Integer(node, what, {1, kMaxRepeat}, repetition.repeat);
      },
      [] {
        return IntegerSchema({1, kMaxRepeat});
      }},
     "How many rows this stands for."},
    {"row",
     Presence::kRequired,
     {[](DocumentReader&, const YamlNode& node, std::string_view, Repetition& repetition) { repetition.row = &node; },
      [] { return NamedSchema(AnySchema()); }},
     "The row that is repeated."},
    {"number",
     Presence::kOptional,
     {ReadNumber, [] { return EitherSchema(TextSchema(), TextsSchema()); }},
     "A column that counts up, or several."},
});
constexpr KeyTable<Repetition> kRepetitionTable{"a repeated row", kRepetitionKeys};

// A numbered column takes a number or a text to count from.
void CheckNumbered(DocumentReader& reader, const TestRowGroup& group) {
  for (const Located<std::string>& name : group.number) {
    for (const auto& [column, value] : group.row.columns) {
      if (column.value != name.value || std::holds_alternative<std::int64_t>(value.value) ||
          std::holds_alternative<std::string>(value.value)) {
        continue;
      }
      reader.Report("invalid-value", value.position, Quoted(name.value) + " cannot be counted up from this value",
                    "write a whole number or a text, or leave it out to count from 1");
    }
  }
}

bool ReadRowGroup(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use,
                  TestRowGroup& out) {
  const bool repeated =
      node.kind == NodeKind::kMapping && FindMember(node, "repeat") != nullptr && FindMember(node, "row") != nullptr;
  if (!repeated) return ReadTestRow(reader, node, what, use, out.row);
  Repetition repetition;
  if (!ReadMapping(reader, node, what, kRepetitionTable, repetition)) return false;
  if (!ReadTestRow(reader, *repetition.row, "`row`", use, out.row)) return false;
  out.repeat = repetition.repeat.value;
  out.number = std::move(repetition.number);
  CheckNumbered(reader, out);
  return true;
}

}  // namespace

bool ReadTestValue(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use,
                   Located<TestValue>& out) {
  out.position = node.position;
  switch (node.kind) {
    case NodeKind::kNull:
      out.value = std::monostate{};
      return true;
    case NodeKind::kScalar:
      if (node.style == ScalarStyle::kPlain) return ReadPlainValue(reader, node, what, use, out.value);
      out.value = node.text;
      return true;
    case NodeKind::kMapping:
      return ReadLongValue(reader, node, what, use, out.value);
    case NodeKind::kSequence:
      reader.WrongType(node, what, "a single value");
      return false;
    case NodeKind::kRefused:
      return false;
  }
  return false;
}

bool ReadTestRow(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use, TestRow& out) {
  out.position = node.position;
  return ReadNamed(reader, node, what, [&](const YamlNode& value, Located<std::string> column) {
    Located<TestValue> read;
    if (ReadTestValue(reader, value, Quoted(column.value), use, read)) {
      out.columns.emplace_back(std::move(column), std::move(read));
    }
  });
}

void ReadTestRows(DocumentReader& reader, const YamlNode& node, std::string_view what, TestRowUse use,
                  std::vector<TestRowGroup>& out) {
  if (!reader.Expect(node, NodeKind::kSequence, what)) return;
  for (const YamlNode& item : node.items) {
    TestRowGroup group;
    if (ReadRowGroup(reader, item, "a row of " + std::string(what), use, group)) out.push_back(std::move(group));
  }
}

void ReadGivenTables(DocumentReader& reader, const YamlNode& node, std::string_view what,
                     std::vector<GivenTable>& out) {
  ReadNamed(reader, node, what, [&](const YamlNode& rows, Located<std::string> name) {
    GivenTable table{std::move(name), {}};
    ReadTestRows(reader, rows, Quoted(table.name.value), TestRowUse::kGiven, table.rows);
    out.push_back(std::move(table));
  });
}

std::size_t BytesOf(const std::vector<TestRowGroup>& groups) {
  std::size_t total = 0;
  for (const TestRowGroup& group : groups) {
    std::size_t row = 1;
    for (const auto& [column, value] : group.row.columns) {
      row += 8;
      if (const auto* text = std::get_if<std::string>(&value.value)) row += text->size();
      if (const auto* bytes = std::get_if<Bytes>(&value.value)) row += bytes->data.size();
    }
    total += row * static_cast<std::size_t>(group.repeat);
  }
  return total;
}

ValueSchema TestValueSchema(TestRowUse use) {
  ValueSchema plain;
  plain.types = {"string", "number", "null"};
  if (use == TestRowUse::kExpected) plain.types.push_back("boolean");
  return EitherSchema(std::move(plain), kLongValueTable.Schema());
}

// A repetition is a mapping too: with `repeat` and `row`.
ValueSchema TestRowSchema(TestRowUse use) { return NamedSchema(TestValueSchema(use)); }

ValueSchema TestRowsSchema(TestRowUse use) {
  return ListSchema(EitherSchema(TestRowSchema(use), kRepetitionTable.Schema()));
}

ValueSchema GivenTablesSchema() { return NamedSchema(TestRowsSchema(TestRowUse::kGiven)); }

Vocabulary TestRowPlaces() { return {kRepetitionTable.Place(), kLongValueTable.Place()}; }

}  // namespace querygate
