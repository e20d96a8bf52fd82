#include "plots/paint.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "catch.hpp"

namespace attn::plots {

namespace {

/// The light of a colour, from 0 to 1, as WCAG 2 defines it.
double light(Colour colour) {
    double luminance = 0;
    const double weights[] = {0.2126, 0.7152, 0.0722};
    for (unsigned i = 0; i < 3; ++i) {
        const double u = static_cast<double>((colour >> (16 - 8 * i)) & 0xffu) / 255.0;
        luminance +=
            weights[i] * (u <= 0.04045 ? u / 12.92 : std::pow((u + 0.055) / 1.055, 2.4));
    }
    return luminance;
}

double contrast(Colour a, Colour b) {
    return (std::max(light(a), light(b)) + 0.05) / (std::min(light(a), light(b)) + 0.05);
}

}  // namespace

TEST_CASE("The palettes lead through their stops and stay inside", "[paint]") {
    CHECK(colour_at(0, Palette::shares) == 0x440154);
    CHECK(colour_at(0.5, Palette::shares) == 0x21918c);
    CHECK(colour_at(0.05, Palette::shares) == 0x461365);  // half way between two stops
    CHECK(colour_at(7, Palette::shares) == 0xfde725);
    CHECK(colour_at(0.5, Palette::diverging) == 0xeeebe4);
    CHECK(colour_at(0.5, Palette::diverging, Theme::dark) == 0x2a313d);
    CHECK(colour_at(0.3, Palette::shares, Theme::dark) == colour_at(0.3, Palette::shares));
    CHECK(place_of(-3, Palette::diverging, 4) == 0.125);
    CHECK(place_of(-9, Palette::diverging, 4) == 0);
    CHECK(place_of(0.25, Palette::shares, 4) == 0.25);
}

TEST_CASE("Numbers can be read on every cell, in the light and in the dark", "[paint]") {
    for (const Theme theme : {Theme::light, Theme::dark}) {
        for (const Palette palette : {Palette::shares, Palette::diverging}) {
            for (int i = 0; i <= 400; ++i) {
                const Colour fill = colour_at(i / 400.0, palette, theme);
                CHECK(contrast(readable_on(fill), fill) >= 4.5);
            }
        }
    }
}

TEST_CASE("Words can be read on both cards", "[paint]") {
    for (const Theme theme : {Theme::light, Theme::dark}) {
        for (const Paint paint : {Paint::ink, Paint::muted, Paint::blue, Paint::rust,
                                  Paint::teal, Paint::plum}) {
            CHECK(contrast(value_of(paint, theme), value_of(Paint::card, theme)) >= 4.5);
        }
    }
}

TEST_CASE("A signed colour is a mix of a page's two nearest", "[paint]") {
    CHECK(signed_mix(0) == "var(--k1)");
    CHECK(signed_mix(0.5) == "var(--k5)");
    CHECK(signed_mix(1) == "var(--k9)");
    CHECK(signed_mix(0.55) == "color-mix(in srgb,var(--k6) 40%,var(--k5))");
    CHECK(signed_mix(0.5 + 1e-9) == "var(--k5)");
    CHECK(signed_mix(0.625 - 1e-9) == "var(--k6)");
}

TEST_CASE("A large map has 13 colours", "[paint]") {
    std::set<double> steps;
    for (int i = -100; i <= 100; ++i) steps.insert(step_of(i, Palette::diverging, 90));
    CHECK(steps.size() == 13);
    CHECK(step_of(0, Palette::diverging, 90) == 0.5);
}

TEST_CASE("A colour as text", "[paint]") {
    CHECK(hex(0x00000f) == "#00000f");
    CHECK(hex(value_of(Paint::card)) == "#fdfcf9");
    CHECK(std::string(name_of(Paint::gold)) == "gold");
}

}  // namespace attn::plots
