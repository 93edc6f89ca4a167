// One connection: requests in, responses out, one at a time and in order.
#pragma once

#include <memory>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include "tools/server/http/connection_list.h"
#include "tools/server/http/server.h"

namespace querygate::server::http {

// What all connections share; outlives them. Used by the serving thread only, but for the handler and the pool.
struct Serving {
  const ServerSettings& settings;
  const HttpHandler& handler;
  WorkerPool& pool;
  ConnectionList connections;
  bool draining = false;
};

// Takes the socket over and lives until the connection ends. `tls` is null for plain HTTP.
void StartConnection(Serving& serving, boost::asio::ip::tcp::socket socket, boost::asio::ssl::context* tls);

}  // namespace querygate::server::http
