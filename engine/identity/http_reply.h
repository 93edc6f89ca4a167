// The answer to one HTTP/1.1 GET, as its bytes come in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace querygate {

struct HttpReply {
  enum class State { kIncomplete, kComplete, kFault };
  State state = State::kIncomplete;
  std::string body;   // when complete
  std::string fault;  // one line for the operator
};

// `bytes` is all that has come; `ended`: the peer has said that nothing follows. Only status 200 has a body worth
// reading; redirections are not followed. The body is delimited by Content-Length, by chunks, or by the end. A length
// that is given twice, or beside chunks, is refused.
HttpReply ReadHttpReply(std::string_view bytes, bool ended, std::size_t max_body_bytes);

}  // namespace querygate
