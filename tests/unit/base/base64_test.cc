#include "engine/base/base64.h"

#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

TEST_CASE("base64 has the vectors of RFC 4648", "[base64]") {
  struct Row {
    std::string bytes, text;
  };
  const auto row = GENERATE(values<Row>({{"", ""},
                                         {"f", "Zg=="},
                                         {"fo", "Zm8="},
                                         {"foo", "Zm9v"},
                                         {"foob", "Zm9vYg=="},
                                         {"fooba", "Zm9vYmE="},
                                         {"foobar", "Zm9vYmFy"},
                                         {std::string("\0", 1), "AA=="},
                                         {std::string("\xFF\xFE\xFD", 3), "//79"},
                                         {std::string("\xFB\xF0", 2), "+/A="}}));
  CHECK(EncodeBase64(row.bytes) == row.text);
  CHECK(DecodeBase64(row.text) == row.bytes);
}

TEST_CASE("base64 has one spelling for each value", "[base64]") {
  for (const char* text : {"Zg", "Zg=", "Zg===", "Z===", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9", "Zm9v\n", "-_8=", "===="}) {
    INFO(text);
    CHECK_FALSE(DecodeBase64(text).has_value());
  }
}
