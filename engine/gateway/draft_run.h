// One draft for a deployment: which policy there is, where the files go, what may be written.
#pragma once

#include "engine/base/expected.h"
#include "engine/gateway/deployment.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"

namespace querygate {

Expected<DraftReply, Unusable> RunDraft(Library& library, const Deployment& deployment, const Clock& clock,
                                        const DraftOrder& order);

}  // namespace querygate
