// Compiled for the processor that lib/fast is compiled for, as its vectors are.
#include "fast/simd.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"
#include "fast/tile.hpp"
#include "infinity.hpp"

namespace {

using attn::fast::Floats;
using attn::fast::lanes;
using attn::fast::load;
using attn::fast::store;

std::vector<float> counted_from(float first, std::size_t n) {
    std::vector<float> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = first + static_cast<float>(i);
    return numbers;
}

/// f of a vector that has x in each lane, lane by lane.
template <class F>
std::vector<float> in_each_lane(F f, float x) {
    const std::vector<float> from(lanes, x);
    std::vector<float> to(lanes);
    store(f(load(from.data())), to.data());
    return to;
}

std::uint32_t bits(float x) {
    return std::bit_cast<std::uint32_t>(x);
}

}  // namespace

TEST_CASE("A vector is loaded from any place, and stored there and nowhere else",
          "[fast]") {
    const std::vector<float> from = counted_from(1, 2 * lanes + 1);
    for (std::size_t place = 0; place <= lanes; ++place) {
        std::vector<float> to(2 * lanes + 1, -7);
        store(load(from.data() + place), to.data() + place);
        for (std::size_t i = 0; i < to.size(); ++i) {
            const bool is_stored = i >= place && i < place + lanes;
            CHECK(to[i] == (is_stored ? from[i] : -7));
        }
    }
}

TEST_CASE("The operators of vectors are those of numbers, in every lane", "[fast]") {
    const auto above_2 = [](auto x) { return x > 2.0f ? 2.0f : x; };
    const auto arithmetic = [](auto x) { return 3.0f / (x * x - 0.5f) + x; };
    const auto negated = [](auto x) { return x < 0.0f ? -x : x; };
    for (const float x :
         {0.0f, -0.0f, 1.5f, 2.0f, -3e-39f, 1e30f, float_infinity, -float_infinity}) {
        INFO(x);
        for (const float y : in_each_lane(above_2, x)) CHECK(bits(y) == bits(above_2(x)));
        for (const float y : in_each_lane(arithmetic, x)) CHECK(y == arithmetic(x));
        for (const float y : in_each_lane(negated, x)) CHECK(bits(y) == bits(negated(x)));
    }
    // A comparison with NaN is false: it is what is chosen otherwise.
    for (const float y : in_each_lane(above_2, std::nanf(""))) CHECK(std::isnan(y));
}

TEST_CASE("Lanes choose for themselves", "[fast]") {
    std::vector<float> numbers = counted_from(0, lanes);
    const float half = static_cast<float>(lanes) / 2;
    const Floats x = load(numbers.data());
    store(x < half ? x : Floats{} - 1.0f, numbers.data());
    for (std::size_t i = 0; i < lanes; ++i) {
        const float number = static_cast<float>(i);
        CHECK(numbers[i] == (number < half ? number : -1));
    }
}

TEST_CASE("transform reaches every number, and none beside them, for every length",
          "[fast]") {
    for (std::size_t n = 0; n <= 3 * lanes + 1; ++n) {
        std::vector<float> numbers = counted_from(1, n + 2);
        attn::fast::transform(std::span(numbers).subspan(1, n),
                              [](Floats x) { return 12.0f / x; });
        CHECK(numbers.front() == 1);
        CHECK(numbers.back() == static_cast<float>(n + 2));
        for (std::size_t i = 1; i <= n; ++i) {
            CHECK(numbers[i] == 12 / static_cast<float>(i + 1));
        }
    }
}

TEST_CASE("Tiles take every row once, and differ by at most one row", "[fast]") {
    using attn::fast::tile_rows;
    for (std::size_t rows = 0; rows <= 5 * tile_rows; ++rows) {
        std::size_t next = 0, least = tile_rows, most = 1;
        attn::fast::for_each_tile(rows, [&](std::size_t first, std::size_t n) {
            CHECK(first == next);
            next += n;
            least = std::min(least, n);
            most = std::max(most, n);
        });
        CHECK(next == rows);
        if (rows > 0) CHECK(most <= least + 1);
        CHECK(most <= tile_rows);
    }
}
