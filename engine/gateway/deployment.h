// Where one deployment keeps its declarations, policies and databases.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/backend/data_place.h"
#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/declaration/gateway.h"
#include "engine/gateway/gateway.h"

namespace querygate {

// Why a source has no database for this call.
struct NoLocation {
  enum class Why {
    kNotConfigured,   // the host named none: a fault of the deployment
    kUnsetVariable,   // `${NAME}` without a value: the source is unavailable
    kNoScopeValue,    // a database for each scope value, and the caller has none that is listed
  };
  Why why = Why::kNotConfigured;
  std::string detail;  // for the operator
};

// Immutable once opened.
class Deployment {
 public:
  static Expected<Deployment, Unusable> Open(const GatewayOptions& options);

  const std::string& reports_directory() const { return reports_directory_; }
  const std::string& policies_directory() const { return policies_directory_; }
  // The file that configures this deployment; null without one.
  const GatewayDeclaration* declaration() const { return declaration_.get(); }

  // How it is to be served; defaults without a configuration.
  const ServeDeclaration& serving() const { return serving_; }
  // A path as the configuration means it.
  std::string Absolute(std::string_view path) const;

  // Where the data of `source` is, whoever calls: one place, or one for each scope value, in the order of the
  // configuration.
  std::vector<Expected<DataPlace, NoLocation>> LocateAll(const std::string& source) const;

  // Where the data of `source` is for a caller with these scope values.
  Expected<DataPlace, NoLocation> Locate(const std::string& source, const Arguments& scope) const;

 private:
  Expected<std::string, NoLocation> Expand(std::string_view path) const;
  Expected<DataPlace, NoLocation> LocateConfigured(const std::string& source, const Arguments& scope) const;
  Expected<DataPlace, NoLocation> LocateFiles(const SourceLocation& location) const;
  Expected<DataPlace, NoLocation> Override(const std::string& source, DataPlace place) const;

  std::string directory_;  // relative paths of the configuration start here; empty: the working directory
  std::string reports_directory_;
  std::string policies_directory_;
  std::shared_ptr<const GatewayDeclaration> declaration_;
  ServeDeclaration serving_;
  std::map<std::string, std::string> overrides_;
  std::function<std::optional<std::string>(const std::string&)> environment_;
};

}  // namespace querygate
