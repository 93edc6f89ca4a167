// The index: what a caller can reach, in groups, narrowed by words.
#pragma once

#include <string>
#include <vector>

#include "tools/web/assets.h"

namespace querygate::web {

struct CatalogueRow {
  std::string id;
  std::string title;
  std::string description;
  std::string note;  // "deprecated: use … instead"; may be empty
};

struct CatalogueView {
  std::vector<CatalogueRow> rows;  // by id
  std::string search;
};

// Whether every word of the search stands in the row's id, title or description, in either case of A to Z.
bool MatchesSearch(const CatalogueRow& row, std::string_view search);

std::string CataloguePage(const Assets& assets, const CatalogueView& view);

// Where a report's page is: "/reports/parcels/units_by_zone".
std::string PagePath(std::string_view id);

}  // namespace querygate::web
