#include "engine/backend/sqlite/connection.h"

#include <algorithm>
#include <array>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/hardening.h"

namespace querygate::sqlite {
namespace {

constexpr std::string_view kHeader("SQLite format 3\0", 16);

// What an operator should know beyond SQLite's own words, by extended result code.
struct Hint {
  int code;
  std::string_view text;
};
constexpr Hint kHints[] = {
    {SQLITE_READONLY_ROLLBACK,
     "a writer stopped in the middle of a transaction; let the database's owner open it once to recover it"},
    {SQLITE_READONLY_RECOVERY, "the write-ahead log needs recovery; let the database's owner open it once"},
    {SQLITE_READONLY_CANTINIT, "the -shm file of this WAL database is missing and cannot be created in its folder"},
    {SQLITE_READONLY_DIRECTORY, "the -shm or -wal file of this WAL database cannot be created in its folder"},
    {SQLITE_CANTOPEN,
     "a file of this database is missing or not readable; a WAL database in a read-only folder needs "
     "its -shm and -wal files"},
    {SQLITE_CANTOPEN_SYMLINK, "a component of the path became a symbolic link"},
};

Failure Unavailable(std::string cause) { return {.reason = "query_unavailable", .cause = std::move(cause)}; }

}  // namespace

Expected<std::unique_ptr<Connection>, Failure> Connection::Open(const DatabaseFile& file, const CallContext& context,
                                                                StepHook hook) {
  std::unique_ptr<Connection> connection(new Connection(std::move(hook)));
  if (auto opened = connection->OpenHandle(file.path.c_str(), context, {}); !opened) return Unexpected(opened.error());
  if (auto proven = connection->ProveFile(file); !proven) return Unexpected(proven.error());
  return connection;
}

Expected<std::unique_ptr<Connection>, Failure> Connection::Open(std::span<const unsigned char> image,
                                                                const CallContext& context, StepHook hook) {
  std::unique_ptr<Connection> connection(new Connection(std::move(hook)));
  if (auto opened = connection->OpenHandle(":memory:", context, image); !opened) return Unexpected(opened.error());
  return connection;
}

Expected<void, Failure> Connection::OpenHandle(const char* path, const CallContext& context,
                                               std::span<const unsigned char> image) {
  if (sqlite3_threadsafe() == 0) return Unexpected(Unavailable("this build of SQLite is not thread-safe"));
  if (const int code = Consult(hook_, "open")) return Unexpected(Explain(InjectedFault(code, "open"), Phase::kOpening));
  if (const int code = clock_.Register(); code != SQLITE_OK) {
    return Unexpected(Explain({.code = code, .message = "registering the clock"}, Phase::kOpening));
  }
  // No URI: the path is absolute and nothing in it is a parameter. Never immutable, never created.
  const int access = image.empty() ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY;
  const int flags = access | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(path, &raw, flags, clock_.name());
  handle_.reset(raw);
  clock_.Unregister();
  if (opened != SQLITE_OK) return Unexpected(Explain(CurrentFault(raw, "opening the database"), Phase::kOpening));

  if (!image.empty()) {
    // Swaps the pages under `main`; nothing has been read or prepared yet. Read-only: the image is shared.
    const auto size = static_cast<sqlite3_int64>(image.size());
    const int code = sqlite3_deserialize(handle_.get(), "main", const_cast<unsigned char*>(image.data()), size, size,
                                         SQLITE_DESERIALIZE_READONLY);
    if (code != SQLITE_OK) {
      return Unexpected(Explain({.code = code, .message = "opening the image"}, Phase::kOpening));
    }
  }
  if (const int code = Consult(hook_, "authorizer")) {
    return Unexpected(Explain(InjectedFault(code, "authorizer"), Phase::kOpening));
  }
  if (authorizer_.Install(handle_.get()) != SQLITE_OK) {
    return Unexpected(Explain(CurrentFault(handle_.get(), "installing the authorizer"), Phase::kOpening));
  }
  bounds_.Install(handle_.get());
  bounds_.Start(context);
  return {};
}

// The descriptor is SQLite's own: opening and closing the file once more would drop every lock that this
// process holds on it.
Expected<void, Failure> Connection::ProveFile(const DatabaseFile& file) const {
  int moved = 1;
  sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved != 0 || !StillNames(file.path, file.identity)) {
    return Unexpected(Unavailable("database " + file.path + ": was replaced while it was opened"));
  }
  sqlite3_file* opened = nullptr;
  sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_FILE_POINTER, &opened);
  std::array<char, kHeader.size()> header{};
  if (opened == nullptr || opened->pMethods == nullptr ||
      opened->pMethods->xRead(opened, header.data(), static_cast<int>(header.size()), 0) != SQLITE_OK ||
      !std::equal(header.begin(), header.end(), kHeader.begin())) {
    return Unexpected(Unavailable("database " + file.path + ": has no database header"));
  }
  return {};
}

Connection::~Connection() {
  // There is an earlier error to report, or nobody left to tell.
  static_cast<void>(Close());
}

Expected<void, Fault> Connection::Close() {
  if (!handle_) return {};
  const int injected = Consult(hook_, "close");
  // A statement left over would be a mistake of ours: SQLite says so, and close_v2 keeps the file from leaking.
  sqlite3* raw = handle_.release();
  const int code = sqlite3_close(raw);
  if (code != SQLITE_OK) sqlite3_close_v2(raw);
  if (injected != SQLITE_OK) return Unexpected(InjectedFault(injected, "close"));
  if (code != SQLITE_OK) return Unexpected(Fault{.code = code, .message = "closing the database"});
  return {};
}

Expected<void, Failure> Connection::SetUp(const CompiledReport& report) {
  const ActiveMode mode(authorizer_, Authorizer::Mode::kSetUp);
  scope_.Prepare();
  const auto step = [this](std::string_view name, auto&& apply) -> Expected<void, Fault> {
    if (const int code = Consult(hook_, name)) return Unexpected(InjectedFault(code, name));
    return apply();
  };
  Expected<void, Fault> done = Harden(handle_.get(), HardeningRow::Moment::kBefore, hook_);
  if (done) done = step("scope function", [&] { return scope_.DefineFunction(handle_.get(), report); });
  if (done) done = step("scope views", [&] { return scope_.CreateViews(handle_.get(), report); });
  if (done) done = Harden(handle_.get(), HardeningRow::Moment::kAfter, hook_);
  if (!done) return Unexpected(Explain(done.error(), Phase::kOpening));
  return {};
}

Expected<void, Fault> Connection::RunOwn(std::string_view step, const char* sql) {
  if (const int code = Consult(hook_, step)) return Unexpected(InjectedFault(code, step));
  const ActiveMode mode(authorizer_, Authorizer::Mode::kOwnStatements);
  if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    return Unexpected(CurrentFault(handle_.get(), step));
  }
  return {};
}

Failure Connection::Explain(const Fault& fault, Phase phase) const {
  Failure failure = bounds_.Explain(fault, phase);
  failure.cause = scope_.Redact(std::move(failure.cause));
  for (const Hint& hint : kHints) {
    if (hint.code != fault.code) continue;
    failure.cause += "; ";
    failure.cause += hint.text;
  }
  return failure;
}

}  // namespace querygate::sqlite
