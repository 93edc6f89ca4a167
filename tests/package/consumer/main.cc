// The engine used as a library: an unknown report is told apart from an unusable deployment.
#include <iostream>

#include "engine/gateway/gateway.h"

int main() {
  auto gateway = querygate::Gateway::Open({});
  if (!gateway) return 1;
  const auto outcome = gateway->Run({.report = "no/such_report", .accepted = std::chrono::steady_clock::now()});
  if (outcome || !std::holds_alternative<querygate::UnknownReport>(outcome.error())) return 2;
  std::cout << "ok\n";
  return 0;
}
