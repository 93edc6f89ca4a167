// Says which SQLite this process runs over, and fails unless it is the expected one.
#include <iostream>
#include <string_view>

#include <sqlite3.h>

int main(int argc, char** argv) {
  const std::string_view version = sqlite3_libversion();
  std::cout << "SQLite " << version << ", compiled against " SQLITE_VERSION "\n";
  return argc == 2 && version == argv[1] ? 0 : 1;
}
