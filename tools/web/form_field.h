// One parameter as a field of a form, from the same declaration that schemas are made of.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/parameter_spec.h"
#include "tools/web/html.h"

namespace querygate::web {

struct FieldChoice {
  std::string value;  // what is sent
  std::string label;
  std::string meaning;
  bool chosen = false;
};

struct FormField {
  enum class Kind { kText, kNumber, kDate, kSelect, kCheckboxes, kLines };
  Kind kind = Kind::kText;
  std::string name;         // what is sent, and part of ids in the page
  std::string label;        // for readers
  std::string description;  // may be empty
  std::string accepts;      // "integer from 1 to 20, else 10"
  bool required = false;
  std::string value;                  // of kText, kNumber, kDate, kLines
  std::string pattern;                // of kText: as HTML has it, anchored by itself; empty: none
  std::string input_mode;             // of kText; empty: none
  std::string min, max;               // of kNumber and kDate; empty: none
  std::vector<FieldChoice> choices;   // of kSelect and kCheckboxes
  std::vector<std::string> mistakes;  // lines that say what is allowed
};

// `sent`: the values of this name in the query, none for a form that nobody has filled in yet (`fresh`).
FormField MakeField(const ParameterSpec& parameter, const std::vector<std::string>& sent, bool fresh);

// The field as its values are read back from a form: blank fields were not filled in, and a list's lines are its items.
std::vector<std::string> ReadField(const ParameterSpec& parameter, const std::vector<std::string>& sent);

void WriteField(Html& html, const FormField& field);

// The id of the element that a link to the field leads to.
std::string FieldId(const FormField& field);

}  // namespace querygate::web
