// Bytes into requests: what is one, what is none, and that nobody reads a second request out of the first one's body.
#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/serving/raw_client.h"
#include "tests/serving/running_server.h"

namespace querygate::server::testing {
namespace {

std::string Get(const std::string& target, const std::string& headers = {}) {
  return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
}

std::string Post(const std::string& headers, const std::string& body) {
  return "POST /p HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n" + body;
}

TEST_CASE("requests one after the other on one connection") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  RawClient client(server.port());
  for (int i = 0; i < 3; ++i) {
    REQUIRE(client.Send(Get("/" + std::to_string(i))));
    const RawResponse response = client.Read();
    CHECK(response.status == 200);
    CHECK(response.body == "GET /" + std::to_string(i) + " ");
    CHECK(response.headers.find("connection:") == std::string::npos);
  }
  REQUIRE(client.Send(Post("Content-Length: 4\r\n", "body")));
  CHECK(client.Read().body == "POST /p body");
}

TEST_CASE("requests sent ahead are answered in order") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  RawClient client(server.port());
  std::string bytes;
  for (int i = 0; i < 200; ++i) bytes += i % 3 == 0 ? Get("/at-once") : Get("/" + std::to_string(i));
  REQUIRE(client.Send(bytes));
  int right = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string body = client.Read().body;
    right += body == (i % 3 == 0 ? "\"at once\"" : "GET /" + std::to_string(i) + " ") ? 1 : 0;
  }
  CHECK(right == 200);
}

TEST_CASE("a request byte by byte, and in chunks") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  RawClient client(server.port());
  for (const char c : Post("Content-Length: 3\r\n", "abc")) REQUIRE(client.Send(std::string(1, c)));
  CHECK(client.Read().body == "POST /p abc");
  REQUIRE(client.Send(Post("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")));
  CHECK(client.Read().body == "POST /p abcde");
}

TEST_CASE("a body that looks like the lines of a header is one") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  RawClient client(server.port());
  const std::string body = " folded\r\n more\r\n\r\n\tand more";
  const std::string request = Post("Content-Length: " + std::to_string(body.size()) + "\r\n", body);
  REQUIRE(client.Send(request));
  CHECK(client.Read().body == "POST /p " + body);
  // The end of the header comes alone, and with it the body.
  const std::size_t end = request.find("\r\n\r\n");
  REQUIRE(client.Send(request.substr(0, end + 2)));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  REQUIRE(client.Send(request.substr(end + 2)));
  CHECK(client.Read().body == "POST /p " + body);
}

TEST_CASE("versions, HEAD, and who closes") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  {
    RawClient client(server.port());
    REQUIRE(client.Send("HEAD /h HTTP/1.1\r\nHost: localhost\r\n\r\n" + Get("/g")));
    const RawResponse head = client.Read(true);
    CHECK(head.status == 200);
    CHECK(head.headers.find("content-length: 8\r\n") != std::string::npos);
    CHECK(client.Read().body == "GET /g ");
  }
  {
    RawClient client(server.port());
    REQUIRE(client.Send("GET /old HTTP/1.0\r\nHost: localhost\r\n\r\n"));
    CHECK(client.Read().headers.find("connection: close") != std::string::npos);
    CHECK(client.ClosedByServer());
  }
  {
    RawClient client(server.port());
    REQUIRE(client.Send("GET /old HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"));
    CHECK(client.Read().headers.find("connection: keep-alive") != std::string::npos);
    REQUIRE(client.Send(Get("/g", "Connection: close\r\n")));
    CHECK(client.Read().headers.find("connection: close") != std::string::npos);
    CHECK(client.ClosedByServer());
  }
}

TEST_CASE("a client may ask whether its body is wanted") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.max_body = 100;
  RunningServer server(handler, settings);
  RawClient client(server.port());
  REQUIRE(client.Send(Post("Content-Length: 4\r\nExpect: 100-continue\r\n", "")));
  CHECK(client.Read().status == 100);
  REQUIRE(client.Send("body"));
  CHECK(client.Read().body == "POST /p body");
  REQUIRE(client.Send(Post("Content-Length: 101\r\nExpect: 100-continue\r\n", "")));
  CHECK(client.Read().status == 413);
}

