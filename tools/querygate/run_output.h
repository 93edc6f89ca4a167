// Where `run -o` puts a result: the file, and the signals that may end the process before it is there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/deadline.h"
#include "tools/querygate/command.h"
#include "tools/querygate/output_file.h"
#include "tools/querygate/termination_watch.h"

namespace querygate::cli {

// `context` outlives it. Unless the result was committed, nothing is left behind at its end.
class RunOutput {
 public:
  RunOutput(Context& context, std::string path);
  ~RunOutput();
  RunOutput(const RunOutput&) = delete;
  RunOutput& operator=(const RunOutput&) = delete;

  // Before any other work: what is wrong has been told when there is a status.
  std::optional<ExitStatus> Prepare();
  // Nothing is written any more once the deadline has passed; once the file has its name nothing takes it back.
  ExitStatus Commit(std::string_view text, Deadline deadline);

 private:
  ExitStatus Refuse(const OutputFault& fault);

  Context& context_;
  const SystemCalls system_;
  OutputFile file_;
  // After the file: its thread may still use that.
  std::optional<TerminationWatch> watch_;
};

}  // namespace querygate::cli
