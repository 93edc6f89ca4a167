// The files of the demonstration, compiled in: an installed program needs nothing beside it.
#pragma once

#include <span>

#include "engine/render/embedded_file.h"

namespace querygate {

std::span<const EmbeddedFile> DemoDeclarations();  // reports/…, policies/…
std::span<const EmbeddedFile> DemoExtras();  // querygate.yaml, support.json, var/…, NAME.sql with the rows of source NAME

}  // namespace querygate
