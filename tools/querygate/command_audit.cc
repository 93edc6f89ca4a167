// `audit verify`: whether the files of an audit log are whole and follow each other.
#include <algorithm>

#include "engine/audit/verify.h"
#include "engine/render/display_text.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

constexpr std::string_view kUsage = "querygate audit verify FILE...";

bool IsHash(const std::string& text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

ExitStatus Tell(Context& context, const AuditSound& sound) {
  context.out = "sound: " + std::to_string(sound.lines) + (sound.lines == 1 ? " line" : " lines") + ", numbers " +
                std::to_string(sound.first_sequence) + " to " + std::to_string(sound.last_sequence) + "\nlast hash " +
                sound.last_hash + '\n';
  if (sound.first_sequence > 1) {
    context.out += "lines before number " + std::to_string(sound.first_sequence) + " are not in these files\n";
  }
  return ExitStatus::kOk;
}

ExitStatus Tell(Context& context, const AuditBroken& broken) {
  context.out =
      "broken: " + Printable(broken.file) + ':' + std::to_string(broken.line) + ": " + Printable(broken.what) + '\n';
  return ExitStatus::kFindings;
}

ExitStatus Tell(Context& context, const AuditUnreadable& unreadable) {
  return ReportUsage(context, "cannot read " + unreadable.file + ": " + unreadable.cause);
}

}  // namespace

std::vector<Option> AuditOptions() {
  return {{"contains", "HASH", "a hash that was noted earlier; fails when no line has it"}};
}

ExitStatus RunAudit(Context& context) {
  const auto& operands = context.words.operands;
  if (operands.size() < 2 || operands.front() != "verify") {
    return ReportUsage(context,
                       operands.size() == 1 && operands.front() == "verify" ? "audit verify takes the files of one log"
                                                                            : "audit has one action, verify",
                       std::string(kUsage));
  }
  const auto contains = context.words.Value("contains");
  if (contains && !IsHash(*contains))
    return ReportUsage(context, "--contains takes 64 hexadecimal digits", "audit verify shows the last hash of a log");
  SystemFileCalls files;
  const AuditVerdict verdict = VerifyAudit(files, {operands.begin() + 1, operands.end()}, contains);
  return std::visit([&context](const auto& told) { return Tell(context, told); }, verdict);
}

}  // namespace querygate::cli
