/// Whether gnuplot is there to be tested.
#pragma once

#include <cstdlib>
#include <string>

#include "catch.hpp"
#include "plots/pictures.hpp"

/// Where everything must be tested, a missing gnuplot is a failure.
inline bool has_gnuplot() {
    const std::string reason = attn::plots::why_no_pictures(attn::plots::Canvas::png);
    if (reason.empty()) return true;
    const char* ci = std::getenv("CI");
    if (ci != nullptr && std::string(ci) == "true") FAIL(reason);
    WARN("nothing was drawn: " << reason);
    return false;
}
