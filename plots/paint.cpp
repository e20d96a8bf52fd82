#include "plots/paint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace attn::plots {
namespace {

struct Look {
    const char* name;
    Colour light, dark;
};

// In the order of Paint. Words in them reach a contrast of 4.5 on both cards, gold excepted.
constexpr std::array<Look, 10> looks{{{"ink", 0x17202c, 0xe9e5dc},
                                      {"muted", 0x59616d, 0xa9b0bb},
                                      {"axis", 0x8b9099, 0x7d8795},
                                      {"grid", 0xe6e2da, 0x2b323d},
                                      {"card", 0xfdfcf9, 0x14181f},
                                      {"blue", 0x2c4e99, 0x9db8f5},
                                      {"rust", 0xb13e06, 0xf0976b},
                                      {"teal", 0x0d816a, 0x5fcab1},
                                      {"plum", 0x6f1b51, 0xe3a3cd},
                                      {"gold", 0xaa8722, 0xdcb75a}}};

constexpr std::array<Colour, 11> viridis{0x440154, 0x482576, 0x414487, 0x355f8d,
                                         0x2a788e, 0x21918c, 0x22a884, 0x42be71,
                                         0x7ad151, 0xbddf26, 0xfde725};
constexpr std::array<Colour, 9> diverging_light{0x15438f, 0x476dac, 0x7997c8,
                                                0xafc2e1, 0xeeebe4, 0xeac2b0,
                                                0xda9c7e, 0xc7754e, 0xb24e12};
constexpr std::array<Colour, 9> diverging_dark{0x8db4ff, 0x7391ca, 0x596f98,
                                               0x414f69, 0x2a313d, 0x5b4b4a,
                                               0x8f6656, 0xc6815f, 0xff9c66};

constexpr int map_steps = 13;

double channel(Colour colour, unsigned shift) {
    return static_cast<double>((colour >> shift) & 0xffu);
}

/// Between which two stops a place lies, and how far it is from the first to the second.
struct Between {
    std::size_t first;
    double share;
};

Between between(double place, std::size_t stops) {
    const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(stops - 1);
    const std::size_t first = std::min(static_cast<std::size_t>(at), stops - 2);
    return {first, at - static_cast<double>(first)};
}

/// The light of one sRGB channel, from 0 to 1, as WCAG 2 defines it.
double linear_light(double level) {
    const double u = level / 255.0;
    return u <= 0.04045 ? u / 12.92 : std::pow((u + 0.055) / 1.055, 2.4);
}

}  // namespace

Colour value_of(Paint paint, Theme theme) {
    const Look& look = looks[static_cast<std::size_t>(paint)];
    return theme == Theme::light ? look.light : look.dark;
}

const char* name_of(Paint paint) {
    return looks[static_cast<std::size_t>(paint)].name;
}

Colour hatch_line(Theme theme) {
    return theme == Theme::light ? 0xd6d0c5 : 0x4a5361;
}

Colour hatch_border(Theme theme) {
    return theme == Theme::light ? 0xcdc8be : 0x5a6473;
}

std::span<const Colour> stops_of(Palette palette, Theme theme) {
    if (palette == Palette::shares) return viridis;
    if (theme == Theme::light) return diverging_light;
    return diverging_dark;
}

double place_of(double value, Palette palette, double limit) {
    const double place = palette == Palette::shares ? value : (value / limit + 1) / 2;
    return std::clamp(place, 0.0, 1.0);
}

double step_of(double value, Palette palette, double limit) {
    return std::round(place_of(value, palette, limit) * (map_steps - 1)) / (map_steps - 1);
}

Colour colour_at(double place, Palette palette, Theme theme) {
    const std::span<const Colour> stops = stops_of(palette, theme);
    const auto [first, share] = between(place, stops.size());
    Colour mixed = 0;
    for (const unsigned shift : {16u, 8u, 0u}) {
        const double level = channel(stops[first], shift) * (1.0 - share) +
                             channel(stops[first + 1], shift) * share;
        mixed |= static_cast<Colour>(std::lround(level)) << shift;
    }
    return mixed;
}

std::string signed_mix(double place) {
    const auto [first, share] = between(place, diverging_light.size());
    const auto stop = [](std::size_t i) { return "var(--k" + std::to_string(i + 1) + ")"; };
    const long tenths = std::lround(share * 1000);  // of a per cent
    if (tenths == 0) return stop(first);
    if (tenths == 1000) return stop(first + 1);
    std::string per_cent = std::to_string(tenths / 10);
    if (tenths % 10 != 0) per_cent += "." + std::to_string(tenths % 10);
    return "color-mix(in srgb," + stop(first + 1) + " " + per_cent + "%," + stop(first) +
           ")";
}

Colour readable_on(Colour fill) {
    const double luminance = 0.2126 * linear_light(channel(fill, 16)) +
                             0.7152 * linear_light(channel(fill, 8)) +
                             0.0722 * linear_light(channel(fill, 0));
    return luminance < 0.179 ? 0xffffff : 0x000000;
}

bool has_tint(Paint paint) {
    return paint == Paint::blue || paint == Paint::rust;
}

double tint_of(Paint paint) {
    return paint == Paint::rust ? 5.0 / 8 : 3.0 / 8;
}

std::string hex(Colour colour) {
    std::array<char, 8> text;
    std::snprintf(text.data(), text.size(), "#%06x",
                  static_cast<unsigned>(colour & 0xffffffu));
    return text.data();
}

}  // namespace attn::plots
