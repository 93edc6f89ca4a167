// Honest questions over the Chinook sample database: drafted, linted and run, each must give what a plain connection
// and, where it is installed, the sqlite3 shell give, value for value. Dishonest ones must be refused for their reason.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdlib.h>

#include "tools/querygate/cli.h"

namespace querygate {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Question {
  std::string name, sql, refused;
  std::vector<std::pair<std::string, std::string>> given;  // parameter, SQL literal
};

std::vector<Question> ReadQuestions() {
  std::ifstream file(QUERYGATE_CHINOOK_QUERIES);
  std::vector<Question> questions;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("-- query: ")) {
      questions.emplace_back().name = line.substr(10);
    } else if (questions.empty()) {
      continue;
    } else if (line.starts_with("-- refused: ")) {
      questions.back().refused = line.substr(12);
    } else if (line.starts_with("-- given: ")) {
      std::istringstream words(line.substr(10));
      for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        questions.back().given.emplace_back(word.substr(0, equals), word.substr(equals + 1));
      }
    } else {
      questions.back().sql += line + '\n';
    }
  }
  return questions;
}

std::string Unquoted(const std::string& literal) {
  return literal.starts_with('\'') ? literal.substr(1, literal.size() - 2) : literal;
}

// The question as somebody would type it: every `:name` replaced by its literals.
std::string WithLiterals(const Question& question) {
  std::string sql;
  for (std::size_t i = 0; i < question.sql.size();) {
    std::size_t end = i + 1;
    while (question.sql[i] == ':' && end < question.sql.size() &&
           (std::isalnum(static_cast<unsigned char>(question.sql[end])) != 0 || question.sql[end] == '_')) {
      ++end;
    }
    const std::string name = question.sql.substr(i + 1, end - i - 1);
    std::string values;
    for (const auto& [given, literal] : question.given) {
      if (given == name) values += (values.empty() ? "" : ", ") + literal;
    }
    if (end == i + 1) {
      sql += question.sql[i];
    } else {
      sql += values.empty() ? "NULL" : values;
    }
    i = end;
  }
  return sql;
}

