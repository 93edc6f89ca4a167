// Columns of text aligned for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace querygate {

struct TextTable {
  struct Column {
    std::string header;        // all headers empty: no header lines
    bool right_align = false;  // numbers
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // each as long as `columns`
};

// Every cell is made printable; lines end without blanks. Headers are underlined.
std::string RenderTextTable(const TextTable& table, std::size_t indent = 0);

}  // namespace querygate
