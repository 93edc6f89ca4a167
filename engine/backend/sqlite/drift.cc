#include "engine/backend/sqlite/drift.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

bool SameColumn(const SchemaColumn& a, const SchemaColumn& b) {
  return SameName(a.name, b.name) && SameName(a.declared_type, b.declared_type) && SameName(a.collation, b.collation) &&
         a.not_null == b.not_null && a.primary_key == b.primary_key && a.generated == b.generated;
}

// The keys that make an order total; how indexes are called does not matter.
std::set<std::vector<int>> UniqueKeys(const SchemaObject& object) {
  std::set<std::vector<int>> keys;
  for (const SchemaIndex& index : object.indexes) {
    if (!index.unique || index.partial) continue;
    std::vector<int> columns;
    for (const SchemaIndex::Key& key : index.keys) {
      if (key.key) columns.push_back(key.column);
    }
    keys.insert(std::move(columns));
  }
  return keys;
}

}  // namespace

bool Differs(const SchemaObject& declared, const SchemaObject& live) {
  if (declared.kind != live.kind || declared.without_rowid != live.without_rowid) return true;
  if (declared.kind == SchemaObject::Kind::kView && declared.sql != live.sql) return true;
  if (!std::equal(declared.columns.begin(), declared.columns.end(), live.columns.begin(), live.columns.end(),
                  SameColumn)) {
    return true;
  }
  return UniqueKeys(declared) != UniqueKeys(live);
}

bool HasDrifted(SchemaImages& images, const Schema& live, const CompiledReport& report) {
  const auto image = images.Get(report.source->schema_sql);
  if (!image) return false;
  const Schema& declared = (*image)->schema();
  if (declared.encoding != live.encoding) return true;
  for (const auto& [folded, table] : report.allowlist.tables()) {
    const SchemaObject* before = declared.Find(folded);
    const SchemaObject* now = live.Find(folded);
    if (before == nullptr) continue;
    if (now == nullptr || Differs(*before, *now)) return true;
  }
  return false;
}

}  // namespace querygate::sqlite
