// parcel_units DEPLOYMENT STATE: how many units are in each zone, asked by a program that embeds the engine.
#include <chrono>
#include <iostream>
#include <string>
#include <utility>
#include <variant>

#include "engine/gateway/gateway.h"
#include "engine/isolation/worker.h"

namespace {

// The exit codes of `querygate run`, so that scripts may treat both alike.
enum Exit { kAnswered = 0, kUnusable = 2, kBadRequest = 3, kBadData = 4, kNoAnswer = 6 };

// For the people who wrote the declarations, or who deploy them: no caller has to read this.
struct TellOperator {
  int operator()(const querygate::Unusable& error) const {
    if (!error.message.empty()) std::cerr << error.message << '\n';
    for (const querygate::Diagnostic& diagnostic : error.diagnostics) {
      std::cerr << querygate::FormatDiagnostic(diagnostic) << '\n';
    }
    return kUnusable;
  }
  int operator()(const querygate::UnknownReport& error) const {
    std::cerr << "no report " << error.report << " for this caller\n";
    return kUnusable;
  }
};

struct TellCaller {
  int operator()(const querygate::Delivery& delivery) const {
    // Every row has been judged. Cut answers are answers too, but no totals may be made of them.
    if (!delivery.complete) std::cerr << "there is more than this\n";
    std::cout << delivery.text << '\n';
    return kAnswered;
  }
  int operator()(const querygate::Rejection& rejection) const {
    // The reason is stable and may be compared and shown. Asking again in the same words gives the same answer.
    std::cout << "rejected: " << rejection.reason << '\n';
    switch (rejection.kind) {
      case querygate::RejectionKind::kInvalidRequest:
      case querygate::RejectionKind::kNotPermitted:
      case querygate::RejectionKind::kRetired:
        return kBadRequest;
      case querygate::RejectionKind::kInvalidData:
      case querygate::RejectionKind::kNotFound:
        break;
    }
    return kBadData;
  }
  int operator()(const querygate::Failure& failure) const {
    // Nothing is known, least of all that there are no rows. The cause may hold paths and database text: it goes to a
    // log.
    std::cout << "failed: " << failure.reason << '\n';
    std::cerr << "cause: " << failure.cause << '\n';
    return kNoAnswer;
  }
};

}  // namespace

int main(int argc, char** argv) {
  // Calls run in worker processes, which are this program, started again. Before anything else.
  if (const int code = querygate::isolation::RunWorkerIfAsked(argc, argv); code >= 0) return code;
  if (argc != 3) {
    std::cerr << "usage: parcel_units DEPLOYMENT STATE\n";
    return kUnusable;
  }

  querygate::GatewayOptions options;
  options.config = std::string(argv[1]) + "/querygate.yaml";
  options.execution.isolation = querygate::Isolation::kProcess;
  options.execution.worker_program = "/proc/self/exe";
  // One gateway for the life of the program: it keeps what it compiled, its connections and its workers, and takes
  // calls from any thread.
  const auto gateway = querygate::Gateway::Open(std::move(options));
  if (!gateway) return TellOperator{}(gateway.error());

  querygate::CallRequest request;
  request.report = "parcels/exact_units_by_zone";
  querygate::Argument state;
  state.kind = querygate::Argument::Kind::kString;
  state.text = argv[2];
  request.arguments.emplace_back("state", std::move(state));
  // Who asks, in the words of the program, which has made sure of it. Without `local` roles decide, as over a server.
  request.identity.claims_json = R"({"roles":["partner"]})";
  request.local = false;
  request.accepted = std::chrono::steady_clock::now();

  const auto answer = gateway->Run(request);
  if (!answer) return std::visit(TellOperator{}, answer.error());
  return std::visit(TellCaller{}, answer->body);
}
