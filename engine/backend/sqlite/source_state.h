// What one attached source's calls share.
#pragma once

#include <memory>
#include <string>

#include "engine/backend/sqlite/loaded_image.h"
#include "engine/backend/sqlite/pool.h"
#include "engine/backend/sqlite/schema_image.h"
#include "engine/backend/sqlite/step_hook.h"
#include "engine/backend/sqlite/watchdog.h"

namespace querygate::sqlite {

// Thread-safe; kept alive by every call that is under way.
struct SourceState {
  SourceState(std::string file_path, std::size_t max_idle, std::shared_ptr<SchemaImages> schema_images,
              StepHook step_hook, bool watch_deadlines)
      : path(std::move(file_path)),
        hook(std::move(step_hook)),
        images(std::move(schema_images)),
        watched(watch_deadlines),
        pool(max_idle) {}

  const std::string path;
  std::shared_ptr<const LoadedImage> image;  // in place of a file; set before the first call
  const StepHook hook;
  const std::shared_ptr<SchemaImages> images;
  const bool watched;  // else somebody outside ends calls that take too long
  Watchdog watchdog;
  Pool pool;
};

}  // namespace querygate::sqlite
