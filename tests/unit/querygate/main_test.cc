#include <set>
#include <sstream>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tools/querygate/cli.h"
#include "tools/querygate/command.h"

namespace querygate::cli {
namespace {

struct Result {
  int exit = 0;
  std::string out, err;
};

Result Run(const std::vector<std::string>& arguments, const Environment& environment = {}) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Result result;
  result.exit = Main(arguments, {in, out, err}, environment);
  result.out = out.str();
  result.err = err.str();
  return result;
}

class ThrowingClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override { throw std::logic_error("the clock broke"); }
  Instant WallNow() const override { return {}; }
};

TEST_CASE("a fault of our own is an internal error, told in the manner that was asked for") {
  Environment environment;
  environment.clock = std::make_shared<const ThrowingClock>();
  const Result text = Run({"list"}, environment);
  CHECK(text.exit == 70);
  CHECK(text.out.empty());
  CHECK(text.err == "failed: internal_error\nhelp: this is a fault of querygate: the clock broke\n");
  const Result json = Run({"list", "--error-format", "json"}, environment);
  CHECK(json.exit == 70);
  CHECK(json.err == R"({"status":"failed","reason":"internal_error","exit":70,"message":"internal_error",)"
                    R"("help":["this is a fault of querygate: the clock broke"]})"
                    "\n");
}

TEST_CASE("an answer that could not be written is not an answer") {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  out.setstate(std::ios::badbit);
  CHECK(Main({"help"}, {in, out, err}) == 5);
  CHECK(err.str().starts_with("error: output_failed\nhelp: "));
}

TEST_CASE("colour is for terminals that want it") {
  Environment environment;
  CHECK(Run({"lnit"}, environment).err.find('\x1b') == std::string::npos);
  environment.colour_err = true;
  CHECK(Run({"lnit"}, environment).err.starts_with("\x1b[1;31merror:\x1b[0m unknown command lnit\n"));
  CHECK(Run({"lnit", "--error-format=json"}, environment).err.find('\x1b') == std::string::npos);
}

TEST_CASE("what was typed cannot drive the terminal that shows the error") {
  CHECK(Run({"\x1b[2J"}).err.starts_with("error: unknown command \\x1b[2J\n"));
}

TEST_CASE("every command has a name, a summary, help, and no option twice") {
  std::set<std::string_view> names;
  for (const Command& command : Commands()) {
    CAPTURE(command.name);
    CHECK(names.insert(command.name).second);
    CHECK_FALSE(command.summary.empty());
    CHECK(FindCommand(command.name) == &command);
    std::set<std::string_view> options;
    for (const Option& option : command.options()) {
      CHECK(options.insert(option.name).second);
      CHECK_FALSE(option.help.empty());
    }
    for (const Option& option : CommonOptions()) CHECK(options.insert(option.name).second);
    const Result help = Run({std::string(command.name), "--help"});
    CHECK(help.exit == 0);
    CHECK(help.err.empty());
    CHECK(help.out.starts_with("usage: querygate " + std::string(command.name)));
    CHECK(Run({"help", std::string(command.name)}).out == help.out);
  }
}

}  // namespace
}  // namespace querygate::cli
