// What the text of one statement tells someone who drafts its declaration.
#pragma once

#include <string_view>

#include "engine/backend/sqlite/schema.h"
#include "engine/backend/survey.h"

namespace querygate::sqlite {

StatementSurvey SurveyStatement(const Schema& schema, std::string_view sql);

SchemaSurvey SurveySchema(const Schema& schema);

}  // namespace querygate::sqlite
