// TLS with a certificate made for the test.
#include <memory>
#include <string>

#include <catch2/catch.hpp>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "tests/conformance/temporary_folder.h"
#include "tests/serving/raw_client.h"
#include "tests/serving/running_server.h"

namespace querygate::server::testing {
namespace {

template <typename T, void (*kFree)(T*)>
struct Free {
  void operator()(T* value) const { kFree(value); }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY, EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Free<X509, X509_free>>;
using TlsContext = std::unique_ptr<SSL_CTX, Free<SSL_CTX, SSL_CTX_free>>;
using Tls = std::unique_ptr<SSL, Free<SSL, SSL_free>>;
using Bio = std::unique_ptr<BIO, Free<BIO, BIO_free_all>>;

// Self-signed, for localhost, good for an hour.
http::TlsFiles MakeCertificate(const querygate::testing::TemporaryFolder& folder, const std::string& name) {
  const Key key(EVP_EC_gen("P-256"));
  REQUIRE(key);
  const Certificate certificate(X509_new());
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -60);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1,
                             0);
  X509_set_issuer_name(certificate.get(), subject);
  REQUIRE(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);

  const http::TlsFiles files{folder / (name + ".crt"), folder / (name + ".key")};
  const Bio certificate_file(BIO_new_file(files.certificate.c_str(), "w"));
  REQUIRE(PEM_write_bio_X509(certificate_file.get(), certificate.get()) == 1);
  const Bio key_file(BIO_new_file(files.key.c_str(), "w"));
  REQUIRE(PEM_write_bio_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return files;
}

// What comes back for `request`; empty when there is no connection.
std::string Exchange(std::uint16_t port, const std::string& trusted, const std::string& request, int max_version = 0) {
  const TlsContext context(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_security_level(context.get(), 0);  // so that an old version is refused by the server, not here
  if (max_version != 0) SSL_CTX_set_max_proto_version(context.get(), max_version);
  REQUIRE(SSL_CTX_load_verify_file(context.get(), trusted.c_str()) == 1);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  const Bio connection(BIO_new_connect(("127.0.0.1:" + std::to_string(port)).c_str()));
  REQUIRE(BIO_do_connect(connection.get()) == 1);
  const Tls tls(SSL_new(context.get()));
  BIO_up_ref(connection.get());
  SSL_set_bio(tls.get(), connection.get(), connection.get());
  std::string response;
  if (SSL_connect(tls.get()) != 1) return response;
  REQUIRE(SSL_write(tls.get(), request.data(), static_cast<int>(request.size())) > 0);
  char bytes[65536];
  for (int count = 0; (count = SSL_read(tls.get(), bytes, sizeof bytes)) > 0;) {
    response.append(bytes, static_cast<std::size_t>(count));
  }
  return response;
}

TEST_CASE("requests over TLS") {
  const querygate::testing::TemporaryFolder folder;
  const http::TlsFiles files = MakeCertificate(folder, "own");
  SteeredHandler handler;
  http::ServerSettings settings;
  settings.tls = files;
  settings.request_timeout = std::chrono::milliseconds(500);
  RunningServer server(handler, settings);
  const std::string request =
      "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  const std::string response = Exchange(server.port(), files.certificate, request);
  CHECK(response.find("GET /a ") != std::string::npos);
  CHECK(response.size() > (8U << 20));
  CHECK(Exchange(server.port(), files.certificate, request, TLS1_1_VERSION).empty());
  CHECK(Exchange(server.port(), MakeCertificate(folder, "other").certificate, request).empty());
  // A handshake that is none, and one that never comes.
  RawClient plain(server.port());
  REQUIRE(plain.Send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  CHECK(plain.ReadToEnd().find("HTTP/1.1") == std::string::npos);
  RawClient silent(server.port());
  CHECK(silent.ClosedByServer());
  for (const std::string& seen : handler.seen()) CHECK(seen.starts_with("GET /"));
  CHECK(handler.seen().size() == 2);
}

TEST_CASE("a certificate or key that cannot be used is named at once") {
  const querygate::testing::TemporaryFolder folder;
  const http::TlsFiles files = MakeCertificate(folder, "own");
  const http::TlsFiles other = MakeCertificate(folder, "other");
  SteeredHandler handler;
  WorkerPool pool(1);
  http::ServerSettings settings;
  settings.listen = {"127.0.0.1", 0};
  const auto open = [&](const std::string& certificate, const std::string& key) {
    settings.tls = http::TlsFiles{certificate, key};
    const auto opened = http::Server::Open(settings, handler, pool);
    return opened ? std::string() : opened.error();
  };
  CHECK(open(files.certificate, files.key).empty());
  CHECK_THAT(open(folder / "none.crt", files.key),
             Catch::StartsWith("cannot use the certificate " + (folder / "none.crt")));
  CHECK_THAT(open(files.key, files.key), Catch::StartsWith("cannot use the certificate "));
  CHECK_THAT(open(files.certificate, folder / "none.key"), Catch::StartsWith("cannot use the private key "));
  CHECK_THAT(open(files.certificate, other.key), Catch::StartsWith("cannot use the private key "));
}

}  // namespace
}  // namespace querygate::server::testing
