/// The figures of chapter 12.
#pragma once

#include <string>
#include <vector>

#include "chapters/bugs/gallery.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// An attention, and the losses of what learns on top of it.
struct Lesson {
    std::string name;
    std::vector<double> losses;
};

/// How many exhibits pass every naive check that applies to them.
std::size_t count_of_unseen(const std::vector<bugs::Exhibit>& exhibits);

/// Every exhibit in a line: which naive checks it passes, and which property catches it.
fig::Figure lineup_figure(const std::vector<bugs::Exhibit>& exhibits);

/// Right beside wrong.
fig::Figure exhibit_figure(const bugs::Exhibit& exhibit);

/// The loss on top of several attentions, step by step; those that are not finite are left
/// out.
fig::Figure losses_figure(const std::vector<Lesson>& lessons);

}  // namespace attn::chapters
