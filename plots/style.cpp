#include "plots/style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>

namespace attn::plots {
namespace {

constexpr std::array<Colour, 11> viridis_stops{0x440154, 0x482576, 0x414487, 0x355f8d,
                                               0x2a788e, 0x21918c, 0x22a884, 0x42be71,
                                               0x7ad151, 0xbddf26, 0xfde725};
constexpr std::array<Colour, 9> signed_stops{0x15438f, 0x476dac, 0x7997c8,
                                             0xafc2e1, 0xeeebe4, 0xeac2b0,
                                             0xda9c7e, 0xc7754e, 0xb24e12};

double channel(Colour colour, unsigned shift) {
    return static_cast<double>((colour >> shift) & 0xffu);
}

/// The colour at t, from 0 to 1, on a line through the stops.
Colour between(std::span<const Colour> stops, double t) {
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double share = place - static_cast<double>(i);
    Colour mixed = 0;
    for (const unsigned shift : {16u, 8u, 0u}) {
        const double level =
            channel(stops[i], shift) * (1.0 - share) + channel(stops[i + 1], shift) * share;
        mixed |= static_cast<Colour>(std::lround(level)) << shift;
    }
    return mixed;
}

/// The light of one sRGB channel, from 0 to 1, as WCAG 2 defines it.
double linear_light(double level) {
    const double u = level / 255.0;
    return u <= 0.04045 ? u / 12.92 : std::pow((u + 0.055) / 1.055, 2.4);
}

}  // namespace

Colour viridis(double t) {
    return between(viridis_stops, t);
}

Colour signed_colour(double t) {
    return between(signed_stops, (t + 1.0) / 2.0);
}

Colour readable_on(Colour fill) {
    const double luminance = 0.2126 * linear_light(channel(fill, 16)) +
                             0.7152 * linear_light(channel(fill, 8)) +
                             0.0722 * linear_light(channel(fill, 0));
    return luminance < 0.179 ? 0xffffff : 0x000000;
}

std::string colour_text(Colour colour) {
    std::array<char, 8> text;
    std::snprintf(text.data(), text.size(), "#%06x",
                  static_cast<unsigned>(colour & 0xffffffu));
    return text.data();
}

}  // namespace attn::plots
