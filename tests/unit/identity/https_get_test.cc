// Keys over TLS from a server on loopback with a certificate made here: whom we believe, and for how long we listen.
#include "engine/identity/https_get.h"

#include <array>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/identity/handle.h"
#include "engine/identity/http_reply.h"
#include "tests/conformance/temporary_folder.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;

std::string Outcome(const HttpReply& reply) {
  if (reply.state == HttpReply::State::kIncomplete) return "incomplete";
  return reply.state == HttpReply::State::kComplete ? "body " + reply.body : reply.fault;
}

std::string Whole(const std::string& bytes, std::size_t max = 100) { return Outcome(ReadHttpReply(bytes, true, max)); }
std::string Begun(const std::string& bytes) { return Outcome(ReadHttpReply(bytes, false, 100)); }

TEST_CASE("an answer is read by its length, its chunks or its end") {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  CHECK(Begun(ok + "Content-Length: 2\r\n\r\n{}") == "body {}");
  CHECK(Begun(ok + "content-length:2 \r\n\r\n{") == "incomplete");
  CHECK(Whole(ok + "Content-Length: 2\r\n\r\n{") == "the answer ends before it is complete");
  CHECK(Begun(ok + "A: b\r\n\r\n{}") == "incomplete");
  CHECK(Whole(ok + "A: b\r\n\r\n{}") == "body {}");
  CHECK(Begun(ok + "Transfer-Encoding: Chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n") == "body {}");
  CHECK(Begun(ok + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n") == "incomplete");
  CHECK(Whole(ok + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n") == "the answer ends before it is complete");
  CHECK(Whole("HTTP/1.0 200\r\nA: b\r\n\r\nx") == "body x");
}

TEST_CASE("an answer that could mean two things, or is not one, is refused") {
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  CHECK(Begun("HTTP/1.1 302 Found\r\nLocation: https://evil\r\n\r\n") == "the answer has the status 302");
  CHECK(Begun("HTTP/1.1 2000 OK\r\nA: b\r\n\r\n") == "the answer has the status 200");
  CHECK(Begun("HTTP/2 200\r\nA: b\r\n\r\n") == "the answer is not HTTP/1.1");
  CHECK(Begun(ok + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}") == "the answer has no single length");
  CHECK(Begun(ok + "Content-Length: +2\r\n\r\n{}") == "the answer has no single length");
  CHECK(Begun(ok + "Content-Length: 99999999999999999999\r\n\r\n") == "the answer has no single length");
  CHECK(Begun(ok + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n") ==
        "the answer has a length beside chunks");
  CHECK(Begun(ok + "Transfer-Encoding: gzip, chunked\r\n\r\n") == "the answer is encoded in an unknown way");
  CHECK(Begun(ok + "Content-Encoding: gzip\r\n\r\n") == "the answer is compressed, which was not asked for");
  CHECK(Begun(ok + "no colon\r\n\r\n") == "a header of the answer is malformed");
  CHECK(Begun(ok + "Transfer-Encoding: chunked\r\n\r\nx\r\n") == "a chunk has no size");
  CHECK(Begun(ok + "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n") == "a chunk is longer than its size");
  CHECK(Begun(ok + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n") == "the answer is larger than permitted");
  CHECK(Begun(ok + "Content-Length: 101\r\n\r\n") == "the answer is larger than permitted");
  CHECK(Begun(ok + "Content-Length: 100\r\n\r\n") == "incomplete");
  CHECK(Begun(ok + "A: b\r\n\r\n" + std::string(101, 'x')) == "the answer is larger than permitted");
  CHECK(Begun(std::string(17 * 1024, 'x')) == "the headers of the answer are too large");
}

using Key = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, FreedBy<X509_free>>;

void Must(bool done, const char* what) {
  if (!done) throw std::runtime_error(what);
}

Certificate SelfSigned(EVP_PKEY* key, const char* names, long seconds) {
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -7200);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), seconds);
  X509_NAME* name = X509_get_subject_name(certificate.get());
  const std::string text = "a server of a test";
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(text.c_str()), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  X509_set_pubkey(certificate.get(), key);
  for (const auto& [id, value] :
       {std::pair(NID_subject_alt_name, names), {NID_basic_constraints, "critical,CA:TRUE"}}) {
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
    Must(extension != nullptr, "extension");
    X509_add_ext(certificate.get(), extension, -1);
    X509_EXTENSION_free(extension);
  }
  Must(X509_sign(certificate.get(), key, EVP_sha256()) > 0, "sign");
  return certificate;
}

// Answers one connection with `reply`, if it comes to that. `hold`: says nothing and waits for the client to go.
class TlsServer {
 public:
  TlsServer(const char* names, std::string reply, bool hold = false, long seconds = 3600)
      : key_(EVP_EC_gen("P-256")), certificate_(SelfSigned(key_.get(), names, seconds)) {
    ca_file_ = folder_.path() / "ca.pem";
    FILE* file = std::fopen(ca_file_.c_str(), "w");
    Must(file != nullptr && PEM_write_X509(file, certificate_.get()) == 1, "ca.pem");
    std::fclose(file);
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    Must(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(listener_, 1) == 0 &&
             ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0,
         "listen");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, reply = std::move(reply), hold] { Serve(reply, hold); });
  }
  ~TlsServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }

  std::string Url(const std::string& host) const { return "https://" + host + ":" + std::to_string(port_) + "/keys"; }
  const std::string& ca_file() const { return ca_file_; }
  const std::string& request() const { return request_; }

 private:
  void Serve(const std::string& reply, bool hold) {
    const int connection = ::accept(listener_, nullptr, nullptr);
    if (connection < 0) return;
    const std::unique_ptr<SSL_CTX, FreedBy<SSL_CTX_free>> context(SSL_CTX_new(TLS_server_method()));
    SSL_CTX_use_certificate(context.get(), certificate_.get());
    SSL_CTX_use_PrivateKey(context.get(), key_.get());
    const std::unique_ptr<SSL, FreedBy<SSL_free>> session(SSL_new(context.get()));
    SSL_set_fd(session.get(), connection);
    std::array<char, 4096> buffer{};
    if (SSL_accept(session.get()) == 1) {
      const int count = SSL_read(session.get(), buffer.data(), static_cast<int>(buffer.size()));
      if (count > 0) request_.assign(buffer.data(), static_cast<std::size_t>(count));
      if (hold) {
        SSL_read(session.get(), buffer.data(), static_cast<int>(buffer.size()));
      } else if (count > 0) {
        SSL_write(session.get(), reply.data(), static_cast<int>(reply.size()));
        SSL_shutdown(session.get());
      }
    }
    ::close(connection);
  }

  testing::TemporaryFolder folder_;
  Key key_;
  Certificate certificate_;
  std::string ca_file_, request_;
  int listener_ = -1;
  int port_ = 0;
  std::thread thread_;
};

constexpr const char* kReply = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"keys\":[]}";
constexpr const char* kNames = "DNS:localhost,IP:127.0.0.1";

std::string Get(const TlsServer& server, const std::string& host, bool trusted = true,
                std::chrono::milliseconds timeout = 20s) {
  HttpsOptions options;
  if (trusted) options.ca_file = server.ca_file();
  options.timeout = timeout;
  options.max_bytes = 100;
  const auto body = HttpsGet(server.Url(host), options);
  return body ? *body : "fault: " + body.error();
}

TEST_CASE("a key set comes from the server that the address names") {
  {
    const TlsServer server(kNames, kReply);
    CHECK(Get(server, "localhost") == R"({"keys":[]})");
  }
  const TlsServer server(kNames, "HTTP/1.1 200 OK\r\nA: b\r\n\r\n{}");
  CHECK(Get(server, "127.0.0.1") == "{}");
}

TEST_CASE("a server that cannot show who it is is not read") {
  {
    const TlsServer server("DNS:other.example", kReply);
    CHECK(Get(server, "localhost").starts_with("fault: the server's certificate is not trusted: hostname mismatch"));
  }
  {
    const TlsServer server("DNS:localhost", kReply);
    CHECK(Get(server, "127.0.0.1").starts_with("fault: the server's certificate is not trusted: IP address mismatch"));
  }
  {
    const TlsServer server(kNames, kReply, false, -3600);
    CHECK(Get(server, "localhost")
              .starts_with("fault: the server's certificate is not trusted: certificate has expired"));
  }
  const TlsServer server(kNames, kReply);
  CHECK(Get(server, "localhost", false).starts_with("fault: the server's certificate is not trusted: self"));
}

TEST_CASE("an answer that is too large, cut or never comes is a fault") {
  {
    const TlsServer server(kNames, "HTTP/1.1 200 OK\r\nA: b\r\n\r\n" + std::string(101, 'x'));
    CHECK(Get(server, "localhost") == "fault: the answer is larger than permitted");
  }
  {
    const TlsServer server(kNames, "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}");
    CHECK(Get(server, "localhost") == "fault: the answer ends before it is complete");
  }
  {
    const TlsServer server(kNames, "HTTP/1.1 301 Moved\r\nLocation: https://evil/\r\n\r\n");
    CHECK(Get(server, "localhost") == "fault: the answer has the status 301");
  }
  const TlsServer server(kNames, kReply, true);
  CHECK(Get(server, "localhost", true, 1s) == "fault: the server did not answer in time");
}

TEST_CASE("what cannot be reached is told") {
  HttpsOptions options;
  CHECK(HttpsGet("http://127.0.0.1/keys", options).error() == "http://127.0.0.1/keys is no https address");
  CHECK(HttpsGet("https://127.0.0.1:1/keys", options).error() == "cannot connect to 127.0.0.1: Connection refused");
  options.ca_file = "/nonexistent.pem";
  CHECK(HttpsGet("https://127.0.0.1:1/keys", options)
            .error()
            .starts_with("cannot read the certificates in /nonexistent"));
}

}  // namespace
}  // namespace querygate
