// A result file as a commit: it appears whole, or not at all, and never in the place of another.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "engine/base/expected.h"
#include "tools/querygate/descriptor.h"

namespace querygate::cli {

struct OutputFault {
  bool exists = false;  // something has the name; it was left untouched
  std::string message;  // one line for people
};

// Prepare, Write, Publish, each once and in this order, from one thread; Abandon from any. Text is written into a
// private file of the target's directory, locked for as long as this object or its process lives, and published under
// the target's name by a call that cannot replace. What was not published is removed at the end; nothing is removed
// afterwards. `calls` outlives it.
class OutputFile {
 public:
  OutputFile(std::string path, const SystemCalls& calls);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }

  // Refuses a name that is taken, also by a dangling link, and a directory that cannot be written; sweeps what dead
  // owners left there. No bytes of a result are needed yet.
  Expected<void, OutputFault> Prepare();
  // To stable storage, still under the private name.
  Expected<void, OutputFault> Write(std::string_view text);
  // After a fault the name may be taken by this very file: when only the directory could not be synchronised.
  Expected<void, OutputFault> Publish();

  // Removes what was prepared. False when it was published before: then nothing is touched. Whoever gets true knows
  // that this object publishes nothing any more.
  bool Abandon();

 private:
  enum class State { kEmpty, kPrepared, kPublished, kAbandoned };

  OutputFault Fault(std::string_view what, int error) const;
  OutputFault Exists() const;
  OutputFault Abandoned() const;
  Expected<void, OutputFault> OpenDirectory();
  Expected<void, OutputFault> RefuseTaken() const;
  Expected<void, OutputFault> CreateTemporary();
  Expected<void, OutputFault> TakeName();
  bool HasTargetName() const;

  const std::string path_;
  const std::string name_;  // the last step of the path
  const SystemCalls& calls_;
  std::mutex mutex_;  // guards what follows but the descriptors' use, which is the owner's
  State state_ = State::kEmpty;
  std::string temporary_;  // its private name in the directory
  Descriptor directory_;
  Descriptor file_;
};

// The last step of a path; empty where a path can name no file: `folder/`, `.`, `..`.
std::string FileNameOf(std::string_view path);

}  // namespace querygate::cli
