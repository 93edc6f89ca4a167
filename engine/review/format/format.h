// Canonical layout of a YAML document of ours: comments, key order, blank lines between groups and the text of
// scalars, SQL included, stay; indentation, spacing and quotes become one.
#pragma once

#include <string>

#include "engine/base/diagnostic.h"
#include "engine/base/expected.h"
#include "engine/base/source_text.h"

namespace querygate::review {

struct FormatFault {
  Diagnostics diagnostics;  // why the text is no document that can be read
  std::string internal;     // else a fault of ours, one line: the text has to be left alone
};

// The formatted text. Checked before it is given back: it reads as the same document, has the same comments, and
// formatting it again changes nothing.
Expected<std::string, FormatFault> FormatDocument(const SourceText& text);

}  // namespace querygate::review
