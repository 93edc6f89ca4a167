#include "engine/identity/base64url.h"

#include <algorithm>

#include "engine/base/base64.h"

namespace querygate {

std::string EncodeBase64Url(std::string_view bytes) {
  std::string text = EncodeBase64(bytes);
  text.resize(text.find_last_not_of('=') + 1);  // npos + 1 is 0: nothing was encoded
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

std::optional<std::string> DecodeBase64Url(std::string_view text) {
  if (text.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
  std::string padded(text);
  std::replace(padded.begin(), padded.end(), '-', '+');
  std::replace(padded.begin(), padded.end(), '_', '/');
  padded.append((4 - padded.size() % 4) % 4, '=');
  return DecodeBase64(padded);
}

}  // namespace querygate
