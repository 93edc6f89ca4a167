#include "engine/render/diagnostics_json.h"

#include <catch2/catch.hpp>

namespace querygate {
namespace {

TEST_CASE("findings for programs carry rule, place, message and help") {
  Diagnostic placed;
  placed.severity = Severity::kError;
  placed.rule = "unlisted-column";
  placed.file = "reports/a.yaml";
  placed.position = {14, 7, 3};
  placed.message = "parcels.private_note is not listed";
  placed.help = "add it";
  Diagnostic whole_file;
  whole_file.severity = Severity::kWarning;
  whole_file.rule = "no-such-rule";
  whole_file.file = "b\n.yaml";
  whole_file.message = "m";

  JsonWriter writer;
  WriteDiagnostics(writer, {placed, whole_file});
  CHECK(writer.text() ==
        R"([{"severity":"error","id":"QG102","rule":"unlisted-column","file":"reports/a.yaml","line":14,"column":7,)"
        R"("message":"parcels.private_note is not listed","help":"add it"},)"
        R"({"severity":"warning","rule":"no-such-rule","file":"b\n.yaml","message":"m"}])");
}

}  // namespace
}  // namespace querygate
