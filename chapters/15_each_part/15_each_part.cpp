// Chapter 15, docs/15_each_part.md: What was each part for?
#include "chapters/common/chapter.hpp"

namespace attn::chapters::ch15 {

void contents(Chapter& chapter) {
    chapter.titled("15_each_part", "What was each part for?");
}

}  // namespace attn::chapters::ch15
