// Names and their cities: how many does a layer remember?
#include <algorithm>

#include "attn/learning/encoder_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/loss.hpp"
#include "attn/learning/optimizers.hpp"
#include "attn/parameters.hpp"
#include "attn/vector.hpp"
#include "chapters/10_sublayers/10_sublayers.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters::ch10 {
namespace {

constexpr std::size_t n_names = 64, n_cities = 4, d_model = 4, n_steps = 500;

/// A layer that reads one name, and a map that gives each city a score.
struct Memory {
    EncoderLayer layer;
    Linear cities;
};

Parameters all_of(Memory& memory) {
    return parameters(memory.layer) + parameters(memory.cities);
}

std::size_t city_of(std::size_t name) {
    return name % n_cities;
}

}  // namespace

std::size_t facts_remembered(std::size_t units, std::size_t seed) {
    Random generator(seed);
    const Matrix names = random_normal_matrix(n_names, d_model, generator);
    Memory memory{
        .layer = random_encoder_layer(
            {.d_model = d_model, .n_heads = 2, .d_ff = units > 0 ? units : 1}, generator),
        .cities = random_linear(d_model, n_cities, generator)};
    FeedForward& network = memory.layer.feed_forward;
    if (units == 0) set_to_zero(parameters(network));  // it adds nothing
    Adam adam{.learning_rate = 0.02};
    std::size_t most = 0;
    for (std::size_t step = 0; step < n_steps && most < n_names; ++step) {
        Memory gradient{zeros_like(memory.layer), zeros_like(memory.cities)};
        std::size_t right = 0;
        for (std::size_t i = 0; i < n_names; ++i) {
            const EncoderLayerTrace trace = memory.layer.trace(row_of(names, i));
            const Matrix scores = memory.cities.forward(trace.output);
            if (argmax(scores.row(0)) == city_of(i)) ++right;
            const Matrix d_scores = cross_entropy_backward(scores, {city_of(i)}) / n_names;
            backward(memory.layer, trace,
                     backward(memory.cities, trace.output, d_scores, gradient.cities),
                     gradient.layer);
        }
        if (units == 0) set_to_zero(parameters(gradient.layer.feed_forward));
        most = std::max(most, right);
        adam.step(all_of(memory), all_of(gradient));
    }
    return most;
}

}  // namespace attn::chapters::ch10
