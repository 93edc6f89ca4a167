// Fills a scratch database for a test.
#pragma once

#include <string>

#include "engine/backend/scratch.h"
#include "engine/backend/sqlite/schema_image.h"
#include "engine/base/expected.h"

namespace querygate::sqlite {

// Writes the image to `path`, where there is nothing yet, and stores the data in one transaction. The schema's
// NOT NULL, UNIQUE and CHECK constraints hold. Foreign keys are not enforced, as SQLite does by default, and
// triggers do not fire: the rows given are the rows there are. The script may hold INSERT statements with VALUES
// and nothing else.
Expected<void, ScratchFault> FillScratch(const SchemaImage& image, const ScratchData& data, const std::string& path);

}  // namespace querygate::sqlite
