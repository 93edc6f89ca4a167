#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"
#include "engine/policy/value_domain.h"

namespace querygate::compiling {
namespace {

constexpr int kMaxDigits = 38;
constexpr int kScaledDigits = 18;  // that many fit 64 bits, whatever they are

// How a stored value can be had from a file: a double is not exact, and no file has a native type.
constexpr std::array kDecimalStores = {Store::kScaledInteger, Store::kText};
constexpr std::array kTimestampStores = {Store::kIso8601Utc, Store::kSqlUtc, Store::kUnixS, Store::kUnixMs};

std::span<const Store> StoresOf(ColumnType type) {
  if (type == ColumnType::kDecimal) return kDecimalStores;
  if (type == ColumnType::kTimestamp) return kTimestampStores;
  return {};
}

class TableCompiler {
 public:
  TableCompiler(Findings& findings, const FileTableDeclaration& declaration)
      : findings_(findings), declaration_(declaration) {
    table_.name = declaration.name.value;
    table_.header = declaration.header;
    if (declaration.format) table_.format = declaration.format->value;
  }

  FileTable Compile() {
    if (!IsSnakeCase(table_.name)) {
      Find("invalid-value", declaration_.name.position, Quoted(table_.name) + " is not a name of a table",
           "tables of files match [a-z][a-z0-9_]*, at most 64 characters");
    }
    if (table_.name.starts_with("sqlite_")) {
      Find("reserved-name", declaration_.name.position, Quoted(table_.name) + " belongs to the database itself",
           "choose another name");
    }
    const bool fields = table_.format == FileFormat::kCsv || table_.format == FileFormat::kTsv;
    if (declaration_.header_position.line != 0 && !fields) {
      Find("invalid-value", declaration_.header_position, "`header` belongs to csv and tsv", "remove it");
    }
    for (const FileColumnDeclaration& column : declaration_.columns) CompileColumn(column, fields && !table_.header);
    CheckPositions();
    CompileKey();
    return std::move(table_);
  }

 private:
  void Find(std::string_view rule, SourcePosition position, std::string message, std::string help) {
    findings_.Add(rule, position, std::move(message), std::move(help));
  }

  void CompileColumn(const FileColumnDeclaration& declared, bool by_position) {
    FileColumn column;
    column.name = declared.name.value;
    column.type = declared.type;
    column.nullable = declared.nullable;
    const std::string owner = "column " + Quoted(column.name);
    if (!IsSnakeCase(column.name)) {
      Find("invalid-value", declared.name.position, Quoted(column.name) + " is not a name of a column",
           "columns of files match [a-z][a-z0-9_]*, at most 64 characters; `field` says what the file calls it");
    }
    if (!names_.insert(column.name).second) {
      Find("duplicate-name", declared.name.position, owner + " is declared twice", "remove one of the two");
    }
    if (column.type == ColumnType::kBlob) {
      Find("invalid-value", declared.type_position, owner + ": text files hold no blobs", "declare it as text");
    }
    CompileDigits(declared, owner, column);
    CompileStore(declared, owner, column);
    CompilePlace(declared, owner, by_position, column);
    table_.columns.push_back(std::move(column));
  }

  void CompileDigits(const FileColumnDeclaration& declared, const std::string& owner, FileColumn& column) {
    if (column.type != ColumnType::kDecimal) {
      for (const auto* option : {&declared.precision, &declared.scale}) {
        if (*option) {
          Find("invalid-type-option", (*option)->position, owner + " is no decimal",
               "`precision` and `scale` belong to decimals");
        }
      }
      return;
    }
    if (!declared.scale) {
      Find("missing-key", declared.type_position, owner + " is a decimal without `scale`",
           "state how many digits it has after the point");
      return;
    }
    const bool scaled = !declared.store || declared.store->value == Store::kScaledInteger;
    const std::int64_t most = scaled ? kScaledDigits : kMaxDigits;
    const std::int64_t precision = declared.precision ? declared.precision->value : most;
    if (precision > most) {
      Find("invalid-value", declared.precision->position,
           owner + " has more than " + std::to_string(most) + " digits",
           scaled ? "write `store: text` for up to 38" : "at most 38 are exact");
    } else if (declared.scale->value > precision) {
      Find("invalid-value", declared.scale->position, owner + " has more digits after the point than in all",
           "`scale` is at most `precision`");
    }
    column.precision = static_cast<int>(std::min(precision, most));
    column.scale = static_cast<int>(std::min<std::int64_t>(declared.scale->value, column.precision));
  }

  void CompileStore(const FileColumnDeclaration& declared, const std::string& owner, FileColumn& column) {
    const auto stores = StoresOf(column.type);
    if (!stores.empty()) column.store = stores.front();
    if (!declared.store) return;
    if (std::find(stores.begin(), stores.end(), declared.store->value) != stores.end()) {
      column.store = declared.store->value;
      return;
    }
    std::string names;
    for (const Store store : stores) names += (names.empty() ? "" : ", ") + std::string(NameOf(store));
    Find("invalid-type-option", declared.store->position,
         owner + " cannot be stored as " + std::string(NameOf(declared.store->value)),
         stores.empty() ? "remove `store`" : "it is one of " + names);
  }

