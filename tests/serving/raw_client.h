// A client that sends bytes as they are given and reads what comes back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace querygate::server::testing {

struct RawResponse {
  int status = 0;       // 0: the connection ended before there was one
  std::string headers;  // with the status line, in lower case
  std::string body;
};

class RawClient {
 public:
  enum class Refusal { kFails, kIsAnAnswer };
  explicit RawClient(std::uint16_t port, Refusal refusal = Refusal::kFails);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool connected() const { return socket_ >= 0; }
  // False when the server has closed the connection.
  bool Send(std::string_view bytes) const;
  // The next response by its Content-Length; `head`: it has no body all the same.
  RawResponse Read(bool head = false);
  // Whatever comes until the server closes. Gives up, with a failed check, when nothing comes for twenty seconds.
  std::string ReadToEnd();
  bool ClosedByServer() { return ReadToEnd().empty(); }
  void Close();

 private:
  bool Fill();

  int socket_ = -1;
  std::string buffer_;
};

}  // namespace querygate::server::testing
