// One served call, whichever front end it came through.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/gateway/gateway.h"
#include "tools/server/authenticator.h"
#include "tools/server/call_keeping.h"

namespace querygate::server {

// Everything about the caller and the moment that front ends hand on.
struct CallScene {
  std::shared_ptr<const Gateway> gateway;  // never null; the same from the first look to the last word
  Identity identity;
  std::chrono::steady_clock::time_point accepted;  // when the request had arrived: the deadline counts from here
  std::stop_token gone;                            // the caller no longer waits
  const CallKeeping* keeping = nullptr;            // never null once the request is believed
  std::string trace_id;                            // of the caller's own trace, 32 hexadecimal digits; may be empty
};

HostIdentity ToHostIdentity(const Identity& identity);

CallRequest MakeCall(const CallScene& scene, std::string report, Arguments arguments, Presentation presentation);

// Runs it as the scene has it kept: limited, logged, counted.
Expected<KeptAnswer, CallError> RunCall(const CallScene& scene, const CallRequest& call);

// The trace of a `traceparent` header (W3C Trace Context); empty for anything else.
std::string TraceIdOf(std::optional<std::string_view> traceparent);

// The HTTP status of an outcome; engine/render/reasons.h has the same for people, and a test compares them.
int StatusOf(const Rejection& rejection);
int StatusOf(const Failure& failure);

// What the caller is told of a report that its operator has to mend.
Failure ToFailure(const Unusable& unusable);

}  // namespace querygate::server
