// The pure parts of HTTP: targets, negotiation, tags, addresses, bytes of a response.
#include <array>

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/server/served_deployment.h"
#include "tools/server/address_check.h"
#include "tools/server/api/call_options.h"
#include "tools/server/api/entity_tag.h"
#include "tools/server/api/media_type.h"
#include "tools/server/http/wire_response.h"
#include "tools/server/request_target.h"

namespace querygate::server::testing {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("a target is a path and a form, or it is refused") {
  const auto target = ParseTarget("/v1/reports/a?x=1&y=a%20b+c&empty=&flag&x=2");
  REQUIRE(target);
  CHECK(target->path == "/v1/reports/a");
  CHECK(target->query == Pairs{{"x", "1"}, {"y", "a b c"}, {"empty", ""}, {"flag", ""}, {"x", "2"}});
  CHECK(ParseTarget("/")->query.empty());
  CHECK(ParseTarget("/a?")->query.empty());
  CHECK(ParseTarget("/a?%C3%A9=%2B")->query == Pairs{{"\xC3\xA9", "+"}});
  for (const char* bad :
       {"", "a", "*", "http://host/a", "/a#b", "/a?x=%", "/a?x=%1", "/a?x=%zz", "/a?x=%00", "/a?x=%ff"}) {
    CAPTURE(bad);
    CHECK_FALSE(ParseTarget(bad));
  }
}

TEST_CASE("the form that a client likes best of those that there are") {
  static constexpr std::array<std::string_view, 3> kOffered{"application/json", "application/x-ndjson", "text/csv"};
  struct Case {
    const char* accept;
    std::optional<std::size_t> index;
  };
  querygate::testing::CaseCount count("Accept headers");
  for (const Case& one : std::initializer_list<Case>{{"", 0},
                                                     {"*/*", 0},
                                                     {"application/json, text/event-stream", 0},
                                                     {"text/csv", 2},
                                                     {"TEXT/CSV; charset=utf-8", 2},
                                                     {"text/*", 2},
                                                     {"text/csv;q=0.5, application/json;q=0.4", 2},
                                                     {"text/csv;q=0.5, */*;q=0.6", 0},
                                                     {"application/json;q=0, */*", 1},
                                                     {"application/json;q=0.000", std::nullopt},
                                                     {"text/event-stream", std::nullopt},
                                                     {"image/*, text/html", std::nullopt}}) {
    CAPTURE(one.accept);
    CHECK(count.Add(api::Negotiate(one.accept, kOffered) == one.index));
  }
  CHECK(api::Negotiate(std::nullopt, kOffered) == std::size_t{0});
}

TEST_CASE("a tag is of the policy and of the bytes") {
  const std::string tag = api::EntityTag("policy", "body");
  CHECK(tag.size() == 34);
  CHECK(tag != api::EntityTag("other", "body"));
  CHECK(tag != api::EntityTag("policy", "bodY"));
  CHECK(tag != api::EntityTag("policy\nb", "ody"));
  CHECK(api::NamesTag(tag, tag));
  CHECK(api::NamesTag("\"x\", W/" + tag, tag));
  CHECK(api::NamesTag("*", tag));
  CHECK_FALSE(api::NamesTag(std::nullopt, tag));
  CHECK_FALSE(api::NamesTag("\"x\"", tag));
  CHECK_FALSE(api::NamesTag(tag.substr(1), tag));
}

TEST_CASE("a request must be meant for this server") {
  AddressRules rules;
  rules.hosts = LoopbackHosts();
  rules.hosts.emplace_back("reports.example");
  rules.origins = {"https://app.example"};
  struct Case {
    const char* host;
    const char* origin;  // null: none
    const char* reason;
  };
  querygate::testing::CaseCount count("Host and Origin");
  for (const Case& one : std::initializer_list<Case>{
           {"localhost", nullptr, ""},
           {"LOCALHOST:8080", nullptr, ""},
           {"127.0.0.1:1", nullptr, ""},
           {"[::1]:8080", nullptr, ""},
           {"[::1]", nullptr, ""},
           {"reports.example", nullptr, ""},
           {"evil.example", nullptr, "host_not_allowed"},
           {"localhost.evil.example", nullptr, "host_not_allowed"},
           {"127.0.0.1.evil.example:8080", nullptr, "host_not_allowed"},
           {"localhost:8080@evil.example", nullptr, "host_not_allowed"},
           {"", nullptr, "host_not_allowed"},
           {":8080", nullptr, "host_not_allowed"},
           {"[::2]", nullptr, "host_not_allowed"},
           {"localhost:8080", "http://localhost:8080", ""},
           {"localhost:8080", "http://localhost:3000", "origin_not_allowed"},
           {"localhost:8080", "https://localhost:8080", "origin_not_allowed"},
           {"localhost:8080", "https://app.example", ""},
           {"localhost:8080", "https://app.example.evil", "origin_not_allowed"},
           {"localhost:8080", "http://evil.example", "origin_not_allowed"},
           {"localhost:8080", "null", "origin_not_allowed"},
           {"localhost:8080", "", "origin_not_allowed"},
           {"evil.example", "http://evil.example", "host_not_allowed"},
       }) {
    CAPTURE(one.host, one.origin == nullptr ? "none" : one.origin);
    HttpRequest request;
    request.headers = {{"host", one.host}};
    if (one.origin != nullptr) request.headers.push_back({"origin", one.origin});
    const auto refused = CheckAddress(request, rules);
    const std::string expected =
        *one.reason == '\0' ? "" : R"({"status":"rejected","reason":")" + std::string(one.reason) + "\"}";
    CHECK(count.Add((refused ? refused->body : "") == expected));
    if (refused) CHECK(refused->status == 403);
  }
}