TEST_CASE("bytes that two readers could take differently are no request") {
  struct Case {
    const char* why;
    std::string bytes;
    int status = 400;
  };
  const std::string smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string chunk = "0\r\n\r\n" + smuggled;
  querygate::testing::CaseCount count("malformed requests");
  for (const Case& one : std::vector<Case>{
           {"length and chunks", Post("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", chunk)},
           {"chunks and length", Post("Transfer-Encoding: chunked\r\nContent-Length: 6\r\n", chunk)},
           {"two lengths", Post("Content-Length: 0\r\nContent-Length: 44\r\n", smuggled)},
           {"one length twice", Post("Content-Length: 0\r\nContent-Length: 0\r\n", smuggled)},
           {"a list of lengths", Post("Content-Length: 0, 44\r\n", smuggled)},
           {"a signed length", Post("Content-Length: +44\r\n", smuggled)},
           {"a negative length", Post("Content-Length: -1\r\n", smuggled)},
           {"a hexadecimal length", Post("Content-Length: 0x2\r\n", smuggled)},
           {"an endless length", Post("Content-Length: 99999999999999999999999999\r\n", smuggled)},
           {"another coding", Post("Transfer-Encoding: gzip, chunked\r\n", chunk)},
           {"chunked is not last", Post("Transfer-Encoding: chunked, identity\r\n", chunk)},
           {"chunked twice", Post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", chunk)},
           {"nearly chunked", Post("Transfer-Encoding: xchunked\r\n", chunk)},
           {"chunks in HTTP/1.0", "POST /p HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk},
           {"a chunk size that is none", Post("Transfer-Encoding: chunked\r\n", "x\r\n" + smuggled)},
           {"a huge chunk size", Post("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n" + smuggled)},
           {"a chunk longer than told", Post("Transfer-Encoding: chunked\r\n", "1\r\nab\r\n" + chunk)},
           {"a blank before the colon", Post("Content-Length : 44\r\n", smuggled)},
           {"a name with a blank", Get("/a", "X Y: z\r\n")},
           {"no colon", Get("/a", "nothing\r\n")},
           {"NUL in a header", Get("/a", std::string("X: a\0b\r\n", 8))},
           {"a folded header", Get("/a", "X: a\r\n b\r\n")},
           {"a folded header, by a tab", Get("/a", "X: a\r\n\tb\r\n")},
           {"a folded coding", Post("Transfer-Encoding:\r\n chunked\r\n", chunk)},
           {"a folded length", Post("Content-Length:\r\n 0\r\n", smuggled)},
           {"a trailer", Post("Transfer-Encoding: chunked\r\n", "0\r\nX: y\r\n\r\n")},
           {"a trailer that decides", Post("Transfer-Encoding: chunked\r\n", "0\r\nAuthorization: Bearer a\r\n\r\n")},
           {"bare line feeds", "GET /a HTTP/1.1\nHost: localhost\n\n", 505},
           {"a bare carriage return", Get("/a", "X: a\rY: b\r\n")},
           {"a blank in the target", "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 505},
           {"no target", "GET HTTP/1.1\r\nHost: localhost\r\n\r\n"},
           {"no version", "GET /a\r\nHost: localhost\r\n\r\n"},
           {"version in lower case", "GET /a http/1.1\r\nHost: localhost\r\n\r\n", 505},
           {"another major version", "GET /a HTTP/2.0\r\nHost: localhost\r\n\r\n", 505},
           {"TLS", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + "\r\n\r\n"},
           {"a blank line and colon", "\r\n\r\n: x\r\n\r\n"},
       }) {
    CAPTURE(one.why);
    SteeredHandler handler;
    http::ServerSettings settings;
    settings.request_timeout = std::chrono::milliseconds(500);
    RunningServer server(handler, settings);
    RawClient client(server.port());
    REQUIRE(client.Send(one.bytes));
    const RawResponse response = client.Read();
    CHECK(count.Add(response.status == one.status));
    CHECK(count.Add(client.ClosedByServer()));
    for (const std::string& seen : handler.seen()) CHECK(count.Add(seen.find("smuggled") == std::string::npos));
    CHECK(handler.seen().empty());
  }
}

}  // namespace
}  // namespace querygate::server::testing
