#include "engine/base/value.h"

namespace querygate {

std::string_view StorageClassName(StorageClass storage) {
  switch (storage) {
    case StorageClass::kNull:
      return "null";
    case StorageClass::kInteger:
      return "integer";
    case StorageClass::kReal:
      return "real";
    case StorageClass::kText:
      return "text";
    case StorageClass::kBlob:
      return "blob";
  }
  return "unknown";
}

}  // namespace querygate
