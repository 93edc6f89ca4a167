#include "engine/review/draft/names.h"

#include <catch2/catch.hpp>

namespace querygate::draft {

TEST_CASE("names are put into snake case") {
  CHECK(SnakeCase("InvoiceDate") == "invoice_date");
  CHECK(SnakeCase("invoice date") == "invoice_date");
  CHECK(SnakeCase("customerID") == "customer_id");
  CHECK(SnakeCase("HTTPStatus") == "http_status");
  CHECK(SnakeCase("already_there") == "already_there");
  CHECK(SnakeCase("2024 totals") == "n2024_totals");
  CHECK(SnakeCase("--") == "");
  CHECK(SnakeCase("é") == "");
  CHECK(SnakeCase(std::string(70, 'a')).size() == 64);
}

TEST_CASE("expressions are called after what they are") {
  CHECK(NameFor("COUNT(*)") == "count");
  CHECK(NameFor("MAX(height)") == "max_height");
  CHECK(NameFor("Artist.Name") == "name");
  CHECK(NameFor("\"First Name\"") == "first_name");
  CHECK(NameFor("SUM(a_rather_long_name * another_long_name)") == "sum");
  CHECK(NameFor("'%'") == "value");
}

TEST_CASE("a title is the last part of the name in words") {
  CHECK(TitleFor("music/top_artists") == "Top artists");
  CHECK(TitleFor("sales") == "Sales");
}

}  // namespace querygate::draft
