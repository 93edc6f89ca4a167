#include "engine/policy/authorize.h"

#include <algorithm>
#include <string_view>

namespace querygate {
namespace {

constexpr std::string_view kReservedPrefix = "sqlite_";

constexpr char Fold(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Compares a folded name with one in any case, without making a copy.
bool SameFolded(std::string_view folded, std::string_view name) {
  return std::equal(folded.begin(), folded.end(), name.begin(), name.end(),
                    [](char a, char b) { return a == Fold(b); });
}

bool IsReserved(std::string_view name) { return SameFolded(kReservedPrefix, name.substr(0, kReservedPrefix.size())); }

bool Contains(const std::vector<std::string>& folded_names, std::string_view name) {
  return std::any_of(folded_names.begin(), folded_names.end(),
                     [&](const std::string& folded) { return SameFolded(folded, name); });
}

Verdict Allowed(const Grant* grant = nullptr) { return {.allowed = true, .rule = {}, .grant = grant}; }
Verdict Denied(std::string_view rule) { return {.allowed = false, .rule = rule, .grant = nullptr}; }

// The base table of a scoped table: only the secret view reads it, and only what the view is made of. An
// empty column would count rows of every scope, a rowid would show their density.
Verdict AuthorizeScopedBase(const ScopedAccess& scoped, const AccessEvent& event) {
  if (scoped.secret_view.empty() || event.accessor != scoped.secret_view) return Denied("unlisted-table");
  if (event.column.empty() || SameFolded("rowid", event.column)) return Denied("unlisted-table");
  const bool plumbing = Contains(scoped.columns, event.column) || Contains(scoped.scope_columns, event.column);
  return plumbing ? Allowed() : Denied("unlisted-column");
}

// A read in the schema of the scope views.
Verdict AuthorizeScopeView(const AccessPolicy& policy, const AccessEvent& event) {
  for (const ScopedAccess& scoped : policy.scoped) {
    if (event.object == scoped.secret_view) {
      // The accessor can be imitated, the object's name cannot: nobody but the public view knows it.
      const bool through_public_view = SameFolded(scoped.table, event.accessor);
      return through_public_view ? Allowed() : Denied("unlisted-table");
    }
    if (!SameFolded(scoped.table, event.object)) continue;
    const Allowlist::Table* table = policy.allowlist->FindTable(event.object);
    if (table == nullptr) return Denied("unlisted-table");
    if (event.column.empty()) return Allowed(&table->grant);
    if (!Contains(scoped.columns, event.column)) return Denied("unlisted-column");
    const Grant* grant = policy.allowlist->FindColumn(event.object, event.column);
    return grant != nullptr ? Allowed(grant) : Denied("unlisted-column");
  }
  return Denied("outside-main");
}

// An empty column: the rows of the object count, no value is read. Only here may the schema be absent.
Verdict AuthorizeRows(const AccessPolicy& policy, const AccessEvent& event) {
  const Allowlist::Table* table = policy.allowlist->FindTable(event.object);
  if (table != nullptr) return Allowed(&table->grant);
  if (!event.schema && Contains(policy.local_names, event.object)) return Allowed();
  return Denied("unlisted-table");
}

Verdict AuthorizeRead(const AccessPolicy& policy, const AccessEvent& event) {
  if (event.object.empty()) return Denied("null-argument");
  if (IsReserved(event.object)) return Denied("unlisted-table");
  if (!event.schema) return event.column.empty() ? AuthorizeRows(policy, event) : Denied("outside-main");
  if (*event.schema == policy.scope_schema) return AuthorizeScopeView(policy, event);
  if (*event.schema != policy.main_schema) return Denied("outside-main");
  for (const ScopedAccess& scoped : policy.scoped) {
    if (SameFolded(scoped.table, event.object)) return AuthorizeScopedBase(scoped, event);
  }
  if (event.column.empty()) return AuthorizeRows(policy, event);
  if (policy.allowlist->FindTable(event.object) == nullptr) return Denied("unlisted-table");
  const Grant* grant = policy.allowlist->FindColumn(event.object, event.column);
  return grant != nullptr ? Allowed(grant) : Denied("unlisted-column");
}

Verdict AuthorizeFunction(const AccessPolicy& policy, const AccessEvent& event) {
  if (event.function.empty()) return Denied("null-argument");
  // One function may serve several scoped tables.
  bool secret = false;
  for (const ScopedAccess& scoped : policy.scoped) {
    if (event.function != scoped.secret_function) continue;
    if (!scoped.secret_view.empty() && event.accessor == scoped.secret_view) return Allowed();
    secret = true;
  }
  if (secret) return Denied("unlisted-function");
  const Grant* grant = policy.allowlist->FindFunction(event.function);
  return grant != nullptr ? Allowed(grant) : Denied("unlisted-function");
}

}  // namespace

Verdict Authorize(const AccessPolicy& policy, const AccessEvent& event) {
  if (policy.allowlist == nullptr) return Denied("denied-action");
  switch (event.kind) {
    case AccessEvent::Kind::kSelect:
      return Allowed();
    case AccessEvent::Kind::kRead:
      return AuthorizeRead(policy, event);
    case AccessEvent::Kind::kFunction:
      return AuthorizeFunction(policy, event);
    case AccessEvent::Kind::kRecursive: {
      const Grant* grant = policy.allowlist->recursion();
      return grant != nullptr ? Allowed(grant) : Denied("recursion-not-allowed");
    }
    case AccessEvent::Kind::kOther:
      break;
  }
  return Denied("denied-action");
}

}  // namespace querygate
