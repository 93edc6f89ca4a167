#include "engine/load/load_document.h"

#include <array>
#include <string>

#include "engine/load/text_check.h"

namespace querygate {

namespace {

struct KindPlace {
  std::string_view kind;
  std::string_view place;
};

constexpr auto kKinds = std::to_array<KindPlace>({
    {"Report", "reports/…/NAME.yaml"},
    {"ReportTest", "reports/…/NAME.test.yaml"},
    {"Fixture", "reports/…/NAME.fixture.yaml"},
    {"Source", "policies/sources/NAME.yaml"},
    {"Limits", "policies/limits/NAME.yaml"},
    {"Access", "policies/access.yaml"},
    {"Gateway", "querygate.yaml"},
});

std::string HelpForKind(std::string_view written, std::string_view wanted) {
  for (const KindPlace& row : kKinds) {
    if (row.kind == written) {
      return "a " + std::string(row.kind) + " document is the file " + std::string(row.place);
    }
  }
  return "write kind: " + std::string(wanted);
}

}  // namespace

bool CheckHeader(DocumentReader& reader, const YamlNode& root, std::string_view kind) {
  const std::string version_help = "write apiVersion: " + std::string(kApiVersion);
  const YamlNode* version = FindMember(root, "apiVersion");
  if (version == nullptr) {
    reader.Report("api-version", root.position, "the document has no `apiVersion`", version_help);
  } else if (version->kind != NodeKind::kScalar) {
    reader.WrongType(*version, "`apiVersion`", "text", version_help);
  } else if (version->text != kApiVersion) {
    reader.Report("api-version", version->position, Quoted(version->text) + " is no version that is read here",
                  version_help);
  }

  const YamlNode* written = FindMember(root, "kind");
  if (written == nullptr) {
    reader.Report("document-kind", root.position, "the document has no `kind`", "write kind: " + std::string(kind));
    return true;
  }
  if (written->kind != NodeKind::kScalar) {
    reader.WrongType(*written, "`kind`", "text", "write kind: " + std::string(kind));
    return true;
  }
  if (written->text == kind) return true;
  reader.Report("document-kind", written->position,
                "this file holds a " + std::string(kind) + ", not a " + Quoted(written->text),
                HelpForKind(written->text, kind));
  return false;
}

}  // namespace querygate
