#include "engine/backend/sqlite/handles.h"

#include <sqlite3.h>

namespace querygate::sqlite {

// The zombie-tolerant close: a statement that outlived its connection by mistake must not leak the file.
void CloseConnection::operator()(sqlite3* connection) const noexcept { sqlite3_close_v2(connection); }

void FinalizeStatement::operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }

}  // namespace querygate::sqlite
