// What can and cannot be said about one order: histories behind equal states, two time lines, ambiguity,
// scope, and how far an absence may be believed.
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "engine/base/calendar.h"
#include "tests/documents/scenario.h"

namespace querygate::scenario {
namespace {

using Json = nlohmann::ordered_json;

// The harbour store of the teahouse looks at a quarter of a minute, half a minute after its start.
const Words kHarbour = {"brand=teahouse", "store=harbour", "start=2026-09-18T14:00:00+08:00",
                        "end=2026-09-18T14:00:15+08:00"};

Words AsOf(const std::string& time, Words scope = kHarbour) {
  scope.push_back("as_of=2026-09-18T" + time + "+08:00");
  return scope;
}

std::string Rejected(const std::string& reason) { return R"({"status":"rejected","reason":")" + reason + R"("})"; }

class Ticketing {
 public:
  Ticketing() { MakeSource(path_, "ticketing", true); }

  std::string Run(const std::string& reference, const Words& scope, const HostLimits& limits = {}) const {
    const std::string before = FileBytes(path_);
    std::string body = deployment_.Run(
        {.report = "orders/order_evidence", .arguments = {"reference=" + reference}, .scope = scope, .limits = limits});
    CHECK(FileBytes(path_) == before);
    return body;
  }
  Json Evidence(const std::string& reference, const Words& scope) const {
    Json body = Json::parse(Run(reference, scope));
    INFO(body.dump());
    REQUIRE(body.at("status") == "ok");
    return body;
  }
  void Write(const std::string& sql) const { WriteDatabase(path_, sql); }

