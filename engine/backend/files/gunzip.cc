#include "engine/backend/files/gunzip.h"

#include <algorithm>
#include <limits>

#include <zlib.h>

namespace querygate::files {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;

}  // namespace

struct Gunzip::State {
  State() { ready = ::inflateInit2(&stream, kGzipOnly) == Z_OK; }
  ~State() {
    if (ready) ::inflateEnd(&stream);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  z_stream stream{};
  bool ready = false;
  bool member_ended = false;
};

Gunzip::Gunzip() : state_(std::make_unique<State>()) {}
Gunzip::~Gunzip() = default;

std::string Gunzip::Version() { return std::string("zlib ") + ::zlibVersion(); }

bool Gunzip::IsCompressed(std::string_view beginning) { return beginning.starts_with("\x1f\x8b"); }

Gunzip::Step Gunzip::Take(std::string_view& input, char* room, std::size_t size, std::size_t& filled) {
  filled = 0;
  if (!state_->ready) return Step::kNoMemory;
  z_stream& stream = state_->stream;
  while (filled < size && !input.empty()) {
    if (state_->member_ended) {
      // What follows a member is another one, or nothing.
      if (::inflateReset(&stream) != Z_OK) return Step::kBroken;
      state_->member_ended = false;
    }
    const std::size_t offered = std::min<std::size_t>(input.size(), std::numeric_limits<uInt>::max());
    const std::size_t wanted = std::min<std::size_t>(size - filled, std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib reads it only
    stream.avail_in = static_cast<uInt>(offered);
    stream.next_out = reinterpret_cast<Bytef*>(room + filled);
    stream.avail_out = static_cast<uInt>(wanted);
    const int code = ::inflate(&stream, Z_NO_FLUSH);
    input.remove_prefix(offered - stream.avail_in);
    filled += wanted - stream.avail_out;
    if (code == Z_STREAM_END) {
      state_->member_ended = true;
    } else if (code == Z_MEM_ERROR) {
      return Step::kNoMemory;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      return Step::kBroken;
    }
  }
  return Step::kMore;
}

bool Gunzip::complete() const { return state_->member_ended; }

}  // namespace querygate::files
