// Owners of the objects of a C library: `std::unique_ptr<T, FreedBy<T_free>>`.
#pragma once

namespace querygate {

template <auto kFree>
struct FreedBy {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

}  // namespace querygate
