#include "tools/server/pages/pages.h"

#include <utility>

#include "engine/render/window_words.h"
#include "tools/server/api/call_options.h"
#include "tools/server/api/entity_tag.h"
#include "tools/server/outcome_words.h"
#include "tools/server/pages/page_query.h"
#include "tools/web/catalogue_page.h"
#include "tools/web/page.h"
#include "tools/web/report_page.h"

namespace querygate::server::pages {

namespace {

constexpr std::string_view kReports = "/reports/";

HttpResponse HtmlResponse(int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.content_type = "text/html; charset=utf-8";
  response.body = std::move(body);
  response.Add("Content-Security-Policy", web::kContentSecurityPolicy).Add("Referrer-Policy", "no-referrer");
  response.Add("Cross-Origin-Opener-Policy", "same-origin").Add("Cross-Origin-Resource-Policy", "same-origin");
  response.Add("Cache-Control", "private, no-cache").Add("Vary", "Authorization");
  if (status == 429) response.Add("Retry-After", "1");
  return response;
}

std::vector<web::FormField> MakeFields(const CompiledReport& report, const PageQuery& query) {
  std::vector<web::FormField> fields;
  const bool fresh = !query.run && query.sent.empty();
  for (const ParameterSpec& parameter : report.parameters) {
    if (parameter.from_scope) continue;
    // A link may fill in a part of the form; what it leaves out starts as on an empty page.
    const std::vector<std::string>& sent = query.Sent(parameter.name);
    fields.push_back(web::MakeField(parameter, sent, fresh || (!query.run && sent.empty())));
  }
  return fields;
}

std::vector<std::string> RulesOf(const CompiledReport& report) {
  std::vector<std::string> rules;
  for (const WindowRule& window : report.windows) {
    if (report.parameters[window.start].from_scope && report.parameters[window.end].from_scope) continue;
    rules.push_back(WindowText(report, window));
  }
  return rules;
}

// Beside the field that it concerns, where it is one of the caller's.
void Attach(const CompiledReport& report, const Arguments& arguments, const Rejection& rejection,
            web::ReportView& view) {
  std::vector<std::string> lines = RejectionLines(report, arguments, rejection);
  web::ProblemView problem{"Rejected: " + rejection.reason, lines, {}};
  for (web::FormField& field : view.fields) {
    if (rejection.kind != RejectionKind::kInvalidRequest || field.name != rejection.subject) continue;
    problem.field = field.name;
    lines.pop_back();  // what follows from it is said once
    field.mistakes = std::move(lines);
    break;
  }
  view.problem = std::move(problem);
}

std::string FileName(const std::string& report, std::string_view format) {
  std::string name = report;
  for (char& c : name) c = c == '/' ? '-' : c;
  return name + '.' + std::string(format);
}

}  // namespace

bool Pages::Serves(std::string_view path) { return path == "/" || path.starts_with(kReports); }

HttpResponse Pages::Answer(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const {
  if (request.method != "GET") return MethodNotAllowed("GET, HEAD");
  return target.path == "/" ? AnswerIndex(target, scene) : AnswerReport(request, target, scene);
}

std::optional<HttpResponse> Pages::AnswerAsset(const HttpRequest& request, const RequestTarget& target) const {
  const web::Asset* asset = assets_.Find(target.path);
  if (asset == nullptr) return std::nullopt;
  if (request.method != "GET" && request.method != "HEAD") return MethodNotAllowed("GET, HEAD");
  HttpResponse response;
  if (api::NamesTag(request.Header("if-none-match"), asset->entity_tag)) {
    response.status = 304;
  } else {
    response.content_type = asset->content_type;
    response.body = asset->text;
  }
  response.Add("ETag", asset->entity_tag).Add("Cache-Control", "public, max-age=31536000, immutable");
  return response.Add("Cross-Origin-Resource-Policy", "same-origin");
}

HttpResponse Pages::AsPage(HttpResponse refusal) const {
  const bool unknown = refusal.status == 401;
  std::vector<std::string> lines{unknown ? "It is not known who asks, and these reports are not for everybody."
                                         : "It could not be decided who asks."};
  HttpResponse page = HtmlResponse(refusal.status, web::MessagePage(assets_, "No access", lines));
  for (HttpHeader& header : refusal.headers) page.headers.push_back(std::move(header));
  return page;
}

HttpResponse Pages::AnswerIndex(const RequestTarget& target, const CallScene& scene) const {
  const auto reports = scene.gateway->Reachable(ToHostIdentity(scene.identity));
  if (!reports) return Fail({}, ToFailure(reports.error()));
  web::CatalogueView view;
  for (const auto& [name, value] : target.query) {
    if (name == "q") view.search = value;
  }
  for (const auto& report : *reports) {
    if (report->status == ReportStatus::kRetired) continue;
    std::string note;
    if (report->status == ReportStatus::kDeprecated) {
      note = report->replaced_by.empty() ? "Deprecated." : "Deprecated: use " + report->replaced_by + " instead.";
    }
    view.rows.push_back({report->id, report->declaration->title.value, report->declaration->description.value, note});
  }
  return HtmlResponse(200, web::CataloguePage(assets_, view));
}

HttpResponse Pages::AnswerReport(const HttpRequest& request, const RequestTarget& target,
                                 const CallScene& scene) const {
  const std::string id = target.path.substr(kReports.size());
  const auto found = scene.gateway->FindReachable(ToHostIdentity(scene.identity), id);
  if (!found) return RefuseReport(id, found.error());
  const CompiledReport& report = **found;
  const PageQuery query = ReadPageQuery(report, target);

  web::ReportView view;
  view.report = &report;
  view.fields = MakeFields(report, query);
  view.rules = RulesOf(report);
  view.filled = query.filled;
  view.chart = query.chart;
  view.origin =
      std::string(https_ ? "https://" : "http://") + std::string(request.Header("host").value_or("localhost"));
  if (!query.run) {
    const bool retired = report.status == ReportStatus::kRetired;
    return HtmlResponse(retired ? 410 : 200, web::ReportPage(assets_, view));
  }
  view.state = StateOf(query.filled);

  api::AnswerForm form;
  if (query.exports) {
    auto read = api::ReadForm(request, target);
    if (!read) return std::move(read).error();
    form = *std::move(read);
  }
  const ResultFormat* const format = form.presentation.format;
  const Arguments arguments = ToArguments(report, query.filled);
  auto kept = RunCall(scene, MakeCall(scene, id, arguments, form.presentation));
  if (!kept) return RefuseReport(id, kept.error());
  auto* const answer = &kept->answer;
  int status = 200;
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) {
    Attach(report, arguments, *rejection, view);
    status = StatusOf(*rejection);
  } else if (const auto* failure = std::get_if<Failure>(&answer->body)) {
    log_.Failed(id, failure->reason, failure->cause);
    view.problem = web::ProblemView{"No answer: " + failure->reason, FailureLines(*failure), {}};
    status = StatusOf(*failure);
  } else {
    auto& delivery = std::get<Delivery>(answer->body);
    if (query.exports && format != nullptr) {
      HttpResponse file;
      file.content_type = std::move(form.content_type);
      file.body = std::move(delivery.text);
      file.Add("Content-Disposition", "attachment; filename=\"" + FileName(id, format->name) + '"');
      return file.Add("Cache-Control", "private, no-cache").Add("Vary", "Authorization");
    }
    view.result = web::ReadResult(report, delivery.text);
    if (!view.result) return Fail(id, {"query_failed", "the delivered body is not that of the report"});
  }
  return HtmlResponse(status, web::ReportPage(assets_, view));
}

HttpResponse Pages::RefuseReport(const std::string& id, const CallError& error) const {
  if (std::holds_alternative<UnknownReport>(error)) {
    return HtmlResponse(
        404, web::MessagePage(assets_, "No such report", {"There is no report of this name that you may call."}));
  }
  return Fail(id, ToFailure(std::get<Unusable>(error)));
}

HttpResponse Pages::Fail(std::string_view report, const Failure& failure) const {
  log_.Failed(report, failure.reason, failure.cause);
  return HtmlResponse(StatusOf(failure),
                      web::MessagePage(assets_, "No answer: " + failure.reason, FailureLines(failure)));
}

}  // namespace querygate::server::pages
