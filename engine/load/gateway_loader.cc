#include <array>
#include <utility>

#include "engine/load/audit_reader.h"
#include "engine/load/document_tables.h"
#include "engine/load/execution_reader.h"
#include "engine/load/identity_reader.h"
#include "engine/load/lint_reader.h"
#include "engine/load/load_document.h"
#include "engine/load/locations_reader.h"
#include "engine/load/rate_limits_reader.h"
#include "engine/load/serve_reader.h"

namespace querygate {

namespace {

constexpr auto kKeys = std::to_array<KeyRule<GatewayDeclaration>>({
    HeaderKey<GatewayDeclaration>("apiVersion"),
    HeaderKey<GatewayDeclaration>("kind"),
    {"reports", Presence::kOptional, Key<&GatewayDeclaration::reports>::Text, "The folder of reports."},
    {"policies", Presence::kOptional, Key<&GatewayDeclaration::policies>::Text, "The folder of policies."},
    {"sources", Presence::kOptional, {ReadLocations, &LocationsSchema}, "Where the databases are, by name of the source."},
    {"execution", Presence::kOptional, {ReadExecution, &ExecutionSchema}, "How calls are executed, and how many."},
    {"lint", Presence::kOptional, {ReadLint, &LintSchema}, "How grave the findings of lint are here."},
    {"identity", Presence::kOptional, {ReadIdentity, &IdentitySchema}, "How callers of a server prove who they are."},
    {"audit", Presence::kOptional, {ReadAudit, &AuditSchema}, "The log of calls; without it calls are not logged."},
    {"rate_limits", Presence::kOptional, {ReadRateLimits, &RateLimitsSchema}, "How often a server answers."},
    {"serve", Presence::kOptional, {ReadServe, &ServeSchema}, "How the deployment is served."},
});

constexpr KeyTable<GatewayDeclaration> kTable{"a Gateway document", kKeys};

Vocabulary GatewayVocabulary() {
  Vocabulary places{kTable.Place()};
  for (const auto& block : {LocationPlaces(), ExecutionPlaces(), LintPlaces(), IdentityPlaces(), AuditPlaces(),
                            RateLimitPlaces(), ServePlaces()}) {
    places.insert(places.end(), block.begin(), block.end());
  }
  return places;
}

}  // namespace

ValueSchema GatewayDocument() { return kTable.Schema(); }

Loaded<GatewayDeclaration> LoadGateway(std::shared_ptr<const SourceText> text, std::string directory) {
  GatewayDeclaration seed;
  seed.text = text;
  seed.directory = std::move(directory);
  seed.reports.value = "reports";
  seed.policies.value = "policies";
  return LoadDocument(text, "Gateway", kTable, GatewayVocabulary, std::move(seed));
}

}  // namespace querygate
