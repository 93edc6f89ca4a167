// Whole pages through the front door, without sockets and without a script.
#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/server/served_deployment.h"
#include "tests/unit/web/hostile_texts.h"
#include "tools/server/front_door.h"
#include "tools/web/html.h"

namespace querygate::server::testing {
namespace {

class Site {
 public:
  Site() : gateway_(deployment_.Open()), door_(gateway_, authenticator_, log, Settings()) {}

  HttpResponse Send(HttpRequest request, const std::string& role = "clerk") {
    if (!role.empty()) request.headers.push_back({"authorization", "Bearer " + role});
    if (auto at_once = door_.AnswerAtOnce(request)) return *at_once;
    return door_.Answer(request, {});
  }
  HttpResponse Get(const std::string& target, const std::string& role = "clerk") {
    return Send(MakeRequest("GET", target), role);
  }

  KeptLog log;

 private:
  static FrontDoorSettings Settings() {
    FrontDoorSettings settings;
    settings.addresses.hosts = LoopbackHosts();
    return settings;
  }
  ServedDeployment deployment_;
  ServedGateway gateway_;
  RoleAuthenticator authenticator_;
  FrontDoor door_;
};

TEST_CASE("the index has what the caller reaches, in groups, and the search narrows it") {
  Site site;
  const HttpResponse index = site.Get("/");
  CHECK(index.status == 200);
  CHECK(index.content_type == "text/html; charset=utf-8");
  CHECK_THAT(index.body, Catch::Contains("<h2>items</h2>") && Catch::Contains("<h2>mine</h2>") &&
                             Catch::Contains("/reports/items/list"));
  CHECK_THAT(index.body, !Catch::Contains("items/sketch") && !Catch::Contains("old/item"));
  const std::string visitor = site.Get("/", {}).body;
  CHECK_THAT(visitor, Catch::Contains("items/by_id") && !Catch::Contains("items/list") && !Catch::Contains("mine"));
  const std::string found = site.Get("/?q=OWN+names").body;
  CHECK_THAT(found, Catch::Contains(R"(<section class="group" hidden=""><h2>items</h2>)") &&
                        Catch::Contains(R"(<section class="group"><h2>mine</h2>)") &&
                        Catch::Contains(R"(value="OWN names")"));
  CHECK_THAT(site.Get("/?q=zebra").body, Catch::Contains(R"(<p id="nothing">)"));
  CHECK_THAT(site.Get("/", "nobody").body, Catch::Contains("There is no report that you may call."));
}

TEST_CASE("a report out of reach has no page, like one that does not exist") {
  Site site;
  const HttpResponse hidden = site.Get("/reports/items/list", {});
  const HttpResponse absent = site.Get("/reports/items/absent", {});
  CHECK(hidden.status == 404);
  CHECK(hidden.body == absent.body);
  CHECK(site.Get("/reports/items/list?kind=lost&%24run=1", {}).body == absent.body);
  CHECK(site.Get("/reports/items/sketch", "everything").status == 404);  // a draft
  CHECK(site.Get("/reports/").status == 404);
  const HttpResponse unknown = site.Get("/", "wrong");
  CHECK(unknown.status == 401);
  CHECK(HeaderOf(unknown, "WWW-Authenticate") == R"(Bearer error="invalid_token")");
  CHECK_THAT(unknown.body, Catch::Contains("It is not known who asks"));
}

TEST_CASE("a form is filled, refused beside the field, and answered") {
  Site site;
  const std::string fresh = site.Get("/reports/items/list").body;
  CHECK_THAT(fresh, Catch::Contains(R"(<select id="field-kind" name="kind")") &&
                        Catch::Contains(R"(id="field-limit" name="limit" value="10" min="1" max="20")") &&
                        Catch::Contains(R"(type="date")") && !Catch::Contains("outcome-title"));
  CHECK_THAT(fresh, Catch::Contains("items.item_id</td><td>items/list.yaml, line"));

  const HttpResponse refused = site.Get("/reports/items/list?%24run=1&kind=tool&limit=21&least=&since=&in_stock=");
  CHECK(refused.status == 422);
  CHECK_THAT(refused.body,
             Catch::Contains("Rejected: invalid_limit") && Catch::Contains(R"(value="21")") &&
                 Catch::Contains(R"(id="field-limit-mistakes"><p>limit takes: integer from 1 to 20</p>)") &&
                 Catch::Contains("Nothing was run."));
  CHECK_THAT(refused.body, !Catch::Contains("Export"));

  const HttpResponse answered = site.Get("/reports/items/list?%24run=1&kind=tool&limit=1&least=&since=&in_stock=");
  CHECK(answered.status == 200);
  CHECK_THAT(answered.body, Catch::Contains("rows (1 row, cut)") && Catch::Contains("Incomplete: rows was cut"));
  CHECK_THAT(answered.body, Catch::Contains("querygate run items/list kind=tool limit=1") &&
                                Catch::Contains("&amp;%24format=csv&amp;%24allow_partial=true"));
  CHECK(site.Get("/reports/items/list?kind=tool").status == 200);  // filled in, not run
  CHECK_THAT(site.Get("/reports/items/list?kind=tool").body, !Catch::Contains("outcome-title"));
}

TEST_CASE("lists, records, data that breaks the contract, failures and retired reports") {
  Site site;
  CHECK_THAT(site.Get("/reports/items/of_kinds?%24run=1&kinds=tool%0D%0Atoy").body,
             Catch::Contains("<td class=\"number\">3</td>") && Catch::Contains("tool\ntoy</textarea>"));
  CHECK_THAT(site.Get("/reports/items/by_id?%24run=1&item_id=1").body, Catch::Contains(R"(<th scope="row">kind</th>)"));
  CHECK(site.Get("/reports/items/by_id?%24run=1&item_id=999").status == 404);
  const HttpResponse bad = site.Get("/reports/items/list?%24run=1&kind=bad");
  CHECK(bad.status == 409);
  CHECK_THAT(bad.body, Catch::Contains("Rejected: invalid_stock_type") && Catch::Contains("does not say") &&
                           !Catch::Contains("pending"));
  const HttpResponse failed = site.Get("/reports/items/slow?%24run=1");
  CHECK(failed.status == 503);
  CHECK_THAT(failed.body, Catch::Contains("No answer: budget_exceeded") &&
                              Catch::Contains("This is no evidence that there is no data"));
  CHECK_THAT(site.log.text, Catch::StartsWith("failed items/slow budget_exceeded"));
  const HttpResponse retired = site.Get("/reports/old/item");
  CHECK(retired.status == 410);
  CHECK_THAT(retired.body,
             Catch::Contains("retired") && Catch::Contains("/reports/items/by_id") && !Catch::Contains("<form"));
  const HttpResponse unknown = site.Get("/reports/items/by_id?%24run=1&item_id=1&more=1");
  CHECK(unknown.status == 422);
  CHECK_THAT(unknown.body, Catch::Contains("Rejected: unknown_argument"));
  const HttpResponse narrowed = site.Get("/reports/items/list?%24run=1&kind=tool", "toyshop");
  CHECK(narrowed.status == 403);
  CHECK_THAT(narrowed.body, Catch::Contains("Rejected: not_permitted") && !Catch::Contains("aria-invalid"));
}

TEST_CASE("pages accept and refuse what the API does") {
  Site site;
  struct Call {
    const char* report;
    const char* words;
    int status;
  };
  querygate::testing::CaseCount count("calls by page and API");
  for (const Call& call : std::initializer_list<Call>{
           {"items/list", "kind=tool", 200},
           {"items/list", "kind=tool&limit=20", 200},
           {"items/list", "kind=tool&limit=21", 422},
           {"items/list", "kind=tool&limit=0", 422},
           {"items/list", "kind=tool&limit=5.0", 422},
           {"items/list", "kind=tool&limit=1&limit=2", 422},
           {"items/list", "kind=lost", 422},
           {"items/list", "", 422},
           {"items/list", "kind=tool&least=1.75&since=2026-01-03&in_stock=true", 200},
           {"items/list", "kind=tool&least=1.755", 422},
           {"items/list", "kind=tool&since=2026-02-30", 422},
           {"items/list", "kind=tool&in_stock=yes", 422},
           {"items/list", "kind=tool&owner=ann", 422},
           {"items/list", "kind=bad", 409},
           {"items/by_id", "item_id=1", 200},
           {"items/by_id", "item_id=1000", 404},
           {"items/by_id", "item_id=1001", 422},
           {"items/slow", "", 503},
           {"items/sketch", "item_id=1", 404},
           {"old/item", "item_id=1", 410},
       }) {
    CAPTURE(call.report, call.words);
    const std::string words = call.words;
    const int api = site.Get(std::string("/v1/reports/") + call.report + "?" + words).status;
    const std::string query = "?%24run=1" + (words.empty() ? "" : "&" + words);
    const int page = site.Get(std::string("/reports/") + call.report + query).status;
    CHECK(count.Add(api == call.status && page == call.status));
  }
}

TEST_CASE("exports are files of the same call") {
  Site site;
  const HttpResponse csv = site.Get("/reports/items/list?kind=tool&limit=&%24run=1&%24format=csv");
  CHECK(csv.body == "item_id,stock,made\n1,3,2026-01-02\n2,4,2026-01-03\n");
  CHECK(HeaderOf(csv, "Content-Disposition") == "attachment; filename=\"items-list.csv\"");
  CHECK(csv.content_type == "text/csv; charset=utf-8; header=present");
  const HttpResponse cut = site.Get("/reports/items/list?kind=tool&limit=1&%24run=1&%24format=jsonl");
  CHECK(cut.status == 409);
  CHECK_THAT(cut.body, Catch::Contains("Rejected: incomplete_result"));
  CHECK(site.Get("/reports/items/list?kind=tool&limit=1&%24run=1&%24format=jsonl&%24allow_partial=true").body ==
        "{\"item_id\":1,\"stock\":3,\"made\":\"2026-01-02\"}\n");
  CHECK(site.Get("/reports/items/list?kind=tool&%24run=1&%24format=exe").status == 406);
}

TEST_CASE("every page is under the same policy, and has nothing inline") {
  Site site;
  for (const char* target : {"/", "/reports/items/list", "/reports/items/list?%24run=1&kind=tool", "/reports/none",
                             "/reports/items/list?%24run=1", "/reports/items/slow?%24run=1"}) {
    CAPTURE(target);
    const HttpResponse page = site.Get(target);
    const std::string policy = HeaderOf(page, "Content-Security-Policy");
    CHECK_THAT(policy, Catch::StartsWith("default-src 'none'; script-src 'self'; style-src 'self';") &&
                           Catch::Contains("frame-ancestors 'none'") && !Catch::Contains("unsafe"));
    CHECK(HeaderOf(page, "Referrer-Policy") == "no-referrer");
    CHECK(HeaderOf(page, "Set-Cookie").empty());
    CHECK_THAT(page.body, !Catch::Contains("<style") && !Catch::Contains("style=") &&
                              !Catch::Contains(" on"
                                               "click") &&
                              !Catch::Contains("<script>"));
    CHECK_THAT(page.body, Catch::StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  }
  CHECK(site.Send(MakeRequest("POST", "/", "{}")).status == 405);
}

TEST_CASE("what is sent in an address comes back as text") {
  Site site;
  for (const char* hostile : web::testing::kHostileTexts) {
    CAPTURE(hostile);
    const std::string sent = web::PercentEncoded(hostile);
    for (const std::string& target :
         {"/?q=" + sent, "/reports/items/list?%24run=1&kind=" + sent, "/reports/items/list?%24run=1&" + sent + "=1",
          "/reports/items/of_kinds?%24run=1&kinds=" + sent, "/reports/" + sent,
          "/reports/items/list?%24run=1&kind=tool&%24chart=" + sent}) {
      CAPTURE(target);
      CHECK_THAT(site.Get(target).body, !Catch::Contains("<script>") && !Catch::Contains("<img") &&
                                            !Catch::Contains("<b>") && !Catch::Contains("' on") &&
                                            !Catch::Contains("<!-- "));
    }
  }
}

TEST_CASE("assets are named by their content, kept for ever and asked for by nobody in particular") {
  Site site;
  const std::string page = site.Get("/").body;
  const std::size_t begin = page.find("/assets/pages-");
  REQUIRE(begin != std::string::npos);
  const std::string path = page.substr(begin, page.find('"', begin) - begin);
  const HttpResponse asset = site.Get(path, "wrong");
  CHECK(asset.status == 200);
  CHECK(asset.content_type == "text/css; charset=utf-8");
  CHECK_THAT(HeaderOf(asset, "Cache-Control"), Catch::Contains("immutable"));
  const std::string tag = HeaderOf(asset, "ETag");
  CHECK(path == "/assets/pages-" + tag.substr(1, tag.size() - 2) + ".css");
  HttpRequest again = MakeRequest("GET", path);
  again.headers.push_back({"if-none-match", tag});
  const HttpResponse same = site.Send(again);
  CHECK(same.status == 304);
  CHECK(same.body.empty());
  CHECK(site.Send(MakeRequest("POST", path, "{}")).status == 405);
  CHECK(site.Get("/assets/pages-0000000000000000.css").status == 404);
}

}  // namespace
}  // namespace querygate::server::testing
