/// Every chapter, in reading order, for those who want them all in one program.
#pragma once

#include <vector>

#include "chapters/program/chapter.hpp"

namespace attn::chapters {

/// Each fills a chapter with its title, its knobs and its sections.
extern const std::vector<void (*)(Chapter&)> all_chapters;

}  // namespace attn::chapters
