// The bridge from SQLite's authorizer callback to the policy's decision. One per connection, installed
// before the first statement and never removed; what changes is the active policy.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/policy/authorize.h"

struct sqlite3;

namespace querygate::sqlite {

struct Denial {
  std::string rule;     // alias of the rule table
  std::string subject;  // "parcels.private_note", "load_extension", "ATTACH"
  AccessUse::Kind kind = AccessUse::Kind::kTable;
};

// Not thread-safe (a connection has one user at a time). Must outlive the connection.
class Authorizer {
 public:
  enum class Mode {
    kDenyAll,        // between calls
    kSetUp,          // hardening pragmas and the scope views: our own text only
    kOwnStatements,  // transaction control, schema reading: our own text only
    kReport,         // one report's statements
  };

  Authorizer() = default;
  Authorizer(const Authorizer&) = delete;
  Authorizer& operator=(const Authorizer&) = delete;

  // SQLite's result code of installing the callback.
  int Install(sqlite3* connection);

  Mode mode() const { return mode_; }
  void Use(Mode mode);                         // not kReport
  void UseReport(const AccessPolicy* policy);  // outlives its use

  // Judges and records one call of SQLite's authorizer: SQLITE_OK or SQLITE_DENY, never SQLITE_IGNORE.
  int Decide(int action, const char* first, const char* second, const char* database, const char* accessor);

  // Events since the last clear, in order of arrival; uses leave out scope plumbing.
  const std::vector<Denial>& denials() const { return denials_; }
  const std::set<AccessUse>& uses() const { return uses_; }
  void ClearRecord();

 private:
  static int Callback(void* self, int action, const char* first, const char* second, const char* database,
                      const char* accessor) noexcept;
  void Record(Denial denial);

  Mode mode_ = Mode::kDenyAll;
  const AccessPolicy* policy_ = nullptr;
  std::vector<Denial> denials_;
  std::set<AccessUse> uses_;
};

// Sets a mode for a scope and returns to deny-all at its end.
class ActiveMode {
 public:
  ActiveMode(Authorizer& authorizer, Authorizer::Mode mode) : authorizer_(authorizer) { authorizer.Use(mode); }
  ActiveMode(Authorizer& authorizer, const AccessPolicy& policy) : authorizer_(authorizer) {
    authorizer.UseReport(&policy);
  }
  ~ActiveMode() { authorizer_.Use(Authorizer::Mode::kDenyAll); }
  ActiveMode(const ActiveMode&) = delete;
  ActiveMode& operator=(const ActiveMode&) = delete;

 private:
  Authorizer& authorizer_;
};

}  // namespace querygate::sqlite
