#include "tools/web/catalogue_page.h"

#include <algorithm>

#include "tools/web/page.h"

namespace querygate::web {

namespace {

std::string Folded(std::string_view text) {
  std::string folded(text);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return folded;
}

std::string GroupOf(const CatalogueRow& row) {
  const std::size_t slash = row.id.find('/');
  return slash == std::string::npos ? std::string() : row.id.substr(0, slash);
}

// Rows that the search leaves out stay in the page, so that the script can show them again.
void WriteRow(Html& html, const CatalogueRow& row, bool hidden) {
  html.Open("li", {{"data-search", Folded(row.id + ' ' + row.title + ' ' + row.description)}, Flag("hidden", hidden)});
  html.Element("a", {{"href", PagePath(row.id)}}, row.title);
  html.Text(" ").Element("code", row.id);
  if (!row.note.empty()) html.Element("p", {{"class", "note"}}, row.note);
  html.Element("p", row.description).Close();
}

using Rows = std::vector<const CatalogueRow*>;

// In the order in which groups first come; rows without a group last.
std::vector<std::pair<std::string, Rows>> Grouped(const std::vector<CatalogueRow>& rows) {
  std::vector<std::pair<std::string, Rows>> groups;
  Rows others;
  for (const CatalogueRow& row : rows) {
    const std::string group = GroupOf(row);
    if (group.empty()) {
      others.push_back(&row);
      continue;
    }
    if (groups.empty() || groups.back().first != group) groups.emplace_back(group, Rows());
    groups.back().second.push_back(&row);
  }
  if (!others.empty()) groups.emplace_back(groups.empty() ? "all" : "other", std::move(others));
  return groups;
}

void WriteSearch(Html& html, const CatalogueView& view) {
  html.Open("form", {{"method", "get"}, {"action", "/"}, {"role", "search"}, {"class", "search"}});
  html.Element("label", {{"for", "search"}}, "Search reports");
  html.Void("input", {{"type", "search"},
                      {"id", "search"},
                      {"name", "q"},
                      {"value", view.search},
                      {"autocomplete", "off"},
                      {"spellcheck", "false"}});
  html.Element("button", {{"type", "submit"}}, "Search").Close();
}

}  // namespace

std::string PagePath(std::string_view id) { return "/reports/" + std::string(id); }

bool MatchesSearch(const CatalogueRow& row, std::string_view search) {
  const std::string text = Folded(row.id + ' ' + row.title + ' ' + row.description);
  const std::string words = Folded(search);
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (end > begin && text.find(words.substr(begin, end - begin)) == std::string::npos) return false;
    begin = end + 1;
  }
  return true;
}

std::string CataloguePage(const Assets& assets, const CatalogueView& view) {
  Html main;
  main.Element("h1", "Reports");
  WriteSearch(main, view);
  std::size_t shown = 0;
  for (const auto& [name, rows] : Grouped(view.rows)) {
    Html list;
    std::size_t matching = 0;
    for (const CatalogueRow* row : rows) {
      const bool matches = MatchesSearch(*row, view.search);
      matching += matches ? 1 : 0;
      WriteRow(list, *row, !matches);
    }
    main.Open("section", {{"class", "group"}, Flag("hidden", matching == 0)}).Element("h2", name);
    main.Open("ul", {{"class", "reports"}}).Append(list).Close().Close();
    shown += matching;
  }
  std::string nothing = "No report that you may call has all of these words.";
  if (view.rows.empty()) nothing = "There is no report that you may call.";
  main.Element("p", {{"id", "nothing"}, Flag("hidden", shown > 0)}, nothing);
  return Page(assets, "Reports", main);
}

}  // namespace querygate::web
