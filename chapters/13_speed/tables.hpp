/// How chapter 13 prints what it measures.
#pragma once

#include <string>
#include <vector>

#include "chapters/13_speed/measure_speed.hpp"
#include "chapters/13_speed/speed_table.hpp"
#include "chapters/program/page.hpp"

namespace attn::chapters::ch13 {

/// Marks a number that was measured just now. A comparison of outputs asks only whether there
/// is one.
inline const std::string now = "~";

/// Two digits and a unit: "12 s", "800 ms", "5.4 µs".
std::string time_text(double seconds);

// mark  stands before each measured number: now, or nothing
void show_ladder(Page& page, const speed::SpeedTable& table, const std::string& mark);
void show_tiles(Page& page, const std::vector<const speed::SpeedTable*>& tables);
void show_orders(Page& page, const std::vector<speed::AtOrders>& all,
                 const std::string& mark);
void show_sizes(Page& page, const std::vector<speed::AtSize>& all);
void show_lengths(Page& page, const std::vector<speed::AtLength>& all,
                  const std::string& mark);

}  // namespace attn::chapters::ch13
