// Too much, too slow, too many, gone, stopping: what a connection cannot do to the others.
#include <memory>

#include <catch2/catch.hpp>

#include "tests/serving/raw_client.h"
#include "tests/serving/running_server.h"

namespace querygate::server::testing {
namespace {

using namespace std::chrono_literals;

const std::string kRequest = "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n";
const std::string kHold = "GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n";

std::string Rejected(const std::string& reason) { return R"({"status":"rejected","reason":")" + reason + "\"}"; }

TEST_CASE("bodies up to their limit and one byte more, and headers beyond theirs") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.max_body = 1000;
  settings.max_header = 2000;
  RunningServer server(handler, settings);
  const auto post = [&](std::size_t size, bool chunked) {
    RawClient client(server.port());
    const std::string body(size, 'x');
    const std::string head = "POST /p HTTP/1.1\r\nHost: localhost\r\n";
    if (chunked) {
      REQUIRE(client.Send(head + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"));
      for (std::size_t i = 1; i < size; ++i) {
        if (!client.Send("1\r\nx\r\n")) break;
      }
      client.Send("0\r\n\r\n");
    } else {
      client.Send(head + "Content-Length: " + std::to_string(size) + "\r\n\r\n" + body);
    }
    return client.Read();
  };
  CHECK(post(1000, false).status == 200);
  CHECK(post(1000, true).status == 200);
  for (const bool chunked : {false, true}) {
    const RawResponse over = post(1001, chunked);
    CHECK(over.status == 413);
    CHECK(over.body == Rejected("request_too_large"));
  }
  // The refusal arrives although the client goes on sending.
  CHECK(post(500'000, false).status == 413);

  const std::string head = "GET /a HTTP/1.1\r\nHost: localhost\r\nX: ";
  const auto get = [&](std::size_t size) {
    RawClient client(server.port());
    REQUIRE(client.Send(head + std::string(size - head.size() - 4, 'x') + "\r\n\r\n"));
    return client.Read();
  };
  CHECK(get(2000).status == 200);
  CHECK(get(2100).status == 431);
  // The parser takes line by line what has arrived, and would take any number of them.
  RawClient pieces(server.port());
  REQUIRE(pieces.Send("GET /a HTTP/1.1\r\nHost: localhost\r\n"));
  for (int line = 0; line < 10'000 && pieces.Send("X: " + std::string(97, 'x') + "\r\n"); ++line) {
  }
  const RawResponse refused = pieces.Read();
  CHECK(refused.status == 431);
  CHECK(refused.body == Rejected("request_too_large"));
  RawClient endless(server.port());
  REQUIRE(endless.Send("GET /" + std::string(3000, 'a')));
  CHECK(endless.Read().status == 431);
}

TEST_CASE("a request that does not arrive in time is given up, wherever it stops") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.request_timeout = 100ms;
  RunningServer server(handler, settings);
  for (const std::string& part :
       {std::string("G"), std::string("GET /a HTTP/1.1\r\nHost: loc"),
        std::string("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab"),
        std::string("POST /p HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab")}) {
    CAPTURE(part);
    RawClient client(server.port());
    REQUIRE(client.Send(part));
    const RawResponse response = client.Read();
    CHECK(response.status == 408);
    CHECK(response.body == Rejected("request_timeout"));
    CHECK(client.ClosedByServer());
  }
  CHECK(handler.seen().empty());
}

TEST_CASE("idle connections end, before and after a request") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.idle_timeout = 100ms;
  RunningServer server(handler, settings);
  RawClient silent(server.port());
  RawClient served(server.port());
  REQUIRE(served.Send(kRequest));
  CHECK(served.Read().status == 200);
  CHECK(silent.ClosedByServer());
  CHECK(served.ClosedByServer());
}

TEST_CASE("a client that takes no response is given up") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.response_timeout = 200ms;
  RunningServer server(handler, settings);
  RawClient client(server.port());
  REQUIRE(client.Send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  handler.AwaitSeen(1);
  // Returns once the connection, which nobody reads from, is given up: it is the only one.
  server.Stop();
  CHECK(client.ReadToEnd().size() < (8U << 20));
}

TEST_CASE("a large response arrives whole where it is taken") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  RawClient client(server.port());
  REQUIRE(client.Send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  CHECK(client.Read().body == std::string(8 << 20, 'x'));
}

TEST_CASE("a call is told that its client has gone") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  {
    RawClient client(server.port());
    REQUIRE(client.Send(kHold));
    handler.AwaitSeen(1);
  }
  handler.AwaitAbandoned(1);
  // Others are served all the while.
  RawClient other(server.port());
  REQUIRE(other.Send(kRequest));
  CHECK(other.Read().status == 200);
}

TEST_CASE("a fault of the program ends its request and nothing else") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  RawClient client(server.port());
  REQUIRE(client.Send("GET /throw HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  const RawResponse response = client.Read();
  CHECK(response.status == 500);
  CHECK(response.body == R"({"status":"failed","reason":"internal_error"})");
  REQUIRE(client.Send(kRequest));
  CHECK(client.Read().status == 200);
}

TEST_CASE("connections that do nothing make room for those that do") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.max_connections = 20;
  RunningServer server(handler, settings);
  RawClient busy(server.port());
  REQUIRE(busy.Send(kHold));
  handler.AwaitSeen(1);
  std::vector<std::unique_ptr<RawClient>> idle;
  for (int i = 0; i < 300; ++i) {
    idle.push_back(std::make_unique<RawClient>(server.port()));
    if (i % 2 == 0) idle.back()->Send("GET /unfinished");
  }
  RawClient late(server.port());
  REQUIRE(late.Send(kRequest));
  CHECK(late.Read().status == 200);
  CHECK(idle.front()->ClosedByServer());
  // What is being answered is not given up.
  handler.Release();
  CHECK(busy.Read().status == 200);
}

TEST_CASE("where every connection is being answered there is no room for another") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.max_connections = 3;
  RunningServer server(handler, settings);
  std::vector<std::unique_ptr<RawClient>> busy;
  for (std::size_t i = 1; i <= 3; ++i) {
    busy.push_back(std::make_unique<RawClient>(server.port()));
    REQUIRE(busy.back()->Send(kHold));
    handler.AwaitSeen(i);
  }
  for (int i = 0; i < 20; ++i) {
    RawClient late(server.port());
    late.Send(kRequest);
    CHECK(late.ClosedByServer());
  }
  CHECK(handler.seen().size() == 3);
  handler.Release();
  for (const auto& client : busy) CHECK(client->Read().status == 200);
  RawClient after(server.port());
  REQUIRE(after.Send(kRequest));
  CHECK(after.Read().status == 200);
}

