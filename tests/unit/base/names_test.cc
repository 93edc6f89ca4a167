// Names of closed sets: storage classes, types, stores, statuses, and the look-up of arguments.

#include <set>
#include <string_view>

#include <catch2/catch.hpp>

#include "engine/base/argument.h"
#include "engine/base/value.h"
#include "engine/declaration/types.h"

using namespace querygate;

namespace {

template <typename T>
void CheckTable(std::span<const NamedValue<T>> table, std::size_t size) {
  CHECK(table.size() == size);
  std::set<std::string_view> names;
  for (const NamedValue<T>& row : table) {
    names.insert(row.name);
    CHECK(NameOf(row.value) == row.name);
  }
  CHECK(names.size() == size);
}

}  // namespace

TEST_CASE("every member of a closed set has one name", "[names]") {
  CheckTable(ScalarTypes(), 6);
  CheckTable(ColumnTypes(), 8);
  CheckTable(Stores(), 8);
  CheckTable(ReportStatuses(), 4);
  CHECK(NameOf(Store::kNone) == "none");
}

TEST_CASE("storage classes have SQLite's names", "[names]") {
  CHECK(StorageClassName(StorageClass::kNull) == "null");
  CHECK(StorageClassName(StorageClass::kInteger) == "integer");
  CHECK(StorageClassName(StorageClass::kReal) == "real");
  CHECK(StorageClassName(StorageClass::kText) == "text");
  CHECK(StorageClassName(StorageClass::kBlob) == "blob");
}

TEST_CASE("a value's view shows what was copied", "[value]") {
  const Value text = Value::Text("abc");
  CHECK(Value::Copy(text.View()) == text);
  CHECK(Value::Copy(Value::Integer(-1).View()) == Value::Integer(-1));
  CHECK_FALSE(Value::Text("1") == Value::Blob("1"));
}

TEST_CASE("arguments are found by their whole name", "[argument]") {
  const Arguments arguments = {{"state", {Argument::Kind::kWord, false, 0, "sent", {}}}, {"stat", {}}};
  REQUIRE(FindArgument(arguments, "state") != nullptr);
  CHECK(FindArgument(arguments, "state")->text == "sent");
  CHECK(FindArgument(arguments, "stat")->kind == Argument::Kind::kNull);
  CHECK(FindArgument(arguments, "State") == nullptr);
  CHECK(FindArgument(arguments, "") == nullptr);
}
