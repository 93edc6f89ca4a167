#include "engine/review/draft/declared_type.h"

#include <catch2/catch.hpp>

namespace querygate::draft {

using Meaning = DeclaredType::Meaning;

TEST_CASE("a declared type says what is meant") {
  CHECK(ReadDeclaredType("INTEGER").meaning == Meaning::kInteger);
  CHECK(ReadDeclaredType("bigint").meaning == Meaning::kInteger);
  CHECK(ReadDeclaredType("NVARCHAR(160)").meaning == Meaning::kText);
  CHECK(ReadDeclaredType("DOUBLE PRECISION").meaning == Meaning::kReal);
  CHECK(ReadDeclaredType("BOOLEAN").meaning == Meaning::kBoolean);
  CHECK(ReadDeclaredType("DATE").meaning == Meaning::kDate);
  CHECK(ReadDeclaredType("DATETIME").meaning == Meaning::kTimestamp);
  CHECK(ReadDeclaredType("TIMESTAMP").meaning == Meaning::kTimestamp);
  CHECK(ReadDeclaredType("NUMERIC(10,2)").meaning == Meaning::kDecimal);
  CHECK(ReadDeclaredType("BLOB").meaning == Meaning::kBlob);
  CHECK(ReadDeclaredType("").meaning == Meaning::kNone);
  CHECK(ReadDeclaredType("JSON").meaning == Meaning::kNone);
}

TEST_CASE("lengths and digits are read where they can be meant") {
  CHECK(ReadDeclaredType("NVARCHAR(160)").length == 160);
  CHECK_FALSE(ReadDeclaredType("TEXT").length.has_value());
  CHECK_FALSE(ReadDeclaredType("VARCHAR(0)").length.has_value());
  CHECK(ReadDeclaredType("DECIMAL(8, 2)").precision == 8);
  CHECK(ReadDeclaredType("DECIMAL(8, 2)").scale == 2);
  CHECK(ReadDeclaredType("NUMERIC(38)").precision == 38);
  CHECK_FALSE(ReadDeclaredType("NUMERIC(38)").scale.has_value());
  CHECK_FALSE(ReadDeclaredType("NUMERIC(39,2)").precision.has_value());
  CHECK_FALSE(ReadDeclaredType("NUMERIC(4,5)").scale.has_value());
  CHECK_FALSE(ReadDeclaredType("INT(11)").precision.has_value());
}

}  // namespace querygate::draft
