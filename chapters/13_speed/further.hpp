/// Chapter 13's detours, and what --full measures.
#pragma once

#include "chapters/13_speed/speed_table.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch13 {

/// book   the recorded run
/// here   the ladder, measured just now
void further(Chapter& chapter, const Value<speed::Book>& book,
             const Value<speed::SpeedTable>& here, const Value<std::size_t>& threads);

/// All that the tables and figures show, measured now; kept in the file, if there is one.
void measured_now(Page& page, const speed::SpeedTable& table, const Path& file);

}  // namespace attn::chapters::ch13