TEST_CASE("stopping lets calls in progress end and takes no others") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  RawClient idle(server.port());
  RawClient client(server.port());
  REQUIRE(client.Send(kHold));
  handler.AwaitSeen(1);
  server.BeginToStop();
  CHECK(idle.ClosedByServer());
  CHECK(server.draining());
  handler.Release();
  const RawResponse response = client.Read();
  CHECK(response.status == 200);
  CHECK(response.headers.find("connection: close") != std::string::npos);
  CHECK(client.ClosedByServer());
  server.Stop();
}

TEST_CASE("a call that outlasts the drain is abandoned") {
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.drain_timeout = 100ms;
  RunningServer server(handler, settings);
  RawClient client(server.port());
  REQUIRE(client.Send(kHold));
  handler.AwaitSeen(1);
  server.Stop();
  handler.AwaitAbandoned(1);
  CHECK(client.ReadToEnd().empty());
}

TEST_CASE("an address that is taken, or that is none") {
  SteeredHandler handler;
  RunningServer server(handler, {});
  WorkerPool pool(1);
  http::ServerSettings settings;
  settings.listen = {"127.0.0.1", server.port()};
  const auto taken = http::Server::Open(settings, handler, pool);
  REQUIRE_FALSE(taken);
  CHECK_THAT(taken.error(), Catch::StartsWith("cannot listen on 127.0.0.1:" + std::to_string(server.port()) + ": "));
  settings.listen = {"192.0.2.1", 0};
  CHECK_FALSE(http::Server::Open(settings, handler, pool));
}

}  // namespace
}  // namespace querygate::server::testing
