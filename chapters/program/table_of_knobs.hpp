/// A chapter's knobs and sections, written out: for its text, and for its page.
#pragma once

#include <string>

#include "chapters/program/chapter.hpp"

namespace attn::chapters {

/// A Markdown table: each knob with its start, its range, what it turns, and the sections that
/// it changes.
std::string knobs_as_markdown(const Chapter& chapter);

/// JSON: name, question, knobs and sections, with all that a page needs to make controls.
std::string contents_as_json(const Chapter& chapter);

}  // namespace attn::chapters
