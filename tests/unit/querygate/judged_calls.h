// System calls that a test looks at one by one, and may let fail.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/querygate/system_calls.h"

namespace querygate::cli {

class JudgedCalls final : public SystemCalls {
 public:
  // Asked before each call. 0: it is made. An error: it is not made and fails so. A negative error: it is made and
  // fails so all the same. Closing is always done: a descriptor is gone even when the system says that it failed.
  using Judge = std::function<int(std::string_view call, std::size_t number)>;
  explicit JudgedCalls(Judge judge = {}) : judge_(std::move(judge)) {}

  std::size_t longest_write = 1 << 20;
  const std::vector<std::string>& made() const { return made_; }

  int Open(int directory, const std::string& name, int flags, mode_t mode) const override {
    return Judged("open", [&] { return SystemCalls::Open(directory, name, flags, mode); });
  }
  int Status(int file, struct stat& status) const override {
    return Judged("status", [&] { return SystemCalls::Status(file, status); });
  }
  int StatusOf(int directory, const std::string& name, struct stat& status) const override {
    return Judged("status of", [&] { return SystemCalls::StatusOf(directory, name, status); });
  }
  int Lock(int file, int operation) const override {
    return Judged("lock", [&] { return SystemCalls::Lock(file, operation); });
  }
  ssize_t Write(int file, const char* bytes, std::size_t count) const override {
    return Judged("write", [&] { return SystemCalls::Write(file, bytes, std::min(count, longest_write)); });
  }
  int Sync(int file) const override {
    return Judged("sync", [&] { return SystemCalls::Sync(file); });
  }
  int Rename(int directory, const std::string& from, const std::string& to) const override {
    return Judged("rename", [&] { return SystemCalls::Rename(directory, from, to); });
  }
  int Link(int directory, const std::string& from, const std::string& to) const override {
    return Judged("link", [&] { return SystemCalls::Link(directory, from, to); });
  }
  int Unlink(int directory, const std::string& name) const override {
    return Judged("unlink", [&] { return SystemCalls::Unlink(directory, name); });
  }
  int Close(int file) const override {
    const int closed = SystemCalls::Close(file);
    return Judged("close", [&] { return closed; });
  }

 private:
  template <typename Call>
  auto Judged(const char* name, Call call) const -> decltype(call()) {
    made_.emplace_back(name);
    const int error = judge_ ? judge_(name, made_.size()) : 0;
    if (error == 0) return call();
    if (error < 0) static_cast<void>(call());
    errno = std::abs(error);
    return -1;
  }

  const Judge judge_;
  mutable std::vector<std::string> made_;
};

}  // namespace querygate::cli
