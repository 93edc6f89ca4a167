// What stands in folders, as far as it shows without reading a file.
#pragma once

#include <span>
#include <string>

namespace querygate::server {

// Equal while no file below the folders was added, removed, renamed, replaced or written: paths, sizes, inodes and times
// of change. What cannot be looked at counts as not there.
std::string ImageOfFolders(std::span<const std::string> folders);

}  // namespace querygate::server
