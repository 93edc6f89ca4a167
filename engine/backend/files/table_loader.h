// Listed files into a database in memory: all of them or nothing.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/backend/files/input_reader.h"
#include "engine/backend/files/listing.h"
#include "engine/backend/input_file.h"
#include "engine/backend/sqlite/loaded_image.h"

namespace querygate::files {

// Tests: called when files were "listed", one was "opened", all were "read". Empty: nobody looks.
using FileHook = std::function<void(std::string_view step)>;

struct LoadedTables {
  std::shared_ptr<const sqlite::LoadedImage> image;
  std::vector<InputFile> inputs;  // in the order of the listing
};

// `memory` bounds the image. Tables without files in the listing stay empty: no grant of the call reaches them.
Expected<LoadedTables, Failure> LoadTables(const CompiledSource& source, const std::vector<ListedFile>& listing,
                                           std::int64_t memory, const CallTime& time,
                                           const FileHook& hook);

}  // namespace querygate::files
