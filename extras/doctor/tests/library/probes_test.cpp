// What the doctor asks, where a question that asks for nothing would hide a mistake.
#include <algorithm>
#include <set>
#include <string>

#include "catch.hpp"
#include "doctor/library/compare.hpp"

using namespace attn::doctor;

TEST_CASE("doctor: each mask that it hands over closes some keys and leaves some") {
    std::size_t masks = 0;
    for (const Kind& kind : all_kinds()) {
        for (const Probe& probe : kind.probes) {
            for (const char* name : {"mask", "padding", "memory_padding"}) {
                if (!probe.has(name)) continue;
                INFO(kind.name << ", " << probe.name);
                const std::vector<double>& open = probe.arrays.at(name).values;
                CHECK(std::set(open.begin(), open.end()) == std::set{0.0, 1.0});
                ++masks;
            }
        }
    }
    CHECK(masks > 30);
}

TEST_CASE("doctor: of rows far from 0 it asks what float32 can get right") {
    std::size_t rows = 0;
    for (const Kind& kind : all_kinds()) {
        for (const Probe& probe : kind.probes) {
            if (probe.stage != "offset") continue;
            INFO(kind.name << ", " << probe.name);
            const Array& x = probe.arrays.at("x");
            const std::size_t d = x.shape.back();
            for (std::size_t i = 0; i < x.values.size(); i += d, ++rows) {
                // A mean that is off by its last digit makes a constant row anything.
                const auto row = x.values.begin() + static_cast<std::ptrdiff_t>(i);
                const auto [least, most] =
                    std::minmax_element(row, row + static_cast<std::ptrdiff_t>(d));
                CHECK(*most - *least >= 2);
                CHECK(*least >= 9999);
            }
        }
    }
    CHECK(rows > 20);
}

TEST_CASE("doctor: right outputs are of a size that leaves float32 its digits") {
    for (const Kind& kind : all_kinds()) {
        if (kind.name.ends_with("_grad")) continue;
        for (const Probe& probe : kind.probes) {
            if (probe.stage == "edge" || probe.stage.starts_with("offset")) continue;
            INFO(kind.name << ", " << probe.name);
            const std::vector<double> values =
                kind.reference(probe, {}).at("output").values;
            const auto [least, most] = std::minmax_element(values.begin(), values.end());
            // A sum is off by a few units of its greatest term's last place.
            CHECK(std::max(*most, -*least) * 1.5e-6 < tolerance::float32);
        }
    }
}

TEST_CASE("doctor: among its small questions are all that a mistake may need") {
    for (const char* name : {"attention", "mha", "encoder_layer"}) {
        INFO(name);
        std::set<std::string> causal;
        for (const Probe& probe : kind_named(name).small_probes) {
            causal.insert(probe.setting("causal"));
        }
        CHECK(causal == std::set<std::string>{"0", "1"});
    }
    // A sentence of padding alone says nothing about a layer.
    for (const char* name : {"encoder_layer", "decoder_layer"}) {
        for (const Probe& probe : kind_named(name).small_probes) {
            for (const auto& [key, array] : probe.arrays) {
                if (!key.ends_with("padding")) continue;
                const std::size_t n = array.shape[1];
                for (std::size_t s = 0; s < array.shape[0]; ++s) {
                    const auto first =
                        array.values.begin() + static_cast<std::ptrdiff_t>(s * n);
                    CHECK(std::count(first, first + static_cast<std::ptrdiff_t>(n), 1) > 0);
                }
            }
        }
    }
}

TEST_CASE("doctor: it asks twice in each layout of positions, of whoever has dropout") {
    const auto asks_twice = [](const char* kind, const char* layout, const char* n_heads) {
        const std::vector<Probe>& all = kind_named(kind).probes;
        return std::any_of(all.begin(), all.end(), [&](const Probe& probe) {
            return !probe.same_as.empty() && probe.setting("layout") == layout &&
                   probe.setting("n_heads") == n_heads;
        });
    };
    for (const char* layout : {"interleaved", "halves"}) {
        CHECK(asks_twice("gqa", layout, "1"));
        CHECK(asks_twice("gqa", layout, "6"));
        CHECK(asks_twice("llama_layer", layout, "6"));
    }
}
