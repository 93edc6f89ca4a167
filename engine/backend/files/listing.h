// Which files a call reads: the deployment's paths, patterns and folders as they are on the disk now.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/data_place.h"
#include "engine/backend/files/call_time.h"
#include "engine/backend/files/file_stamp.h"
#include "engine/base/expected.h"
#include "engine/policy/compiled_source.h"

namespace querygate::files {

struct ListedFile {
  const FileTable* table = nullptr;  // of the compiled source
  std::string path;                  // absolute, no symbolic link in it
  std::string below;                 // the part of it below the folder that the deployment names
  FileStamp stamp;
  friend bool operator==(const ListedFile&, const ListedFile&) = default;
};

// For each table the files in the order of their paths, every file once; never none for a table. Opens nothing but
// folders. Failure: a path that is not there, is a link or is no regular file (query_unavailable), or more than
// the source's limits (input_files_limit, input_bytes_limit).
Expected<std::vector<ListedFile>, Failure> ListFiles(const CompiledSource& source, const DataPlace& place,
                                                     const std::vector<const FileTable*>& tables,
                                                     const CallTime& time);

// The folders below which all of them lie, as far as they exist.
std::vector<std::string> FoldersOf(const CompiledSource& source, const DataPlace& place);

}  // namespace querygate::files
