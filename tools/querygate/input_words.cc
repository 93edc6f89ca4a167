#include "tools/querygate/input_words.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/render/display_text.h"
#include "engine/render/text_table.h"

namespace querygate::cli {

namespace {

// A table's files, as far as one column is concerned.
struct ColumnFacts {
  const FileColumn* column = nullptr;
  std::size_t found = 0;  // files that offer it
};

struct TableFacts {
  const FileTable* table = nullptr;
  std::size_t files = 0;
  bool named = false;  // some file names its fields
  std::vector<ColumnFacts> columns;
  std::vector<std::string> others;  // fields that no column is declared for
};

void Note(TableFacts& facts, const std::vector<std::string>& fields) {
  ++facts.files;
  facts.named = facts.named || !fields.empty();
  for (ColumnFacts& column : facts.columns) {
    const bool there = std::find(fields.begin(), fields.end(), column.column->field) != fields.end();
    if (there || column.column->folder) ++column.found;
  }
  for (const std::string& field : fields) {
    const auto declares = [&field](const FileColumn& column) { return !column.folder && column.field == field; };
    const auto& columns = facts.table->columns;
    if (std::any_of(columns.begin(), columns.end(), declares)) continue;
    if (std::find(facts.others.begin(), facts.others.end(), field) == facts.others.end()) facts.others.push_back(field);
  }
}

std::vector<TableFacts> FactsOf(const CompiledReport& report, const Inspection& inspection) {
  std::vector<TableFacts> tables;
  for (const FileTable& table : report.source->tables) {
    if (report.allowlist.FindTable(table.name) == nullptr) continue;
    TableFacts facts{&table, 0, false, {}, {}};
    for (const FileColumn& column : table.columns) facts.columns.push_back({&column, 0});
    for (const InputFields& offered : inspection.fields) {
      if (inspection.inputs[offered.input].table == table.name) Note(facts, offered.fields);
    }
    tables.push_back(std::move(facts));
  }
  return tables;
}

std::string TypeWords(const FileColumn& column) {
  std::string words(NameOf(column.type));
  if (column.type == ColumnType::kDecimal) words += ", scale " + std::to_string(column.scale);
  if (column.store != Store::kNone) words += ", stored as " + std::string(NameOf(column.store));
  return column.nullable ? words + ", or null" : words;
}

std::string PlaceWords(const TableFacts& facts, const FileColumn& column) {
  if (column.folder) return "folder " + Printable(column.field) + "=…";
  if (!facts.table->header) return "field " + std::to_string(column.position + 1);
  return "field " + Printable(column.field);
}

}  // namespace

std::string InputsText(const Inspection& inspection) {
  if (inspection.inputs.empty()) return {};
  TextTable table{{{}, {}, {{}, true}, {}}, {}};
  for (const InputFile& input : inspection.inputs) {
    table.rows.push_back({input.table, Printable(input.path), std::to_string(input.bytes), "bytes"});
  }
  return "\ninputs\n" + RenderTextTable(table, 2);
}

void WriteInputs(JsonWriter& writer, const Inspection& inspection) {
  writer.BeginArray();
  for (const InputFile& input : inspection.inputs) {
    writer.BeginObject().Key("table").String(input.table).Key("path").String(Printable(input.path));
    writer.Key("bytes").Integer(input.bytes).Key("modified").String(ToString(input.modified)).EndObject();
  }
  writer.EndArray();
}

std::string FieldsText(const CompiledReport& report, const Inspection& inspection) {
  std::string text = InputsText(inspection);
  for (const TableFacts& facts : FactsOf(report, inspection)) {
    text += "\ntable " + facts.table->name + ": " + std::string(NameOf(facts.table->format)) + ", " +
            std::to_string(facts.files) + (facts.files == 1 ? " file\n" : " files\n");
    TextTable table{{{}, {}, {}, {}}, {}};
    for (const ColumnFacts& column : facts.columns) {
      const std::string found = !facts.named           ? ""
                                : column.found == facts.files ? "found"
                                : column.found == 0           ? "not found"
                                                              : "found in " + std::to_string(column.found);
      table.rows.push_back(
          {column.column->name, TypeWords(*column.column), PlaceWords(facts, *column.column), found});
    }
    text += RenderTextTable(table, 2);
    if (facts.others.empty()) continue;
    text += "  not declared, and so not there:";
    for (const std::string& other : facts.others) text += ' ' + Printable(other);
    text += '\n';
  }
  return text;
}

void WriteFields(JsonWriter& writer, const CompiledReport& report, const Inspection& inspection) {
  writer.BeginObject();
  WriteInputs(writer.Key("files"), inspection);
  writer.Key("tables").BeginArray();
  for (const TableFacts& facts : FactsOf(report, inspection)) {
    writer.BeginObject().Key("name").String(facts.table->name);
    writer.Key("format").String(NameOf(facts.table->format));
    writer.Key("files").Integer(static_cast<std::int64_t>(facts.files));
    writer.Key("columns").BeginArray();
    for (const ColumnFacts& column : facts.columns) {
      writer.BeginObject().Key("name").String(column.column->name);
      writer.Key("type").String(NameOf(column.column->type)).Key("nullable").Boolean(column.column->nullable);
      if (facts.named) writer.Key("found_in").Integer(static_cast<std::int64_t>(column.found));
      writer.EndObject();
    }
    writer.EndArray().Key("not_declared").BeginArray();
    for (const std::string& other : facts.others) writer.String(Printable(other));
    writer.EndArray().EndObject();
  }
  writer.EndArray().EndObject();
}

}  // namespace querygate::cli
