// The kinds of documents as schemas. Each is defined beside the table that reads it.
#pragma once

#include "engine/load/value_schema.h"

namespace querygate {

ValueSchema ReportDocument();
ValueSchema ReportTestDocument();
ValueSchema FixtureDocument();
ValueSchema SourceDocument();
ValueSchema LimitsDocument();
ValueSchema AccessDocument();
ValueSchema GatewayDocument();

}  // namespace querygate
