#include "tools/web/report_page.h"

#include "engine/render/grant_words.h"
#include "tools/web/catalogue_page.h"
#include "tools/web/chart.h"
#include "tools/web/page.h"

namespace querygate::web {

namespace {

void WriteIntroduction(Html& html, const CompiledReport& report) {
  const ReportDeclaration& declared = *report.declaration;
  html.Element("h1", declared.title.value);
  html.Open("p", {{"class", "facts"}}).Element("code", report.id);
  html.Text(" version " + std::to_string(declared.version.value) + ", owner " + declared.owner.value).Close();
  html.Element("p", {{"class", "lead"}}, declared.description.value);
  if (report.status != ReportStatus::kDeprecated && report.status != ReportStatus::kRetired) return;
  const bool retired = report.status == ReportStatus::kRetired;
  html.Open("div", {{"class", "notice warning"}}).Open("p");
  html.Text(retired ? "This report is retired and no longer answers." : "This report is deprecated.");
  if (!report.replaced_by.empty()) {
    html.Text(" Use ").Element("a", {{"href", PagePath(report.replaced_by)}}, report.replaced_by).Text(" instead.");
  }
  html.Close().Close();
}

void WriteForm(Html& html, const ReportView& view) {
  html.Open("form", {{"method", "get"}, {"action", PagePath(view.report->id)}, {"id", "call"}, {"class", "call"}});
  html.Void("input", {{"type", "hidden"}, {"name", "$run"}, {"value", "1"}});
  html.Open("div", {{"class", "fields"}});
  for (const FormField& field : view.fields) WriteField(html, field);
  if (view.fields.empty()) html.Element("p", "There is nothing to choose.");
  html.Close();
  for (const std::string& rule : view.rules) html.Element("p", {{"class", "accepts"}}, rule);
  html.Open("p", {{"class", "actions"}}).Element("button", {{"type", "submit"}}, "Run report");
  if (!view.state.empty()) html.Text(" ").Element("a", {{"href", PagePath(view.report->id)}}, "Start over");
  html.Close().Close();
}

void WriteProblem(Html& html, const ProblemView& problem) {
  html.Open("div", {{"class", "notice problem"}, {"role", "alert"}, {"id", "problem"}});
  html.Element("h2", {{"id", "outcome-title"}, {"tabindex", "-1"}}, problem.title);
  for (const std::string& line : problem.lines) html.Element("p", line);
  if (!problem.field.empty()) {
    html.Open("p").Element("a", {{"href", "#field-" + problem.field}}, "Go to " + problem.field).Close();
  }
  html.Close();
}

// Other numbers that the same chart could show, as links.
void WriteMeasures(Html& html, const ReportView& view, const ResultTable& table, const ChartPlan& plan) {
  const std::vector<std::size_t> measures = ChartMeasures(table);
  if (measures.size() < 2) return;
  html.Open("nav", {{"class", "measures"}, {"aria-label", "Chart of " + table.name}});
  for (const std::size_t measure : measures) {
    const std::string& name = table.columns[measure].name;
    const std::string href = PagePath(view.report->id) + "?" + view.state + "&%24chart=" + PercentEncoded(name);
    html.Element("a",
                 {{"href", href},
                  {"data-swap", ""},
                  {"aria-current", measure == plan.measure ? std::optional<std::string>("true") : std::nullopt}},
                 name);
  }
  html.Close();
}

void WriteExports(Html& html, const ReportView& view, const ResultView& result) {
  const std::string base = PagePath(view.report->id) + "?" + view.state;
  html.Open("section", {{"class", "exports"}}).Element("h3", "Export").Open("ul");
  const auto link = [&](const std::string& href, const std::string& text) {
    html.Open("li").Element("a", {{"href", href}, {"download", ""}}, text).Close();
  };
  link(base + "&%24format=json", "json, the whole answer");
  const std::string partial = result.complete ? "" : "&%24allow_partial=true";
  for (const ResultTable& table : result.tables) {
    const bool named = result.tables.size() > 1 || view.report->result.record;
    const std::string part = named ? "&%24part=" + PercentEncoded(table.name) : "";
    for (const std::string format : {"csv", "jsonl"}) {
      std::string text = format + (named ? ", " + table.name : "");
      if (!result.complete) text += table.truncated ? ", the rows that are shown" : ", of an incomplete answer";
      link(base + "&%24format=" + format + part + partial, text);
    }
  }
  html.Close().Close();
}

void WriteResult(Html& html, const ReportView& view, const ResultView& result) {
  html.Element("h2", {{"id", "outcome-title"}, {"tabindex", "-1"}}, "Result");
  WriteNotices(html, result);
  for (const ResultTable& table : result.tables) {
    html.Open("section", {{"class", "part"}});
    if (const auto plan = PlanChart(table, view.chart)) {
      WriteMeasures(html, view, table, *plan);
      WriteChart(html, table, *plan);
    }
    WriteTable(html, table);
    html.Close();
  }
  WriteExports(html, view, result);
}

void WriteSnippet(Html& html, const std::string& id, const std::string& title, const std::string& text) {
  html.Open("div", {{"class", "snippet"}}).Element("h3", title);
  html.Element("button",
               {{"type", "button"},
                {"class", "copy"},
                {"data-copy", id},
                {"aria-label", "Copy as " + title},
                Flag("hidden", true)},
               "Copy");
  html.Open("pre", {{"tabindex", "0"}, {"aria-label", title}}).Element("code", {{"id", id}}, text).Close().Close();
}

void WriteSnippets(Html& html, const ReportView& view) {
  html.Open("section", {{"class", "snippets"}}).Element("h2", "The same call elsewhere");
  WriteSnippet(html, "copy-cli", "CLI", CommandSnippet(*view.report, view.filled));
  WriteSnippet(html, "copy-curl", "curl", CurlSnippet(*view.report, view.filled, view.origin));
  WriteSnippet(html, "copy-mcp", "MCP", ToolCallSnippet(*view.report, view.filled));
  html.Close();
}

void WriteAccess(Html& html, const CompiledReport& report) {
  html.Open("section", {{"class", "access"}}).Element("h2", "What this report may see, and why");
  html.Element("p", "It may touch what its declaration lists below. The database denies everything else.");
  html.Open("div", {{"class", "wide"}, {"role", "region"}, {"aria-label", "Grants"}, {"tabindex", "0"}});
  html.Open("table").Element("caption", "Grants on the source " + report.source->name).Open("thead").Open("tr");
  html.Element("th", {{"scope", "col"}}, "may touch").Element("th", {{"scope", "col"}}, "because of").Close().Close();
  html.Open("tbody");
  for (const GrantLine& grant : GrantLines(report)) {
    html.Open("tr").Element("td", grant.subject);
    html.Element("td", report.id + ".yaml, line " + std::to_string(grant.line)).Close();
  }
  html.Close().Close().Close();
  const std::vector<std::string> scopes = RowScopeLines(report);
  if (!scopes.empty()) {
    html.Element("p", "Rows are filtered by who asks, whatever the SQL says:").Open("ul");
    for (const std::string& scope : scopes) html.Element("li", scope);
    html.Close();
  }
  html.Element("p", "One call may take " + std::to_string(report.budget.deadline.count()) + " ms and read " +
                        std::to_string(report.budget.source_rows) + " rows. Policy digest " +
                        report.digest.substr(0, 12) + ".");
  html.Close();
}

}  // namespace

std::string ReportPage(const Assets& assets, const ReportView& view) {
  const CompiledReport& report = *view.report;
  Html main;
  WriteIntroduction(main, report);
  if (view.problem) WriteProblem(main, *view.problem);
  if (report.status != ReportStatus::kRetired) WriteForm(main, view);
  main.Open("section", {{"id", "outcome"}, {"aria-live", "off"}});
  if (view.result) WriteResult(main, view, *view.result);
  main.Close();
  if (report.status != ReportStatus::kRetired) WriteSnippets(main, view);
  WriteAccess(main, report);
  const std::string state = view.problem ? view.problem->title + " · " : std::string();
  return Page(assets, state + report.declaration->title.value, main);
}

}  // namespace querygate::web