TEST_CASE("the query says how to answer, and the rest are arguments") {
  const auto target = *ParseTarget("/x?$format=csv&$part=rows&$allow_partial=true&kind=tool&kind=toy&id=1");
  const auto form = api::ReadForm(MakeRequest("GET", "/x"), target);
  REQUIRE(form);
  CHECK(form->presentation.format->name == "csv");
  CHECK(form->presentation.options.part == "rows");
  CHECK(form->presentation.options.allow_partial);
  CHECK(form->content_type == "text/csv; charset=utf-8; header=present");
  const Arguments arguments = api::ReadQueryArguments(target);
  REQUIRE(arguments.size() == 2);
  CHECK(arguments[0].first == "kind");
  CHECK(arguments[0].second.kind == Argument::Kind::kArray);
  CHECK(arguments[0].second.items.size() == 2);
  CHECK(arguments[1].second.kind == Argument::Kind::kWord);

  const auto status = [](const char* query) {
    const auto read = api::ReadForm(MakeRequest("GET", "/x"), *ParseTarget(std::string("/x?") + query));
    return read ? 200 : read.error().status;
  };
  CHECK(status("$format=json") == 200);
  CHECK(status("$format=xml") == 406);
  CHECK(status("$format=table") == 406);  // a form for people is none for programs
  CHECK(status("$format=csv&$format=csv") == 422);
  CHECK(status("$part=rows") == 422);
  CHECK(status("$format=csv&$allow_partial=yes") == 422);
}

TEST_CASE("a response on the wire") {
  HttpResponse response = JsonResponse(200, "{}");
  response.Add("ETag", "\"x\"");
  CHECK(http::WireResponse(response, {}, "now") ==
        "HTTP/1.1 200 OK\r\nDate: now\r\nX-Content-Type-Options: nosniff\r\nContent-Type: application/json\r\n"
        "Content-Length: 2\r\nETag: \"x\"\r\n\r\n{}");
  http::WireOptions head;
  head.keep_alive = false;
  head.without_body = true;
  CHECK(http::WireResponse(response, head, "now") ==
        "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\nETag: \"x\"\r\n\r\n");
  CHECK(http::WireResponse(HttpResponse{304, {}, {}, {}}, {}, "now") ==
        "HTTP/1.1 304 Not Modified\r\nDate: now\r\nX-Content-Type-Options: nosniff\r\n\r\n");
  CHECK(http::WireResponse(HttpResponse{202, {}, {}, {}}, {}, "now").find("Content-Length: 0\r\n") !=
        std::string::npos);
  CHECK(http::HttpDate(784111777) == "Sun, 06 Nov 1994 08:49:37 GMT");
  CHECK(http::HttpDate(1709164799) == "Wed, 28 Feb 2024 23:59:59 GMT");
}

TEST_CASE("every status that is sent has its words") {
  for (const int status : {200, 202, 204, 304, 400, 401, 403, 404, 405, 406, 408, 409,
                           410, 412, 413, 415, 422, 429, 431, 500, 503, 504, 505}) {
    CAPTURE(status);
    CHECK_FALSE(StatusText(status).empty());
  }
  CHECK(StatusText(299).empty());
}

}  // namespace
}  // namespace querygate::server::testing
