// What every kind of document has in common: the two header keys and the way from text to a value.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/load/documents.h"
#include "engine/load/key_table.h"
#include "engine/load/yaml_document.h"

namespace querygate {

inline constexpr std::string_view kApiVersion = "querygate/v1";

// Reports a wrong or absent `apiVersion` or `kind`. False when the document is of another kind, so that
// judging its keys would only mislead.
bool CheckHeader(DocumentReader& reader, const YamlNode& root, std::string_view kind);

// The header keys' rows: CheckHeader has judged them.
template <typename T>
constexpr KeyRule<T> HeaderKey(std::string_view name) {
  return {name,
          Presence::kOptional,
          {[](DocumentReader&, const YamlNode&, std::string_view, T&) {}, &TextSchema},
          name == "kind" ? "What kind of document this is." : "The version of the declaration language."};
}

// `check` judges what keys mean together, after each was read.
template <typename T>
Loaded<T> LoadDocument(const std::shared_ptr<const SourceText>& text, std::string_view kind, const KeyTable<T>& table,
                       DocumentReader::VocabularySource vocabulary, T value,
                       void (*check)(DocumentReader& reader, const YamlNode& root, const T& value) = nullptr) {
  Loaded<T> loaded;
  YamlDocument document = ParseYaml(*text);
  loaded.diagnostics = std::move(document.diagnostics);
  if (document.root) {
    Findings findings(*text);
    DocumentReader reader(findings, vocabulary);
    if (reader.Expect(*document.root, NodeKind::kMapping, "the document") &&
        CheckHeader(reader, *document.root, kind)) {
      ReadMapping(reader, *document.root, "the document", table, value);
      if (check != nullptr) check(reader, *document.root, value);
    }
    for (Diagnostic& diagnostic : std::move(findings).Take()) loaded.diagnostics.push_back(std::move(diagnostic));
  }
  SortDiagnostics(loaded.diagnostics);
  if (!HasErrors(loaded.diagnostics)) loaded.value = std::make_shared<const T>(std::move(value));
  return loaded;
}

}  // namespace querygate
