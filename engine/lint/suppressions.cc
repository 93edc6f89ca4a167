#include "engine/lint/suppressions.h"

#include <algorithm>
#include <utility>

#include "engine/lint/suppression_comment.h"
#include "engine/policy/names.h"

namespace querygate {
namespace {

using compiling::Quoted;
using lint::MalformedSuppression;
using lint::Suppression;

struct Written {
  const Comment* comment = nullptr;
  Suppression suppression;
  std::vector<const Rule*> used;

  bool Names(std::string_view alias) const {
    return std::any_of(suppression.rules.begin(), suppression.rules.end(),
                       [alias](const Rule* rule) { return rule->alias == alias; });
  }
};

std::string HelpForRefused(const Rule& rule) {
  if (IsEnforced(rule)) return "`run` refuses it too, whatever a comment says; mend the declaration";
  if (rule.security) return "only the deployment may lower it, with a reason, under lint.levels of its configuration";
  return "mend or remove the suppression that it is about";
}

// What comments say, and the faults of what they say.
class Reader {
 public:
  Reader(const SourceText& text, const SuppressionContext& context) : text_(text), context_(context) {}

  void Read(const Comment& comment) {
    auto reading = lint::ReadSuppression(comment.text);
    if (!reading) return;
    if (const auto* malformed = std::get_if<MalformedSuppression>(&*reading)) {
      return Tell("malformed-suppression", comment, malformed->message, malformed->help);
    }
    Written written{&comment, std::get<Suppression>(*std::move(reading)), {}};
    std::erase_if(written.suppression.rules, [&](const Rule* rule) {
      if (IsSuppressible(*rule)) return false;
      Tell("refused-suppression", comment, std::string(rule->alias) + " cannot be suppressed", HelpForRefused(*rule));
      return true;
    });
    if (written.suppression.until && *written.suppression.until < context_.today) {
      return Tell("expired-suppression", comment, "this suppression ended on " + ToString(*written.suppression.until),
                  "mend what it is about, or decide anew and write another date");
    }
    live_.push_back(std::move(written));
  }

  // Null when the finding is to be reported.
  const Written* Covering(const Diagnostic& finding) {
    for (Written& written : live_) {
      if (!written.comment->Covers(finding.position.line) || !written.Names(finding.rule)) continue;
      written.used.push_back(FindRule(finding.rule));
      return &written;
    }
    return nullptr;
  }

  Diagnostics Finish() && {
    for (const Written& written : live_) {
      for (const Rule* rule : written.suppression.rules) {
        const bool used = std::find(written.used.begin(), written.used.end(), rule) != written.used.end();
        if (used || !context_.complete || context_.levels.IsOff(rule->alias)) continue;
        Tell("unused-suppression", *written.comment, "nothing here is found by " + Quoted(rule->alias),
             "remove the comment, or put it on or before the line of the finding");
      }
    }
    return std::move(faults_);
  }

 private:
  void Tell(std::string_view rule, const Comment& comment, std::string message, std::string help) {
    if (!context_.tell) return;
    faults_.push_back(MakeDiagnostic(rule, text_, comment.position, std::move(message), std::move(help)));
  }

  const SourceText& text_;
  const SuppressionContext& context_;
  std::vector<Written> live_;
  Diagnostics faults_;
};

}  // namespace

void ApplySuppressions(const SourceText& text, const std::vector<Comment>& comments, const SuppressionContext& context,
                       Diagnostics& findings, std::vector<SuppressedFinding>& suppressed) {
  Reader reader(text, context);
  for (const Comment& comment : comments) reader.Read(comment);
  std::erase_if(findings, [&](const Diagnostic& finding) {
    if (finding.file != text.name()) return false;
    const Written* written = reader.Covering(finding);
    if (written == nullptr) return false;
    suppressed.push_back({finding, written->comment->position, written->suppression.reason});
    return true;
  });
  Diagnostics faults = std::move(reader).Finish();
  findings.insert(findings.end(), std::make_move_iterator(faults.begin()), std::make_move_iterator(faults.end()));
}

}  // namespace querygate
