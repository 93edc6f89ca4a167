#include "engine/review/diff/call_words.h"

#include <catch2/catch.hpp>

namespace querygate::review {
namespace {

ExampleCall Call(Arguments arguments) { return {{Caller::Kind::kIdentified, "support"}, std::move(arguments), {}}; }

TEST_CASE("calls are words that a shell takes as they are") {
  CHECK(CallWords("a/b", Call({})) == "querygate run a/b");
  CHECK(CallWords("a/b", Call({{"n", ToArgument(std::int64_t{-5})}, {"flag", ToArgument(true)}})) ==
        "querygate run a/b n=-5 flag=true");
  CHECK(CallWords("a/b", Call({{"t", ToArgument(std::string("two words"))}})) == "querygate run a/b 't=two words'");
  CHECK(CallWords("a/b", Call({{"t", ToArgument(std::string("it's; $(rm)"))}})) ==
        "querygate run a/b 't=it'\\''s; $(rm)'");
  CHECK(CallWords("a/b", Call({{"t", ToArgument(std::string("a\nb"))}})) == "querygate run a/b 't:=\"a\\nb\"'");
  CHECK(CallWords("a/b", Call({{"t", ToArgument(std::string())}})) == "querygate run a/b t=");
  Argument list;
  list.kind = Argument::Kind::kArray;
  list.items = {ToArgument(std::string("x")), ToArgument(std::string("y"))};
  CHECK(CallWords("a/b", Call({{"t", list}})) == "querygate run a/b t=x t=y");
  ExampleCall scoped = Call({});
  scoped.scope = {{"store", ToArgument(std::string("s 1"))}};
  CHECK(CallWords("a/b", scoped) == "querygate run a/b --scope 'store=s 1'");
}

TEST_CASE("long texts are cut for people") {
  const std::string words = CallWords("a/b", Call({{"t", ToArgument(std::string(4001, 'a'))}}));
  CHECK(words == "querygate run a/b 't=aaaaaaaa…(4001 characters)'");
  CHECK(CallWords("a/b", Call({{"t", ToArgument(std::string(60, 'a'))}})) ==
        "querygate run a/b t=" + std::string(60, 'a'));
}

}  // namespace
}  // namespace querygate::review
