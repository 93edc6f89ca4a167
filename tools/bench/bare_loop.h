// What the same answer costs without querygate: one prepared statement, stepped by a loop as a C program has it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace querygate::bench {

// One prepared statement on a connection of its own. Aborts the program on an error: a figure of a failing
// loop is no figure.
class BareLoop {
 public:
  BareLoop(const std::string& path, const std::string& sql);
  ~BareLoop();
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  // Binds `arguments` in order, reads every column of every row, resets. Returns the number of rows.
  std::int64_t Read(const std::vector<std::int64_t>& arguments);

  // The same, and writes the rows as the JSON body that a call delivers, with nothing checked.
  std::int64_t ReadAsJson(const std::vector<std::int64_t>& arguments, std::string& body);

 private:
  void Bind(const std::vector<std::int64_t>& arguments);

  sqlite3* connection_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
  std::uint64_t checksum_ = 0;  // so that no read can be left out
};

}  // namespace querygate::bench
