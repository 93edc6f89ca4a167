// A database opened without any of our guards, to show what they are for.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct sqlite3;

namespace querygate::scenario {

struct CloseNative {
  void operator()(sqlite3* connection) const;
};
using NativeConnection = std::unique_ptr<sqlite3, CloseNative>;

// Opens an existing database; the connection fails the test when it cannot.
NativeConnection OpenNative(const std::string& path, bool read_only);

struct NativeAnswer {
  int code = 0;
  std::string rows;     // cells as SQL literals, "|" between cells, ";" behind each row
  std::string message;  // of an error
};
NativeAnswer RunNative(sqlite3* connection, std::string_view sql);

}  // namespace querygate::scenario
