// Whatever a caller or an identity provider sends: JSON arguments, claims, command-line words.
#include <string>
#include <vector>

#include "engine/load/arguments.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querygate;
  using namespace querygate::fuzz;
  const std::string_view text = AsText(data, size);
  const auto arguments = ParseJsonArguments(text);
  if (!arguments) Require(arguments.error().reason == "invalid_arguments", "unreadable JSON has one reason");
  const auto claims = Claims::Parse(text);
  if (claims) {
    claims->Find(text.substr(0, 40));
    claims->Find("a.b");
    claims->Find("");
  } else {
    Require(!claims.error().empty(), "a refused identity says why");
  }

  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  const auto from_words = ParseWordArguments(words);
  if (from_words) Require(words.empty() || !from_words->empty(), "words that are accepted give arguments");
  return 0;
}
