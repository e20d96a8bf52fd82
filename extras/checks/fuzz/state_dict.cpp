// Weights that do not fit. A good encoder's weights are damaged as the bytes say: lost, renamed,
// of another shape, not finite. What is left is refused with a message, or comes back the same.
#include "support/files/state_dict.hpp"

#include <fuzzer/FuzzedDataProvider.h>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "chapters/13_encoder/13_encoder.hpp"
#include "fuzz/fuzz.hpp"

using namespace attn;

namespace {

StateDict good_weights(FuzzedDataProvider& bytes) {
    const bool is_one_layer = bytes.ConsumeBool();
    const TransformerConfig config{
        .d_model = 4,
        .n_heads = 2,
        .d_ff = 3,
        .n_layers = bytes.ConsumeIntegralInRange<std::size_t>(1, 3),
        .has_final_norm = bytes.ConsumeBool()};
    Random generator(1);
    if (is_one_layer) return state_dict(random_encoder_layer(config, generator));
    return state_dict(random_encoder(config, generator));
}

/// As a file would hold it: as many values as the shape says.
NpyArray any_array(FuzzedDataProvider& bytes) {
    NpyArray array;
    std::size_t count = 1;
    for (int n = bytes.ConsumeIntegralInRange(0, 3); n > 0; --n) {
        const std::size_t most = count == 1 ? 40000 : 12;
        array.shape.push_back(bytes.ConsumeIntegralInRange<std::size_t>(0, most));
        count *= array.shape.back();
    }
    array.values.assign(count, bytes.ConsumeFloatingPoint<double>());
    return array;
}

void damage(StateDict& weights, FuzzedDataProvider& bytes) {
    const auto place = bytes.ConsumeIntegralInRange<std::size_t>(0, weights.size() - 1);
    const auto chosen = std::next(weights.begin(), static_cast<std::ptrdiff_t>(place));
    switch (bytes.ConsumeIntegralInRange(0, 4)) {
        case 0:
            weights.erase(chosen);
            break;
        case 1:
            chosen->second = any_array(bytes);
            break;
        case 2:
            weights[bytes.ConsumeRandomLengthString(30)] = any_array(bytes);
            break;
        case 3:
            weights[bytes.ConsumeRandomLengthString(30)] = chosen->second;
            weights.erase(chosen);
            break;
        default:
            if (chosen->second.values.empty()) break;
            chosen->second.values.back() = bytes.ConsumeFloatingPoint<double>();
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzedDataProvider bytes(data, size);
    StateDict weights = good_weights(bytes);
    const auto n_heads = bytes.ConsumeIntegralInRange<std::size_t>(0, 5);
    while (bytes.remaining_bytes() > 0 && !weights.empty()) damage(weights, bytes);
    try {
        const Encoder encoder = chapters::ch13::encoder_of(weights, {.n_heads = n_heads});
        encoder.forward(Matrix(2, encoder.layers.at(0).norm1.gamma.size()));
        StateDict again = encoder.layers.size() == 1 && weights.count("norm1.weight") > 0
                              ? state_dict(encoder.layers[0])
                              : state_dict(encoder);
        fuzz::require(again.size() == weights.size(), "no weight is lost");
        for (const auto& [name, array] : weights) {
            fuzz::require(again.at(name).values == array.values, "a weight stays itself");
        }
    } catch (const StateDictError& error) {
        fuzz::require_readable(error.what());
    } catch (const ShapeError& error) {
        fuzz::require_readable(error.what());
    }
    return 0;
}
