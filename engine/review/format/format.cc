#include "engine/review/format/format.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/load/yaml_document.h"
#include "engine/review/format/yaml_layout.h"

namespace querygate::review {
namespace {

bool IsQuoted(ScalarStyle style) { return style == ScalarStyle::kSingleQuoted || style == ScalarStyle::kDoubleQuoted; }

// Everything a loader can see: kinds, values, and whether a scalar is quoted.
bool SameTree(const YamlNode& a, const YamlNode& b) {
  if (a.kind != b.kind || a.text != b.text || IsQuoted(a.style) != IsQuoted(b.style)) return false;
  if (!IsQuoted(a.style) && a.style != b.style) return false;
  return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), SameTree) &&
         std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                    [](const YamlMember& x, const YamlMember& y) {
                      return SameTree(x.key, y.key) && SameTree(x.value, y.value);
                    });
}

Unexpected<FormatFault> Internal(std::string why) { return Unexpected(FormatFault{{}, std::move(why)}); }

}  // namespace

Expected<std::string, FormatFault> FormatDocument(const SourceText& text) {
  YamlDocument before = ParseYaml(text);
  if (HasErrors(before.diagnostics) || !before.root) return Unexpected(FormatFault{std::move(before.diagnostics), {}});
  if (before.root->kind != NodeKind::kMapping && before.root->kind != NodeKind::kSequence) {
    return Unexpected(
        FormatFault{{MakeDiagnostic("wrong-type", text, before.root->position, "a document is a mapping of keys",
                                    "a declaration begins with apiVersion")},
                    {}});
  }
  const auto laid_out = LayOut(text.text(), *before.root);
  if (!laid_out) return Internal("the layout of the document is not understood: " + laid_out.error());

  const SourceText result(text.name(), laid_out->text);
  const YamlDocument after = ParseYaml(result);
  if (HasErrors(after.diagnostics) || !after.root || !SameTree(*before.root, *after.root)) {
    return Internal("formatting would have changed what the document says");
  }
  const auto again = LayOut(result.text(), *after.root);
  if (!again || again->comments != laid_out->comments) return Internal("formatting would have lost a comment");
  if (again->text != result.text()) return Internal("formatting does not come to rest");
  return result.text();
}

}  // namespace querygate::review
