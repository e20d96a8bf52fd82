#include "plots/style.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn::plots;

TEST_CASE("The palettes go through their stops and stay inside", "[plots]") {
    CHECK(viridis(0) == 0x440154);
    CHECK(viridis(0.5) == 0x21918c);
    CHECK(viridis(1) == 0xfde725);
    CHECK(viridis(-3) == viridis(0));
    CHECK(viridis(7) == viridis(1));
    CHECK(viridis(0.05) == 0x461365);  // half way between the first two stops
    CHECK(signed_colour(-1) == 0x15438f);
    CHECK(signed_colour(0) == 0xeeebe4);
    CHECK(signed_colour(1) == 0xb24e12);
}

TEST_CASE("Text can be read on every colour of both palettes", "[plots]") {
    const auto light = [](Colour colour) {
        double luminance = 0;
        const double weights[] = {0.2126, 0.7152, 0.0722};
        for (unsigned i = 0; i < 3; ++i) {
            const double u = static_cast<double>((colour >> (16 - 8 * i)) & 0xffu) / 255.0;
            luminance += weights[i] *
                         (u <= 0.04045 ? u / 12.92 : std::pow((u + 0.055) / 1.055, 2.4));
        }
        return luminance;
    };
    for (int i = 0; i <= 200; ++i) {
        for (const Colour fill : {viridis(i / 200.0), signed_colour(i / 100.0 - 1)}) {
            const double on = light(readable_on(fill));
            const double contrast =
                (std::max(on, light(fill)) + 0.05) / (std::min(on, light(fill)) + 0.05);
            CHECK(contrast >= 4.5);
        }
    }
}

TEST_CASE("A colour as gnuplot reads it", "[plots]") {
    CHECK(colour_text(0x00000f) == "#00000f");
    CHECK(colour_text(card) == "#fdfcf9");
}
