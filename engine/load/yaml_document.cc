#include "engine/load/yaml_document.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "engine/load/documents.h"
#include "engine/load/findings.h"
#include "engine/load/position_cursor.h"
#include "engine/load/text_check.h"
#include "engine/load/yaml_builder.h"

namespace querygate {

namespace {

// The library's `pos` counts bytes of the file; its columns do too, so only `pos` is used.
std::size_t OffsetOf(const YAML::Mark& mark) { return mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos); }

// Events are used instead of the library's nodes, which keep the first document only, resolve aliases and have
// no position for them.
class EventAdapter final : public YAML::EventHandler {
 public:
  explicit EventAdapter(YamlBuilder& builder) : builder_(builder) {}

  void OnDocumentStart(const YAML::Mark& mark) override { builder_.OnDocument(OffsetOf(mark)); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { builder_.OnNull(OffsetOf(mark)); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { builder_.OnAlias(OffsetOf(mark)); }
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { builder_.OnAnchor(OffsetOf(mark)); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    builder_.OnScalar(OffsetOf(mark), tag == "?", value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    builder_.OnStart(OffsetOf(mark), NodeKind::kSequence, tag != "?");
  }
  void OnSequenceEnd() override { builder_.OnEnd(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    builder_.OnStart(OffsetOf(mark), NodeKind::kMapping, tag != "?");
  }
  void OnMapEnd() override { builder_.OnEnd(); }

 private:
  YamlBuilder& builder_;
};

// `%YAML 1.1` would ask for another reading of scalars, and the library passes over lines that start so without
// a word, wherever they stand.
void RefuseDirectives(Findings& findings) {
  const std::string_view text = findings.text().text();
  for (std::size_t start = 0; start < text.size();) {
    if (text[start] == '%') {
      findings.Report("yaml-syntax", findings.text().PositionAt(start), "a YAML directive", "remove the line");
      return;
    }
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  }
}

void Parse(const SourceText& text, YamlBuilder& builder, Findings& findings) {
  EventAdapter adapter(builder);
  // The library reports errors by throwing; nothing else here does.
  try {
    std::istringstream stream(text.text());
    YAML::Parser parser(stream);
    // Twice at most: at a stray comma the library finds empty documents for ever.
    if (parser.HandleNextDocument(adapter)) parser.HandleNextDocument(adapter);
  } catch (const YAML::Exception& error) {
    // Far too deep a document ends in an error of the library's own guard: it has been reported by its cause.
    if (builder.too_deep()) return;
    findings.Report("yaml-syntax", text.PositionAt(OffsetOf(error.mark)), error.msg);
  }
}

}  // namespace

YamlDocument ParseYaml(const SourceText& text) {
  Findings findings(text);
  if (text.text().size() > kMaxDocumentBytes) {
    findings.Report("document-size", {},
                    "the file is larger than " + std::to_string(kMaxDocumentBytes / 1024) + " KiB");
    return {std::nullopt, std::move(findings).Take()};
  }
  if (const auto fault = FindTextFault(text.text())) {
    findings.Report("invalid-encoding", PositionCursor(text).At(fault->offset), fault->message, fault->help);
    return {std::nullopt, std::move(findings).Take()};
  }
  RefuseDirectives(findings);

  YamlBuilder builder(text, findings);
  Parse(text, builder, findings);
  std::optional<YamlNode> root = std::move(builder).TakeRoot();
  Diagnostics diagnostics = std::move(findings).Take();
  if (!root && diagnostics.empty()) {
    diagnostics.push_back(MakeDiagnostic("yaml-syntax", text, {1, 1, 1}, "the file holds no document"));
  }
  return {std::move(root), std::move(diagnostics)};
}

}  // namespace querygate
