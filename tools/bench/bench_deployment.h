// A deployment in a private folder: one table of rows, and reports made for what is measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/gateway/gateway.h"

namespace querygate::bench {

// A report that delivers `rows` rows of an indexed table: a number, a text and a wide integer, then more
// integers up to `columns`; with `parameters` integer parameters, the first of which chooses.
struct Shape {
  std::int64_t rows = 3;
  int columns = 3;
  int parameters = 1;

  std::string Name() const;
  std::string Sql() const;
  std::vector<std::int64_t> Arguments() const;
};

constexpr int kMaxColumns = 64;
constexpr int kMaxParameters = 32;

class BenchDeployment {
 public:
  // `shapes` become reports; `others` more reports stand beside them and are never called. The table has
  // as many rows as the largest shape.
  BenchDeployment(const std::vector<Shape>& shapes, int others);
  ~BenchDeployment();
  BenchDeployment(const BenchDeployment&) = delete;
  BenchDeployment& operator=(const BenchDeployment&) = delete;

  Gateway Open(Isolation isolation = Isolation::kThread) const;  // the program is its own worker
  const std::string& folder() const { return folder_; }
  std::string database() const { return folder_ + "/bench.sqlite"; }

 private:
  void Write(const std::string& path, const std::string& text) const;
  void WriteReport(const std::string& name, const Shape& shape) const;

  std::string folder_;
};

// The call that the shape's report is made for.
CallRequest Request(const Shape& shape);

}  // namespace querygate::bench
