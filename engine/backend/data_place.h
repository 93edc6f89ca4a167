// Where the data of a source lies. It comes from whoever operates the deployment, never from a caller or a declaration.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace querygate {

struct DataPlace {
  DataPlace() = default;
  DataPlace(std::string database) : path(std::move(database)) {}  // NOLINT(google-explicit-constructor): a plain path

  std::string path;  // a database; of a source over files: the files of its only table
  std::map<std::string, std::vector<std::string>> files;  // by table: paths of files, patterns, folders

  friend auto operator<=>(const DataPlace&, const DataPlace&) = default;
  friend bool operator==(const DataPlace&, const DataPlace&) = default;
};

}  // namespace querygate
