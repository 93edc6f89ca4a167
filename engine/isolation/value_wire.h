// Bound values on the wire.
#pragma once

#include "engine/isolation/wire.h"
#include "engine/run/bind.h"

namespace querygate::isolation {

void Write(WireWriter& writer, const Bindings& bindings);
Bindings ReadBindings(WireReader& reader);

}  // namespace querygate::isolation
