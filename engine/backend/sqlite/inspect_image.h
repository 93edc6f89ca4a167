// The gate over a schema snapshot, for `lint`.
#pragma once

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/schema_image.h"
#include "engine/backend/sqlite/step_hook.h"
#include "engine/base/expected.h"

namespace querygate::sqlite {

// The same settings, scope views and gate as at run time, with plans, over the empty image.
Expected<Inspection, Failure> InspectImage(const SchemaImage& image, const CompiledReport& report, StepHook hook);

}  // namespace querygate::sqlite
