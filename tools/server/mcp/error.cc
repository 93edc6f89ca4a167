#include "tools/server/mcp/error.h"

#include "engine/render/json_text.h"

namespace querygate::server::mcp {

std::string ErrorMessage(std::string_view id, const RpcError& error) {
  JsonWriter writer;
  writer.BeginObject().Key("jsonrpc").String("2.0");
  if (!id.empty()) writer.Key("id").Raw(id);
  writer.Key("error").BeginObject().Key("code").Integer(error.code).Key("message").String(error.message);
  if (!error.data.empty()) writer.Key("data").Raw(error.data);
  writer.EndObject().EndObject();
  return std::move(writer).text();
}

std::string ResultMessage(std::string_view id, std::string_view result) {
  JsonWriter writer;
  writer.BeginObject().Key("jsonrpc").String("2.0").Key("id").Raw(id).Key("result").Raw(result).EndObject();
  return std::move(writer).text();
}

}  // namespace querygate::server::mcp