 private:
  Folder folder_;
  std::string path_ = folder_ / "ticketing.sqlite";
  Deployment deployment_{{{"ticketing", path_}}};
};

std::vector<std::string> Kinds(const Json& body) {
  std::vector<std::string> kinds;
  for (const Json& event : body.at("events")) kinds.push_back(event.at("kind").get<std::string>());
  return kinds;
}

const std::vector<std::string> kFirstHistory = {"payment_accepted", "order_created", "job_sent"};
const std::vector<std::string> kSecondHistory = {"payment_accepted", "order_created", "device_offline", "job_sent",
                                                 "printed"};

}  // namespace

TEST_CASE("two orders in the same state have different histories") {
  const Ticketing ticketing;
  const Json first = ticketing.Evidence("P1001", AsOf("14:00:30"));
  const Json second = ticketing.Evidence("O1002", AsOf("14:00:30"));
  for (const Json* body : {&first, &second}) {
    CHECK(body->at("order").at("payment") == "paid");
    CHECK(body->at("order").at("dispatch") == "sent");
  }
  CHECK(first.at("order").at("order_id") == "O1001");
  CHECK(Kinds(first) == kFirstHistory);
  CHECK(Kinds(second) == kSecondHistory);
  CHECK(first.at("complete") == true);
  // The sentence stands where the receipt is missing, and only there.
  CHECK(first.at("coverage").at("absent").size() == 1);
  CHECK(second.at("coverage").at("absent").empty());
}

TEST_CASE("a receipt that happened in the window is seen only once it had arrived") {
  const Ticketing ticketing;
  CHECK(Kinds(ticketing.Evidence("P1002", AsOf("14:00:30"))).back() == "printed");
  CHECK(Kinds(ticketing.Evidence("P1002", AsOf("14:00:20"))).back() == "printed");
  CHECK(Kinds(ticketing.Evidence("P1002", AsOf("14:00:19"))).back() == "job_sent");
  const Json early = ticketing.Evidence("P1002", AsOf("14:00:15"));
  CHECK(Kinds(early).back() == "job_sent");
  CHECK(early.at("coverage").at("absent").at(0) ==
        "This query obtained no print receipt. It does not show that printing failed.");
}

TEST_CASE("coverage states window, cut-off, watermark and that nothing is proved") {
  const Ticketing ticketing;
  const Json coverage = ticketing.Evidence("P1002", AsOf("14:00:30")).at("coverage");
  CHECK(coverage.at("window") == Json({"2026-09-18T06:00:00Z", "2026-09-18T06:00:15Z"}));
  CHECK(coverage.at("as_of") == "2026-09-18T06:00:30Z");
  CHECK(coverage.at("watermark") == "2026-09-18T06:00:25Z");
  CHECK(coverage.at("delay_possible") == true);
  CHECK(coverage.at("completeness") == "unproven");
  CHECK(ParseTimestamp(coverage.at("observed_at").get<std::string>()).has_value());
  CHECK(coverage.at("truncated").empty());
  CHECK(coverage.at("notes").size() == 2);
  CHECK(ticketing.Evidence("P1002", AsOf("14:00:25")).at("coverage").at("delay_possible") == false);
}

TEST_CASE("an event carries both of its times, its attempt and its trace") {
  const Ticketing ticketing;
  const Json printed = ticketing.Evidence("P1002", AsOf("14:00:30")).at("events").back();
  CHECK(printed == Json{{"event_id", "E1002-5"},
                        {"kind", "printed"},
                        {"attempt", 2},
                        {"trace_id", "trace-1002"},
                        {"happened", "2026-09-18T06:00:06Z"},
                        {"ingested", "2026-09-18T06:00:20Z"}});
}

TEST_CASE("ambiguous, missing, foreign and too new are told apart or not, on purpose") {
  const Ticketing ticketing;
  struct Row {
    const char* why;
    const char* reference;
    const char* reason;
  };
  const std::vector<Row> rows = {
      {"one payment for two orders", "P1003", "ambiguous_reference"},
      {"no such order", "O9999", "not_found"},
      {"an order of another store", "O2001", "not_found"},
      {"an order of another brand", "O3001", "not_found"},
      {"an order changed after the cut-off", "O1005", "not_found"},
      {"not a reference", "O1001 OR 1=1", "invalid_reference"},
  };
  for (const Row& row : rows) {
    INFO(row.why);
    CHECK(ticketing.Run(row.reference, AsOf("14:00:30")) == Rejected(row.reason));
  }
  CHECK(ticketing.Evidence("O1005", AsOf("14:02:00")).at("order").at("payment") == "refunded");
  CHECK(ticketing
            .Evidence("O2001", AsOf("14:00:30", {"brand=teahouse", "store=station", "start=2026-09-18T14:00:00+08:00",
                                                 "end=2026-09-18T14:00:15+08:00"}))
            .at("order")
            .at("order_id") == "O2001");
}

TEST_CASE("the caller cannot choose or leave out what identity decides") {
  const Ticketing ticketing;
  CHECK(ticketing.Run("O1001", {}) == Rejected("scope_unavailable"));
  CHECK(ticketing.Run("O1001", {"brand=teahouse", "start=2026-09-18T14:00:00+08:00",
                                "end=2026-09-18T14:00:15+08:00"}) == Rejected("scope_unavailable"));
  const Folder folder;
  const std::string path = folder / "ticketing.sqlite";
  MakeSource(path, "ticketing", true);
  CHECK(Deployment({{"ticketing", path}})
            .Run({.report = "orders/order_evidence",
                  .arguments = {"reference=O1001", "store=station"},
                  .scope = AsOf("14:00:30")}) == Rejected("unknown_argument"));
}

TEST_CASE("a window is at most 20 minutes and not empty") {
  const Ticketing ticketing;
  const auto run = [&](const std::string& start, const std::string& end) {
    return ticketing.Run("O1001", {"brand=teahouse", "store=harbour", "start=2026-09-18T" + start + "+08:00",
                                   "end=2026-09-18T" + end + "+08:00"});
  };
  CHECK(run("14:00:00", "14:20:01") == Rejected("invalid_window"));
  CHECK(run("14:00:00", "14:00:00") == Rejected("invalid_window"));
  CHECK(run("14:00:01", "14:00:00") == Rejected("invalid_window"));
  CHECK(Json::parse(run("14:00:00", "14:20:00")).at("status") == "ok");
}

TEST_CASE("the window is half-open") {
  const Ticketing ticketing;
  const auto kinds = [&](const std::string& start, const std::string& end) {
    return Kinds(ticketing.Evidence(
        "O1002", AsOf("14:00:30", {"brand=teahouse", "store=harbour", "start=2026-09-18T" + start + "+08:00",
                                   "end=2026-09-18T" + end + "+08:00"})));
  };
  CHECK(kinds("14:00:06", "14:00:07") == std::vector<std::string>{"printed"});
  CHECK(kinds("14:00:05", "14:00:06") == std::vector<std::string>{"job_sent"});
}

TEST_CASE("more events than are delivered is said, and no absence is claimed from what was cut") {
  const Ticketing ticketing;
  std::string rows;
  for (int i = 0; i < 8; ++i) {
    rows += "INSERT INTO events VALUES ('E1002-0" + std::to_string(i) +
            "', 'O1002', 'teahouse', 'harbour', 'job_sent', 1, 'trace-1002', 1789711200, 1789711201);";
  }
  ticketing.Write(rows);
  const Json body = ticketing.Evidence("O1002", AsOf("14:00:30"));
  CHECK(body.at("complete") == false);
  CHECK(body.at("truncated") == Json({"events"}));
  CHECK(body.at("coverage").at("truncated") == Json({"events"}));
  CHECK(body.at("events").size() == 10);
}

TEST_CASE("a host that permits two rows gets two and is told that there are more") {
  const Ticketing ticketing;
  const Json body = Json::parse(ticketing.Run("O1002", AsOf("14:00:30"), {.max_rows = 2}));
  CHECK(body.at("complete") == false);
  CHECK(body.at("truncated") == Json({"events"}));
  CHECK(Kinds(body) == std::vector<std::string>{"payment_accepted", "order_created"});
  const Json three = Json::parse(ticketing.Run("O1001", AsOf("14:00:30"), {.max_rows = 3}));
  CHECK(three.at("complete") == true);
}

TEST_CASE("a telephone number is in no body") {
  const Ticketing ticketing;
  for (const char* reference : {"O1001", "O1002", "P1003", "O1005"}) {
    CHECK(ticketing.Run(reference, AsOf("14:02:00")).find("555") == std::string::npos);
  }
}

}  // namespace querygate::scenario