  void CompilePlace(const FileColumnDeclaration& declared, const std::string& owner, bool by_position,
                    FileColumn& column) {
    column.field = declared.field ? declared.field->value : column.name;
    if (declared.folder) {
      column.folder = true;
      column.field = declared.folder->value;
      if (declared.field || declared.position) {
        Find("invalid-value", declared.folder->position, owner + " has several places",
             "keep `folder`, or `field` or `position`");
      }
      if (column.field.find_first_of("/=") != std::string::npos) {
        Find("invalid-value", declared.folder->position, Quoted(column.field) + " is no name of a partition",
             "the folders are called NAME=VALUE");
      }
      return;
    }
    if (!by_position && declared.position) {
      Find("invalid-value", declared.position->position, "`position` belongs to csv and tsv without a header",
           "remove it");
    }
    if (by_position && declared.field) {
      Find("invalid-value", declared.field->position, "a file without a header has no names of fields",
           "write `position`");
    }
    if (!by_position) {
      if (!fields_.insert(column.field).second) {
        Find("duplicate-name", declared.field ? declared.field->position : declared.name.position,
             "the field " + Quoted(column.field) + " is given to two columns", "name another field");
      }
      return;
    }
    ++by_position_;
    if (declared.position) ++positioned_;
    column.position = declared.position ? static_cast<std::size_t>(declared.position->value - 1) : next_position_++;
    if (declared.position && declared.position->value > kMaxFields) {
      Find("invalid-value", declared.position->position, "no record has that many fields", "they count from 1");
    }
    if (!positions_.insert(column.position).second) {
      Find("duplicate-name", declared.position ? declared.position->position : declared.name.position,
           owner + " has the place of another column", "each column has a position of its own");
    }
  }

  // Either the columns are all the fields there are, in their order, or each says which field it is.
  void CheckPositions() {
    if (positioned_ == 0 || positioned_ == by_position_) return;
    Find("invalid-value", declaration_.name.position,
         "some columns of " + Quoted(table_.name) + " have a `position` and some have none",
         "give one to each, or to none: then they are the fields in their order");
  }

  void CompileKey() {
    for (const Located<std::string>& name : declaration_.key) {
      const auto found = std::find_if(table_.columns.begin(), table_.columns.end(),
                                      [&](const FileColumn& column) { return column.name == name.value; });
      std::vector<std::string> known;
      for (const FileColumn& column : table_.columns) known.push_back(column.name);
      if (found == table_.columns.end()) {
        Find("invalid-value", name.position, "the key names " + Quoted(name.value) + ", which is no column",
             NameHelp(name.value, known, "columns"));
      } else if (found->nullable) {
        Find("invalid-value", name.position, "the key names " + Quoted(name.value) + ", which may be null",
             "a key column always has a value");
      }
      table_.key.push_back(name.value);
    }
  }

  static constexpr std::int64_t kMaxFields = 2'000;

  Findings& findings_;
  const FileTableDeclaration& declaration_;
  FileTable table_;
  std::set<std::string> names_, fields_;
  std::set<std::size_t> positions_;
  std::size_t next_position_ = 0, by_position_ = 0, positioned_ = 0;
};

// The DDL of the private database that the rows go into.
std::string TableSql(const FileTable& table) {
  std::string sql = "CREATE TABLE \"" + table.name + "\" (";
  bool first = true;
  for (const FileColumn& column : table.columns) {
    sql += first ? "\n  " : ",\n  ";
    sql += "\"" + column.name + "\" " + std::string(StorageTypeOf(column)) + (column.nullable ? "" : " NOT NULL");
    first = false;
  }
  for (std::size_t i = 0; i < table.key.size(); ++i) {
    sql += (i == 0 ? ",\n  PRIMARY KEY (\"" : ", \"") + table.key[i] + '"';
  }
  return sql + (table.key.empty() ? "\n);\n" : ")\n);\n");
}

void CompileLimit(const std::optional<Located<std::int64_t>>& declared, std::int64_t& limit) {
  if (declared) limit = declared->value;
}

}  // namespace

void CompileFileTables(Findings& findings, const SourceDeclaration& declaration, CompiledSource& source) {
  std::set<std::string> tables;
  for (const FileTableDeclaration& declared : declaration.tables) {
    if (!tables.insert(declared.name.value).second) {
      findings.Add("duplicate-name", declared.name.position, "table " + Quoted(declared.name.value) + " is listed twice",
                   "remove one of the two");
    }
    FileTable table = TableCompiler(findings, declared).Compile();
    source.ceiling.AllowTable(table.name, declared.name.position);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      source.ceiling.AllowColumn(table.name, table.columns[i].name, declared.columns[i].name.position);
    }
    source.schema_sql += TableSql(table);
    source.tables.push_back(std::move(table));
  }
  CompileLimit(declaration.inputs.files, source.inputs.files);
  CompileLimit(declaration.inputs.bytes, source.inputs.bytes);
  CompileLimit(declaration.inputs.expanded_bytes, source.inputs.expanded_bytes);
  CompileLimit(declaration.inputs.rows, source.inputs.rows);
  CompileLimit(declaration.inputs.nesting, source.inputs.nesting);
  CompileLimit(declaration.inputs.value_bytes, source.inputs.value_bytes);
  // The reader of nested values goes as deep as they are.
  constexpr std::int64_t kDeepest = 1'000;
  if (source.inputs.nesting > kDeepest) {
    findings.Add("invalid-value", declaration.inputs.nesting->position, "values are not read as deep as that",
                 "`nesting` is at most 1000");
  }
}

}  // namespace querygate::compiling

namespace querygate {

std::string_view StorageTypeOf(const FileColumn& column) {
  switch (column.type) {
    case ColumnType::kInteger:
    case ColumnType::kBoolean:
      return "INTEGER";
    case ColumnType::kReal:
      return "REAL";
    case ColumnType::kDecimal:
      return column.store == Store::kScaledInteger ? "INTEGER" : "TEXT";
    case ColumnType::kTimestamp:
      return column.store == Store::kUnixS || column.store == Store::kUnixMs ? "INTEGER" : "TEXT";
    case ColumnType::kText:
    case ColumnType::kDate:
    case ColumnType::kBlob:
      break;
  }
  return "TEXT";
}

}  // namespace querygate
