#include <array>
#include <utility>

#include "engine/load/budget_keys.h"
#include "engine/load/document_tables.h"
#include "engine/load/load_document.h"

namespace querygate {

namespace {

constexpr auto kKeys = JoinKeys(std::to_array<KeyRule<LimitsDeclaration>>({
                                    HeaderKey<LimitsDeclaration>("apiVersion"),
                                    HeaderKey<LimitsDeclaration>("kind"),
                                    {"description", Presence::kOptional, Key<&LimitsDeclaration::description>::Prose,
                                     "Which reports these limits are for."},
                                }),
                                BudgetKeys<LimitsDeclaration, &LimitsDeclaration::values>());

constexpr KeyTable<LimitsDeclaration> kTable{"a Limits document", kKeys};

Vocabulary LimitsVocabulary() { return {kTable.Place()}; }

}  // namespace

ValueSchema LimitsDocument() { return kTable.Schema(); }

Loaded<LimitsDeclaration> LoadLimits(std::shared_ptr<const SourceText> text, std::string name) {
  LimitsDeclaration seed;
  seed.name = std::move(name);
  seed.text = text;
  return LoadDocument(text, "Limits", kTable, LimitsVocabulary, std::move(seed));
}

}  // namespace querygate
