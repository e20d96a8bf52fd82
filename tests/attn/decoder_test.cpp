#include "attn/decoder.hpp"

#include <algorithm>
#include <cmath>

#include "attn/decoding.hpp"
#include "attn/learning/decoder_backward.hpp"
#include "attn/parameters.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

using namespace attn;

namespace {

/// d_model 6, three heads, 7 hidden numbers.
TransformerConfig decoder_config(NormPlacement placement, bool has_final_norm = false) {
    return {.d_model = 6,
            .n_heads = 3,
            .d_ff = 7,
            .n_layers = 2,
            .activation = Activation::gelu_exact,
            .placement = placement,
            .has_final_norm = has_final_norm};
}

Decoder shaken_decoder(NormPlacement placement, std::uint64_t seed,
                       bool has_final_norm = true) {
    Random generator(seed);
    Decoder decoder = random_decoder(decoder_config(placement, has_final_norm), generator);
    shake(decoder, generator);
    return decoder;
}

/// The first rows.
Matrix first_rows(const Matrix& m, std::size_t n) {
    Matrix rows(n, m.cols());
    for (std::size_t i = 0; i < n; ++i) rows.set_row(i, m.row(i));
    return rows;
}

Matrix row_of(const Matrix& m, std::size_t i) {
    Matrix row(1, m.cols());
    row.set_row(0, m.row(i));
    return row;
}

/// The masks of 5 written words and 4 read ones of which 2 are padding.
const AttentionMask written = causal_mask(5), read_mask = length_mask(5, 4, 2);

}  // namespace

TEST_CASE("A decoder's forward is its trace, to the last bit", "[decoder]") {
    Random generator(5);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        const Decoder decoder = shaken_decoder(placement, 6);
        const Matrix y = random_normal_matrix(5, 6, generator),
                     memory = random_normal_matrix(4, 6, generator);
        const DecoderTrace trace = decoder.trace(y, memory, written, read_mask);
        CHECK(trace.output == decoder.forward(y, memory, written, read_mask));
        CHECK(trace.layers.size() == 2);
        CHECK(trace.layers[1].input == trace.layers[0].output);
    }
}

TEST_CASE("No word sees what is written after it, nor padding", "[decoder]") {
    Random generator(7);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        const Decoder decoder = shaken_decoder(placement, 8);
        Matrix y = random_normal_matrix(5, 6, generator),
               memory = random_normal_matrix(4, 6, generator);
        const Matrix before = decoder.forward(y, memory, written, read_mask);
        y(4, 2) += 1;       // the last word
        memory(3, 1) += 1;  // padding
        const Matrix after = decoder.forward(y, memory, written, read_mask);
        CHECK(first_rows(after, 4) == first_rows(before, 4));
        CHECK(row_of(after, 4) != row_of(before, 4));
        memory(1, 1) += 1;  // not padding: every word reads it
        const Matrix other = decoder.forward(y, memory, written, read_mask);
        for (std::size_t i = 0; i < 5; ++i) CHECK(row_of(other, i) != row_of(after, i));
    }
}

TEST_CASE("The slopes of a decoder are those that are measured", "[decoder]") {
    Random generator(9);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        for (const bool has_final_norm : {false, true}) {
            Decoder decoder = shaken_decoder(placement, 10, has_final_norm);
            Matrix y = random_normal_matrix(5, 6, generator),
                   memory = random_normal_matrix(4, 6, generator);
            const Matrix d_output = random_normal_matrix(5, 6, generator);
            Decoder gradient = zeros_like(decoder);
            const DecoderInputGradient d = backward(
                decoder, decoder.trace(y, memory, written, read_mask), d_output, gradient);
            const auto loss = [&] {
                return weighted_sum(decoder.forward(y, memory, written, read_mask),
                                    d_output);
            };
            slope_error(loss, y, d.y);
            slope_error(loss, memory, d.memory);
            gradient_error(loss, decoder, gradient);
        }
    }
}

TEST_CASE("A cache changes no bit of what is written", "[decoder]") {
    Random generator(11);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        const Decoder decoder = shaken_decoder(placement, 12);
        const Matrix y = random_normal_matrix(5, 6, generator),
                     memory = random_normal_matrix(4, 6, generator);
        for (const bool has_padding : {false, true}) {
            KvCache cache = start_decoding(decoder, memory);
            for (std::size_t n = 1; n <= 5; ++n) {
                const Matrix all =
                    decoder.forward(first_rows(y, n), memory, causal_mask(n),
                                    has_padding ? length_mask(n, 4, 2) : AttentionMask());
                const Matrix next =
                    decode_next(decoder, row_of(y, n - 1), cache,
                                has_padding ? length_mask(1, 4, 2) : AttentionMask());
                CHECK(next == row_of(all, n - 1));
                CHECK(cache.layers[0].keys.rows() == n);
            }
        }
    }
}

TEST_CASE("A decoder's parameters have PyTorch's names, and their count", "[decoder]") {
    Random generator(13);
    DecoderLayer layer =
        random_decoder_layer({.d_model = 512, .n_heads = 8, .d_ff = 2048}, generator);
    CHECK(parameter_count(layer) == 4204032);
    Decoder decoder = shaken_decoder(NormPlacement::pre, 14);
    CHECK(parameters(decoder)[0].name == "layers.0.self_attn.in_proj_weight");
    CHECK(parameters(decoder).back().name == "norm.bias");
    const std::size_t with_norm = parameter_count(decoder);
    const std::size_t of_norm = parameter_count(*decoder.final_norm);
    decoder.final_norm.reset();
    CHECK(parameter_count(decoder) == with_norm - of_norm);
}

TEST_CASE("One mask of the memory does for all heads", "[decoder]") {
    const Decoder decoder = shaken_decoder(NormPlacement::post, 16);  // its layers have 3
    Random generator(15);
    const Matrix y = random_normal_matrix(1, 6, generator),
                 memory = random_normal_matrix(4, 6, generator);
    KvCache cache = start_decoding(decoder, memory);
    CHECK_NOTHROW(decode_next(decoder, y, cache, length_mask(1, 4, 2)));
}

TEST_CASE("A decoder without layers passes on what is written", "[decoder]") {
    const Matrix y(3, 4), memory(5, 4);
    CHECK(Decoder{}.forward(y, memory, causal_mask(3), length_mask(3, 5, 1)) == y);
}
