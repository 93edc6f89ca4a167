#include "tests/golden/runner/normalise.h"

#include <array>
#include <regex>

namespace querygate::golden {

namespace {

struct Normalisation {
  const char* pattern;
  const char* replacement;
};

constexpr std::array kNormalisations{
    // When a call read its snapshot.
    Normalisation{R"re("observed_at":"[^"]*")re", R"("observed_at":"OBSERVED")"},
    Normalisation{R"(observed at [-0-9T:.]+Z)", "observed at OBSERVED"},
    // Digests cover engine versions and policies on purpose; what they cover is tested elsewhere.
    Normalisation{R"re("digest": "[0-9a-f]{64}")re", R"("digest": "DIGEST")"},
    Normalisation{R"(policy digest [0-9a-f]{12})", "policy digest DIGEST"},
    Normalisation{R"re("policy_digest":"[0-9a-f]{64}")re", R"("policy_digest":"DIGEST")"},
    // What a call took on this machine, with this library.
    Normalisation{R"re("elapsed_us":-?[0-9]+)re", R"("elapsed_us":ELAPSED)"},
    Normalisation{R"re("queued_us":-?[0-9]+)re", R"("queued_us":QUEUED)"},
    Normalisation{R"re("spent":\{"lock_wait_us":[0-9]+,"vm_steps":[0-9]+)re",
                  R"("spent":{"lock_wait_us":WAIT,"vm_steps":STEPS)"},
    // Random on purpose.
    Normalisation{R"(qg_[A-Za-z0-9_-]{43}\n)", "qg_TOKEN\n"},
    Normalisation{R"(sha256:[0-9a-f]{64}","claims")", "sha256:HASH\",\"claims\""},
    // The library on the machine.
    Normalisation{R"(SQLite [0-9][^\n]*)", "SQLite LIBRARY"},
    Normalisation{R"(zlib [0-9][^\n]*)", "zlib LIBRARY"},
    // Of files that a case has just made.
    Normalisation{R"re("modified":( ?)"[-0-9T:.]+Z")re", R"("modified":$1"MODIFIED")"},
    Normalisation{R"re("name": "querygate",\n( *)"version": "[^"]*")re",
                  "\"name\": \"querygate\",\n$1\"version\": \"VERSION\""},
    Normalisation{R"re("semanticVersion": "[^"]*")re", R"("semanticVersion": "VERSION")"},
    Normalisation{R"(querygate [0-9]+\.[0-9]+\.[0-9]+)", "querygate VERSION"},
};

}  // namespace

std::string Normalise(std::string text, const std::string& working_directory) {
  for (std::size_t at = text.find(working_directory); at != std::string::npos; at = text.find(working_directory, at)) {
    text.replace(at, working_directory.size(), "$DIR");
  }
  for (const Normalisation& row : kNormalisations) {
    text = std::regex_replace(text, std::regex(row.pattern), row.replacement);
  }
  return text;
}

}  // namespace querygate::golden
