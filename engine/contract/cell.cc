// Typed values as they are delivered.

#include <cstdint>
#include <string>
#include <variant>

#include "engine/base/base64.h"
#include "engine/base/calendar.h"
#include "engine/base/decimal.h"
#include "engine/contract/column_spec.h"

namespace querygate {
namespace {

struct CellEncoder {
  const ColumnSpec& spec;

  Cell operator()(std::monostate) const { return std::monostate(); }
  Cell operator()(bool boolean) const { return boolean; }
  Cell operator()(std::int64_t integer) const {
    if (spec.as_decimal_string) return std::to_string(integer);
    return integer;
  }
  Cell operator()(double real) const { return real; }
  Cell operator()(const std::string& text) const { return text; }
  Cell operator()(const Decimal& decimal) const { return ToString(Rescale(decimal, spec.scale).value_or(decimal)); }
  Cell operator()(Date date) const { return ToString(date); }
  Cell operator()(const Instant& instant) const { return ToString(instant); }
  Cell operator()(const Bytes& bytes) const { return EncodeBase64(bytes.data); }
};

}  // namespace

Cell EncodeCell(const ColumnSpec& spec, const TypedValue& value) { return std::visit(CellEncoder{spec}, value); }

}  // namespace querygate
