// A deployment to attack: callers with tokens of both kinds, two owners' rows, a report that none of them reaches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/serving/served_program.h"
#include "tests/unit/identity/token_maker.h"
#include "tests/unit/server/served_deployment.h"

namespace querygate::server::testing {

// Where a call comes in.
enum class Door { kPost, kGet, kPage, kModern, kHandshake };
inline constexpr Door kDoors[] = {Door::kPost, Door::kGet, Door::kPage, Door::kModern, Door::kHandshake};
const char* NameOf(Door door);

struct Sent {
  std::string report = "mine/names";
  std::string json = "{}";  // arguments of POST and MCP
  std::string query;        // arguments of GET and a page, with a leading `&`
  std::string host = "Host: localhost\r\n";
  std::string headers;  // whole lines, Authorization among them
  bool keep = false;    // the connection, for another request
};
std::string BytesOf(Door door, const Sent& sent);

// How a door says something.
struct Told {
  int status = 0;
  std::string mark;  // stands in the body
};
Told ToldRejection(Door door, int status, const std::string& reason);
Told ToldUnauthenticated(Door door);
Told ToldUnknownReport(Door door);

inline const std::string kAnnsRow = "annslamp4711";
inline const std::string kBobsRow = "bobsrug1138";

class AttackWorld {
 public:
  // `serve`: more lines of querygate.yaml.
  explicit AttackWorld(const std::string& serve = {});

  std::string config() const { return deployment_.config(); }
  std::string path(const std::string& file) const { return deployment_.path(file); }

  // "Authorization: Bearer …\r\n".
  static std::string Bearer(const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; }
  const std::string& ann() const { return ann_; }
  const std::string& bob() const { return bob_; }
  const std::string& keeper() const { return keeper_; }

  // Claims of Ann, good for an hour at this server; `changed` wins over each of them, `null` leaves one out.
  static std::string Claims(const std::vector<std::pair<std::string, std::string>>& changed = {});
  std::string Signed(const std::string& claims, const std::string& more_header = {}) const;
  const querygate::testing::SigningKey& ec() const { return ec_; }
  const querygate::testing::SigningKey& rsa() const { return rsa_; }
  static const std::string& shared_secret();

  // What stands in `answer` and in no answer to Ann: rows, names and columns that are not hers to see, tokens, places.
  // Empty: nothing does.
  std::string LeakIn(const std::string& answer) const;

 private:
  static std::string TokenLine(const std::string& name, const std::string& token, const std::string& claims);

  ServedDeployment deployment_;
  const querygate::testing::SigningKey ec_{"EC"}, rsa_{"RSA"};
  const std::string ann_, bob_, keeper_;
};

// Sends `bytes` on a connection of its own and reads until the server closes it.
std::string Exchange(const ServedProgram& server, const std::string& bytes);
// Of the first response; 0 without one.
int StatusOf(const std::string& answer);
std::size_t CountOf(const std::string& text, const std::string& part);
// Without its Date line, which tells nothing.
std::string WithoutDate(std::string answer);

}  // namespace querygate::server::testing
