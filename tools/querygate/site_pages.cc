#include "tools/querygate/site_pages.h"

#include <algorithm>

#include "engine/base/rule.h"
#include "engine/render/html_body.h"
#include "engine/render/markdown_html.h"
#include "engine/render/reasons.h"
#include "engine/render/rule_pages.h"
#include "tools/querygate/report_page.h"

namespace querygate::cli {

namespace {

HtmlLine Text(std::string_view text) { return {{std::string(text)}}; }

HtmlLine Link(std::string_view text, std::string href) {
  return {{std::string(text), HtmlSpan::Kind::kText, std::move(href)}};
}

std::string ReportIndex(const std::vector<CatalogueEntry>& entries) {
  HtmlBody body;
  body.Heading(1, "Reports");
  std::vector<std::vector<HtmlLine>> rows;
  for (const CatalogueEntry& entry : entries) {
    const bool active = entry.status == ReportStatus::kActive;
    rows.push_back({Link(entry.id, ReportPagePath(entry.id)), Text(entry.title),
                    Text(active ? "" : NameOf(entry.status)), Text(entry.owner)});
  }
  if (rows.empty()) {
    body.Paragraph("There are no reports.");
  } else {
    body.Table({"Report", "Title", "Status", "Owner"}, rows);
  }
  return HtmlPage("Reports", "", body);
}

void AddRule(const Rule& rule, HtmlBody& body) {
  AddMarkdown(RulePage(rule), body);
  if (IsEnforced(rule)) {
    body.Paragraph("run refuses it too: its level cannot be changed, and no comment suppresses it.");
  } else if (!IsSuppressible(rule)) {
    body.Paragraph("The deployment may change its level; no comment suppresses it.");
  }
}

void AddRules(Site& site) {
  std::vector<std::vector<HtmlLine>> rows;
  for (const Rule& rule : Rules()) {
    const std::string page = std::string(rule.id) + ".html";
    rows.push_back({Link(rule.id, page), Text(rule.alias), Text(SeverityName(rule.severity)),
                    Text(rule.security ? "security" : ""), Text(rule.summary)});
    HtmlBody body;
    AddRule(rule, body);
    site.emplace("rules/" + page, HtmlPage(std::string(rule.id) + ' ' + std::string(rule.alias), "../", body));
  }
  HtmlBody body;
  body.Heading(1, "Rules");
  body.Paragraph("What lint finds in declarations and policies.");
  body.Table({"Rule", "Name", "Level", "Kind", "Finds"}, rows);
  site.emplace("rules/index.html", HtmlPage("Rules", "../", body));
}

void AddReasons(Site& site) {
  std::vector<std::vector<HtmlLine>> rows;
  for (const Reason& reason : Reasons()) {
    const std::string page = std::string(reason.name) + ".html";
    rows.push_back(
        {Link(reason.name, page), Text(reason.status), Text(reason.exit), Text(reason.http), Text(reason.summary)});
    HtmlBody body;
    AddMarkdown(ReasonPage(reason), body);
    site.emplace("reasons/" + page, HtmlPage(reason.name, "../", body));
  }
  HtmlBody body;
  body.Heading(1, "Reasons");
  body.Paragraph("What a caller is told instead of a result. NAME stands for a parameter or a column.");
  body.Table({"Reason", "Status", "Exit", "HTTP", "Means"}, rows);
  site.emplace("reasons/index.html", HtmlPage("Reasons", "../", body));
}

}  // namespace

Expected<Site, Unusable> MakeSite(const Gateway& gateway) {
  Diagnostics diagnostics;
  const std::vector<CatalogueEntry> entries = gateway.List(diagnostics);
  const auto access = gateway.Access(diagnostics);
  if (HasErrors(diagnostics)) {
    SortDiagnostics(diagnostics);
    diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
    return Unexpected(Unusable{{}, "querygate lint shows what is wrong", std::move(diagnostics)});
  }
  Site site;
  site.emplace("style.css", HtmlStyleSheet());
  site.emplace("index.html", ReportIndex(entries));
  for (const CatalogueEntry& entry : entries) {
    const auto report = gateway.Describe(entry.id);
    if (!report) return Unexpected(Unusable{"the report " + entry.id + " changed while its page was made", {}, {}});
    site.emplace(ReportPagePath(entry.id), ReportPage(**report, *access));
  }
  AddRules(site);
  AddReasons(site);
  return site;
}

}  // namespace querygate::cli
