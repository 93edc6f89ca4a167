// One source over files, attached: each call lists its files, and loads them unless it has them already.
#pragma once

#include <memory>

#include "engine/backend/backend.h"
#include "engine/backend/files/image_cache.h"

namespace querygate::files {

struct FilesSourceOptions {
  bool isolated = false;  // see BackendOptions
  FileHook hook;
};

// Thread-safe. Several may share a cache.
std::unique_ptr<AttachedSource> MakeFilesSource(std::shared_ptr<const CompiledSource> source, DataPlace place,
                                                std::shared_ptr<ImageCache> cache, const Backend& engine,
                                                FilesSourceOptions options);

}  // namespace querygate::files
