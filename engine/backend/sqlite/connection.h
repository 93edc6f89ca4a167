// One read-only, hardened connection. None exists without its authorizer, its settings and its bounds.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/call_bounds.h"
#include "engine/backend/sqlite/fault.h"
#include "engine/backend/sqlite/file_identity.h"
#include "engine/backend/sqlite/frozen_clock_vfs.h"
#include "engine/backend/sqlite/handles.h"
#include "engine/backend/sqlite/scope_views.h"
#include "engine/backend/sqlite/step_hook.h"
#include "engine/base/expected.h"

namespace querygate::sqlite {

// Used by one thread at a time. Statements prepared on it are finalized before it goes.
class Connection {
 public:
  // Opens an existing file, read-only, never through a link, and proves that it is the file that was located
  // and has a database header. `context` bounds the waiting.
  static Expected<std::unique_ptr<Connection>, Failure> Open(const DatabaseFile& file, const CallContext& context,
                                                             StepHook hook);
  // A database image in memory, not copied: it outlives the connection.
  static Expected<std::unique_ptr<Connection>, Failure> Open(std::span<const unsigned char> image,
                                                             const CallContext& context, StepHook hook);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Applies the settings and makes the report's scope views. Once, before anything else.
  Expected<void, Failure> SetUp(const CompiledReport& report);

  // Closes now and says whether that worked; the destructor keeps silent about it. Exactly one attempt is
  // ever made.
  Expected<void, Fault> Close();

  sqlite3* handle() const { return handle_.get(); }
  Authorizer& authorizer() { return authorizer_; }
  CallBounds& bounds() { return bounds_; }
  FrozenClockVfs& clock() { return clock_; }
  ScopeViews& scope() { return scope_; }
  const StepHook& hook() const { return hook_; }

  // Runs one statement of our own that gives no rows.
  Expected<void, Fault> RunOwn(std::string_view step, const char* sql);

  // The failure behind a fault of this connection: its bounds considered, secrets removed, a hint added.
  Failure Explain(const Fault& fault, Phase phase) const;

 private:
  explicit Connection(StepHook hook)
      : hook_(std::move(hook)),
        clock_([this](std::chrono::microseconds wanted) { return bounds_.GrantWait(wanted); }) {}
  Expected<void, Failure> OpenHandle(const char* path, const CallContext& context,
                                     std::span<const unsigned char> image);
  Expected<void, Failure> ProveFile(const DatabaseFile& file) const;

  // Destroyed after the handle, which points into them.
  StepHook hook_;
  FrozenClockVfs clock_;
  Authorizer authorizer_;
  CallBounds bounds_;
  ScopeViews scope_;
  ConnectionHandle handle_;
};

}  // namespace querygate::sqlite
