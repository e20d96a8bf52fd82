#include "doctor/library/layer_inputs.hpp"

#include "doctor/library/kind.hpp"

namespace attn::doctor {

Arrays random_head_weights(std::uint64_t seed, std::size_t d_model, bool has_bias) {
    Arrays weights = {{"in_proj_weight", random_array(seed, {3 * d_model, d_model}, 0.5)},
                      {"out_proj.weight", random_array(seed + 1, {d_model, d_model}, 0.5)}};
    if (has_bias) {
        weights["in_proj_bias"] = random_array(seed + 2, {3 * d_model});
        weights["out_proj.bias"] = random_array(seed + 3, {d_model});
    }
    return weights;
}

Arrays plain_head_weights(std::size_t d_model, double key_sign) {
    Array in{.shape = {3 * d_model, d_model},
             .values = std::vector<double>(3 * d_model * d_model)};
    Array out{.shape = {d_model, d_model},
              .values = std::vector<double>(d_model * d_model)};
    for (std::size_t i = 0; i < d_model; ++i) {
        for (std::size_t block = 0; block < 3; ++block) {
            in.values[(block * d_model + i) * d_model + i] = block == 1 ? key_sign : 1;
        }
        out.values[i * d_model + i] = 1;
    }
    return {{"in_proj_weight", in}, {"out_proj.weight", out}};
}

Array large_scores(std::size_t rows) {
    Array weight{.shape = {rows, 4}};
    for (std::size_t i = 0; i < 4 * rows; ++i) {
        weight.values.push_back(i / 4 % 4 == i % 4 ? 32 : 0);
    }
    return weight;
}

Array rows_of_signs(std::size_t sentences, std::size_t n) {
    constexpr double signs[][4] = {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}};
    Array x{.shape = {sentences, n, 4}};
    for (std::size_t i = 0; i < 4 * sentences * n; ++i) {
        x.values.push_back(signs[i / 4 % n % 3][i % 4]);
    }
    return x;
}

Arrays with_prefix(const std::string& prefix, const Arrays& arrays) {
    Arrays renamed;
    for (const auto& [name, array] : arrays) renamed[prefix + name] = array;
    return renamed;
}

Probe asked_again(Probe probe) {
    probe.same_as = probe.name;
    probe.name += ", asked again";
    return probe;
}

Array padding_after(const std::vector<std::size_t>& n_real, std::size_t n) {
    Array padding{.shape = {n_real.size(), n}, .type = NumberType::uint8};
    for (const std::size_t real : n_real) {
        for (std::size_t j = 0; j < n; ++j) padding.values.push_back(j < real ? 1 : 0);
    }
    return padding;
}

}  // namespace attn::doctor
