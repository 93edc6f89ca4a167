// Runs a target over its corpus and over mutations of it, the same ones every time:
// replay --name NAME --mutations N [--seed N] [--verbose] FILE-OR-FOLDER...
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "tests/cases.h"
#include "tests/conformance/temporary_folder.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/random.h"

namespace querygate::fuzz {
namespace {

constexpr std::size_t kMaximumSize = 1 << 16;

void Run(const std::string& input) {
  // A copy of exactly this size, so that a sanitizer sees a read behind its end.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

void MutateOnce(std::string& input, const std::vector<std::string>& corpus, Random& random) {
  const auto at = [&] { return random.Below(input.size() + 1); };
  const auto byte = [&] { return static_cast<char>(random.Below(256)); };
  if (input.empty()) {
    input = random.Pick(corpus);
    return;
  }
  switch (random.Below(8)) {
    case 0:
      input[random.Below(input.size())] = byte();
      return;
    case 1:
      input.insert(at(), 1, byte());
      return;
    case 2: {
      const std::size_t begin = at();
      input.erase(begin, 1 + random.Below(8));
      return;
    }
    case 3: {
      const std::size_t begin = at();
      input.insert(at(), input.substr(begin, random.Below(32)));
      return;
    }
    case 4: {
      const std::string& other = random.Pick(corpus);
      const std::size_t begin = random.Below(other.size() + 1);
      input.insert(at(), other.substr(begin, random.Below(48)));
      return;
    }
    case 5: {
      const std::string& other = random.Pick(corpus);
      input = input.substr(0, at()) + other.substr(random.Below(other.size() + 1));
      return;
    }
    case 6:
      input[random.Below(input.size())] = random.Pick(std::string_view("\0\n'\"`[](){}:,.*/-;#&!|>%\xff\x80 0", 34));
      return;
    default: {
      char& c = input[random.Below(input.size())];
      c = static_cast<char>(c ^ (1 << random.Below(8)));
    }
  }
}

std::vector<std::string> ReadCorpus(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const std::string& file : files) corpus.push_back(testing::ReadFile(file));
  return corpus;
}

int Main(const std::vector<std::string>& arguments) {
  int mutations = 0;
  std::uint64_t seed = 1;
  bool verbose = false;
  std::string name = "?";
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--mutations" && i + 1 < arguments.size()) {
      mutations = std::atoi(arguments[++i].c_str());
    } else if (arguments[i] == "--seed" && i + 1 < arguments.size()) {
      seed = std::strtoull(arguments[++i].c_str(), nullptr, 10);
    } else if (arguments[i] == "--name" && i + 1 < arguments.size()) {
      name = arguments[++i];
    } else if (arguments[i] == "--verbose") {
      verbose = true;
    } else {
      paths.push_back(arguments[i]);
    }
  }
  const std::vector<std::string> corpus = ReadCorpus(paths);
  if (corpus.empty()) {
    std::cerr << "no corpus\n";
    return 1;
  }
  const auto run = [verbose](const std::string& input) {
    if (verbose) std::cerr << "---- " << input << std::endl;
    Run(input);
  };
  // An input that goes wrong ends the program here.
  testing::CaseCount count("fuzz inputs replayed: " + name);
  const auto judge = [&](const std::string& input) {
    run(input);
    count.Add(true);
  };
  judge("");
  for (const std::string& input : corpus) judge(input);
  Random random(seed);
  for (int i = 0; i < mutations; ++i) {
    std::string input = random.Pick(corpus);
    const std::size_t steps = 1 + random.Below(6);
    for (std::size_t step = 0; step < steps; ++step) MutateOnce(input, corpus, random);
    if (input.size() > kMaximumSize) input.resize(kMaximumSize);
    judge(input);
  }
  std::cout << corpus.size() << " files, " << mutations << " mutations\n";
  return 0;
}

}  // namespace
}  // namespace querygate::fuzz

int main(int argc, char** argv) { return querygate::fuzz::Main({argv + 1, argv + argc}); }