class Folder {
 public:
  Folder() : before_(fs::current_path()) {
    std::string pattern = (fs::temp_directory_path() / "querygate-chinook-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
    fs::current_path(path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

 private:
  fs::path before_, path_;
};

struct Reply {
  int exit = 0;
  std::string out, err;
};

Reply Querygate(const std::vector<std::string>& words) {
  std::istringstream in;
  std::ostringstream out, err;
  const int exit = cli::Main(words, {in, out, err});
  return {exit, out.str(), err.str()};
}

// A number that JSON holds as a number or, by declaration, as a decimal string.
bool IsNumber(const Json& cell, double number) {
  if (cell.is_number()) return cell.get<double>() == number;
  return cell.is_string() && std::strtod(cell.get<std::string>().c_str(), nullptr) == number;
}

bool IsInteger(const Json& cell, std::int64_t integer) {
  if (cell.is_number_integer()) return cell.get<std::int64_t>() == integer;
  if (cell.is_string()) return std::strtod(cell.get<std::string>().c_str(), nullptr) == static_cast<double>(integer);
  return false;
}

bool Equals(const Json& cell, sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
      return cell.is_null();
    case SQLITE_INTEGER:
      return IsInteger(cell, sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
      return IsNumber(cell, sqlite3_column_double(row, column));
    case SQLITE_TEXT:
      return cell.is_string() && cell == reinterpret_cast<const char*>(sqlite3_column_text(row, column));
    default:
      return false;
  }
}

void CompareWithConnection(const Json& rows, const std::string& sql) {
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open_v2(QUERYGATE_CHINOOK, &raw, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  sqlite3_stmt* statement = nullptr;
  REQUIRE(sqlite3_prepare_v2(raw, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> owner(statement, &sqlite3_finalize);
  std::size_t at = 0;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    REQUIRE(at < rows.size());
    const int columns = sqlite3_column_count(statement);
    REQUIRE(rows[at].size() == static_cast<std::size_t>(columns));
    int column = 0;
    for (const auto& [name, cell] : rows[at].items()) {
      INFO("row " << at << ", " << name << ": " << cell.dump());
      CHECK(name == sqlite3_column_name(statement, column));
      CHECK(Equals(cell, statement, column));
      ++column;
    }
    ++at;
  }
  CHECK(at == rows.size());
}

#ifdef QUERYGATE_SQLITE3_SHELL
void CompareWithShell(const Json& rows, const std::string& sql) {
  std::ofstream("shell.sql") << sql << ";\n";
  const std::string command =
      std::string(QUERYGATE_SQLITE3_SHELL) + " -readonly -json '" + QUERYGATE_CHINOOK + "' < shell.sql > shell.json";
  REQUIRE(std::system(command.c_str()) == 0);
  std::ifstream file("shell.json");
  std::ostringstream text;
  text << file.rdbuf();
  const Json shell = text.str().empty() ? Json::array() : Json::parse(text.str());
  REQUIRE(shell.size() == rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const auto& [name, cell] : shell[row].items()) {
      INFO("row " << row << ", " << name << ": " << cell.dump() << " and " << rows[row].at(name).dump());
      const Json& ours = rows[row].at(name);
      CHECK((cell.is_number() ? IsNumber(ours, cell.get<double>()) : ours == cell));
    }
  }
}
#endif

// The rows of the drafted report, or what went wrong.
Json DraftLintTestAndRun(const Question& question, std::string& trouble, bool& test_has_rows) {
  std::ofstream(question.name + ".sql") << question.sql;
  std::vector<std::string> values;
  for (const auto& [name, literal] : question.given) values.push_back(name + "=" + Unquoted(literal));
  std::vector<std::string> words = {
      "draft",         "--source", std::string("chinook=") + QUERYGATE_CHINOOK, "--sql", question.name + ".sql",
      "--write-source"};
  words.insert(words.end(), values.begin(), values.end());
  const Reply drafted = Querygate(words);
  if (drafted.exit != 0) return trouble = "draft: " + drafted.out + drafted.err, Json();
  const Reply linted = Querygate({"lint"});
  if (linted.exit != 0 || linted.out.find("error") != std::string::npos) return trouble = "lint: " + linted.out, Json();
  const Reply tested = Querygate({"test"});
  if (tested.exit != 0) return trouble = "test: " + tested.out + tested.err, Json();
  test_has_rows = drafted.err.find("the first test") == std::string::npos;
  words = {"run", "chinook/" + question.name, "--format", "json", "--show-cause"};
  words.insert(words.end(), values.begin(), values.end());
  const Reply ran = Querygate(words);
  if (ran.exit != 0) return trouble = "run: " + ran.out + ran.err, Json();
  return Json::parse(ran.out).at("rows");
}

}  // namespace

TEST_CASE("questions over Chinook are drafted, linted and run, and give what the database gives") {
  std::size_t honest = 0, equal = 0, refused = 0, told = 0, with_rows = 0;
  for (const Question& question : ReadQuestions()) {
    const Folder folder;
    INFO(question.name);
    std::string trouble;
    bool test_has_rows = false;
    const Json rows = DraftLintTestAndRun(question, trouble, test_has_rows);
    if (!question.refused.empty()) {
      ++refused;
      const bool by_rule = trouble.find(" " + question.refused + "]") != std::string::npos;
      CHECK(trouble.find("draft: ") == 0);
      CHECK(by_rule);
      told += by_rule ? 1 : 0;
      continue;
    }
    ++honest;
    INFO(trouble);
    REQUIRE(trouble.empty());
    CompareWithConnection(rows, WithLiterals(question));
#ifdef QUERYGATE_SQLITE3_SHELL
    CompareWithShell(rows, WithLiterals(question));
#endif
    ++equal;
    with_rows += test_has_rows ? 1 : 0;
  }
  std::cout << equal << " of " << honest << " questions over Chinook went through draft, lint, test and run, "
            << with_rows << " with rows in the drafted test; " << told << " of " << refused
            << " were refused for the reason that they must be\n";
  CHECK(with_rows >= 50);
  CHECK(honest >= 60);
  CHECK(refused >= 10);
}

// The README shows a new user's way with its output; here it is walked, command for command.
TEST_CASE("the README's way from SQL to a served report is true") {
  std::ifstream file(QUERYGATE_README);
  std::string line;
  while (std::getline(file, line) && line != "## From SQL to a served report") continue;
  REQUIRE(line == "## From SQL to a served report");
  std::string block, sql, shown;
  std::vector<std::pair<std::string, std::string>> steps;  // command, output
  while (std::getline(file, line) && !line.starts_with("## ")) {
    if (line.starts_with("```")) {
      block = block.empty() ? line.substr(3) : "";
    } else if (block == "sql") {
      sql += line + '\n';
    } else if (block == "console" && line.starts_with("$ querygate ")) {
      steps.emplace_back(line.substr(12), "");
    } else if (block == "console" && !steps.empty()) {
      steps.back().second += line + '\n';
    }
  }
  REQUIRE_FALSE(sql.empty());
  REQUIRE(steps.size() == 5);  // the four that it promises, and a refusal

  const Folder folder;
  fs::copy_file(QUERYGATE_CHINOOK, "chinook.sqlite");
  fs::permissions("chinook.sqlite", fs::perms::owner_read | fs::perms::owner_write);
  std::ofstream("artists_sold.sql") << sql;
  std::ofstream("tracks.sql") << "SELECT Name AS track FROM Track ORDER BY UnitPrice\n";
  for (const auto& [command, expected] : steps) {
    const bool refused = &expected == &steps.back().second;
    std::istringstream words(command), in;
    std::ostringstream screen;
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    INFO(command);
    CHECK(cli::Main(arguments, {in, screen, screen}) == (refused ? 1 : 0));
    // Elapsed time is the one thing that may differ.
    const std::regex elapsed("[0-9.]+ ?(us|ms|s)\\b");
    CHECK(std::regex_replace(screen.str(), elapsed, "TIME") == std::regex_replace(expected, elapsed, "TIME"));
  }
}

}  // namespace querygate
