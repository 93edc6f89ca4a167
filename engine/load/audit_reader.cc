#include "engine/load/audit_reader.h"

#include <array>
#include <utility>

#include "engine/load/text_check.h"

namespace querygate {

namespace {

constexpr std::int64_t kLeastRotation = 64 * 1024;  // smaller files would be mostly names
constexpr std::string_view kEveryLine = "always";

void ReadSync(DocumentReader& reader, const YamlNode& value, std::string_view what, AuditDeclaration& audit) {
  if (value.kind == NodeKind::kScalar && value.text == kEveryLine) return;
  reader.Duration(value, what, audit.sync_milliseconds);
}

void ReadRotation(DocumentReader& reader, const YamlNode& value, std::string_view what, AuditDeclaration& audit) {
  if (!reader.ByteSize(value, what, audit.rotate_bytes) || audit.rotate_bytes->value >= kLeastRotation) return;
  reader.Report("invalid-value", value.position, std::string(what) + " is less than 64KiB",
                "a file of the log holds at least a few hundred calls");
}

constexpr auto kKeys = std::to_array<KeyRule<AuditDeclaration>>({
    {"file", Presence::kRequired, Key<&AuditDeclaration::file>::Text, "The file that lines are appended to."},
    {"key", Presence::kRequired, Key<&AuditDeclaration::key>::Text,
     "The file of the key under which arguments are hashed; made when it is missing."},
    {"rotate",
     Presence::kOptional,
     {ReadRotation, &ByteSizeSchema},
     "The size at which a new file is begun; 64MiB when left out."},
    {"sync",
     Presence::kOptional,
     {ReadSync, [] { return EitherSchema(OnlySchema(kEveryLine), DurationSchema()); }},
     "When lines reach the disk: always, before the answer, or at least once in a span of time."},
});
constexpr KeyTable<AuditDeclaration> kTable{"`audit`", kKeys};

}  // namespace

void ReadAudit(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  AuditDeclaration audit;
  if (!ReadMapping(reader, value, what, kTable, audit)) return;
  if (!audit.file.value.empty() && audit.file.value == audit.key.value) {
    reader.Report("invalid-value", audit.key.position, "the key and the log are one file", "name two files");
  }
  gateway.audit = std::move(audit);
}

ValueSchema AuditSchema() { return kTable.Schema(); }

Vocabulary AuditPlaces() { return {kTable.Place()}; }

}  // namespace querygate
