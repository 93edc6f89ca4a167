// A deployment of a test's own, small enough to serve: every kind of parameter, every kind of ending.
#pragma once

#include <optional>
#include <string>

#include "engine/gateway/gateway.h"
#include "tests/conformance/temporary_folder.h"
#include "tools/server/authenticator.h"
#include "tools/server/http_message.h"
#include "tools/server/operator_log.h"

namespace querygate::server::testing {

class ServedDeployment {
 public:
  ServedDeployment();

  std::string path(const std::string& file) const { return folder_ / file; }
  std::string config() const { return path("querygate.yaml"); }
  void Write(const std::string& file, const std::string& text) const;
  // Reports that are alike: plenty/report_0, plenty/report_1, …
  void WriteMany(int count) const;
  Gateway Open() const;

 private:
  querygate::testing::TemporaryFolder folder_;
};

// Takes `Bearer NAME` for an identity with the role NAME, and nothing for an anonymous caller.
class RoleAuthenticator final : public Authenticator {
 public:
  Expected<Identity, AuthenticationFault> Authenticate(std::optional<std::string_view> authorization,
                                                       std::string_view resource) const override;
  std::optional<std::string> ResourceMetadata(std::string_view resource) const override;
};

Identity IdentityOf(const std::string& role);

// Keeps what it is told.
class KeptLog final : public OperatorLog {
 public:
  void Failed(std::string_view report, std::string_view reason, std::string_view cause) override;
  void Refused(std::string_view reason, std::string_view cause) override;
  void Told(std::string_view event, std::string_view words) override;
  std::string text;
};

// As a client on this machine sends it.
HttpRequest MakeRequest(std::string method, std::string target, std::string body = {});

// The value of a response's header; empty without it.
std::string HeaderOf(const HttpResponse& response, std::string_view name);

}  // namespace querygate::server::testing
