// One run of the declared tests over files, folders or the whole deployment.
#pragma once

#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"

namespace querygate {

Expected<TestSummary, Unusable> RunTests(Library& library, const Clock& clock, const TestRequest& request);
Expected<MutationSummary, Unusable> RunMutations(Library& library, const TestRequest& request);

}  // namespace querygate
