#include "tools/web/page.h"

namespace querygate::web {

std::string Page(const Assets& assets, std::string_view title, const Html& main) {
  Html html;
  html.Open("html", {{"lang", "en"}}).Open("head");
  html.Void("meta", {{"charset", "utf-8"}});
  html.Void("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  html.Void("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  html.Element("title", std::string(title) + " · querygate");
  html.Void("link", {{"rel", "stylesheet"}, {"href", assets.PathOf("pages.css")}});
  html.Void("link", {{"rel", "icon"}, {"type", "image/svg+xml"}, {"href", assets.PathOf("icon.svg")}});
  html.Open("script", {{"type", "module"}, {"src", assets.PathOf("pages.js")}}).Close();
  html.Close().Open("body");
  html.Element("a", {{"class", "skip"}, {"href", "#main"}}, "Skip to content");
  html.Open("header").Open("nav", {{"aria-label", "Site"}});
  html.Element("a", {{"href", "/"}}, "Reports");
  html.Element("a", {{"href", "/openapi.json"}}, "OpenAPI");
  html.Close().Close();
  html.Open("main", {{"id", "main"}, {"tabindex", "-1"}}).Append(main).Close();
  html.Element("p", {{"id", "status"}, {"role", "status"}}, "");
  html.Close().Close();
  return "<!DOCTYPE html>\n" + html.text() + "\n";
}

std::string MessagePage(const Assets& assets, std::string_view title, const std::vector<std::string>& lines) {
  Html main;
  main.Element("h1", title);
  for (const std::string& line : lines) main.Element("p", line);
  main.Open("p").Element("a", {{"href", "/"}}, "All reports").Close();
  return Page(assets, title, main);
}

}  // namespace querygate::web
