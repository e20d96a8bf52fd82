#include "attn/parameters.hpp"

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "support/files/state_dict.hpp"

using namespace attn;

namespace {

std::vector<std::string> names_of(const Parameters& parameters) {
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters) names.push_back(parameter.name);
    return names;
}

TransformerConfig config_with_last_norm() {
    return {.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 2, .has_final_norm = true};
}

}  // namespace

TEST_CASE("An encoder layer's parameters are PyTorch's, in PyTorch's order", "[learning]") {
    Random generator(182);
    EncoderLayer layer = random_encoder_layer(config_with_last_norm(), generator);
    const Parameters all = parameters(layer, "layers.4.");
    CHECK(names_of(all) ==
          std::vector<std::string>{
              "layers.4.self_attn.in_proj_weight", "layers.4.self_attn.in_proj_weight",
              "layers.4.self_attn.in_proj_weight", "layers.4.self_attn.in_proj_bias",
              "layers.4.self_attn.in_proj_bias", "layers.4.self_attn.in_proj_bias",
              "layers.4.self_attn.out_proj.weight", "layers.4.self_attn.out_proj.bias",
              "layers.4.linear1.weight", "layers.4.linear1.bias", "layers.4.linear2.weight",
              "layers.4.linear2.bias", "layers.4.norm1.weight", "layers.4.norm1.bias",
              "layers.4.norm2.weight", "layers.4.norm2.bias"});
    CHECK(all[2].values.data() == &layer.attention.w_v.weight(0, 0));
    CHECK(all[2].first_row == 12);
    CHECK(all[4].values.data() == layer.attention.w_k.bias.data());
    CHECK(all[4].first_row == 6);
    CHECK(all[8].shape == std::vector<std::size_t>{6, 7});
    CHECK(all[8].is_transposed);
    CHECK(state_dict(layer).at("linear1.weight").shape == std::vector<std::size_t>{7, 6});
    CHECK(state_dict(layer).at("linear1.bias").shape == std::vector<std::size_t>{7});
}

TEST_CASE("A count is the sum of all sizes, of a layer or of lists put together",
          "[learning]") {
    Random generator(183);
    Encoder encoder = random_encoder(config_with_last_norm(), generator);
    const std::size_t n_layer = 4 * (6 * 6 + 6) + (6 * 7 + 7 + 7 * 6 + 6) + 4 * 6;
    CHECK(parameter_count(encoder.layers[0]) == n_layer);
    CHECK(parameter_count(encoder) == 2 * n_layer + 2 * 6);
    Embedding table = random_embedding(11, 6, generator);
    CHECK(parameter_count(table) == 66);
    CHECK(names_of(parameters(table, "embedding.")) ==
          std::vector<std::string>{"embedding.weight"});
    CHECK(!parameters(table)[0].is_transposed);
    const Parameters both = parameters(table, "embedding.") + parameters(encoder);
    CHECK(parameter_count(both) == 66 + 2 * n_layer + 2 * 6);
    CHECK(both.back().name == "norm.bias");
    encoder.final_norm.reset();
    CHECK(parameter_count(encoder) == 2 * n_layer);
}

TEST_CASE("What a layer leaves out is not in its list", "[learning]") {
    Linear linear{Matrix(2, 3), {}};
    CHECK(names_of(parameters(linear)) == std::vector<std::string>{"weight"});
    LayerNorm norm;
    CHECK(parameters(norm).empty());
    Encoder empty;
    CHECK(parameters(empty).empty());
    CHECK(parameter_count({}) == 0);
}

TEST_CASE("Projections of several widths have names of their own", "[learning]") {
    Random generator(184);
    MultiHeadAttention layer;
    layer.w_q = random_linear(5, 6, generator);
    layer.w_k = random_linear(7, 6, generator);
    layer.w_v = random_linear(11, 6, generator);
    layer.w_o = random_linear(6, 5, generator);
    CHECK(names_of(parameters(layer)) ==
          std::vector<std::string>{"q_proj_weight", "k_proj_weight", "v_proj_weight",
                                   "in_proj_bias", "in_proj_bias", "in_proj_bias",
                                   "out_proj.weight", "out_proj.bias"});
    const StateDict weights = state_dict(parameters(layer));
    CHECK(weights.at("k_proj_weight").shape == std::vector<std::size_t>{6, 7});
    CHECK(weights.at("k_proj_weight").values[2 * 7 + 4] == layer.w_k.weight(4, 2));
    CHECK(weights.at("in_proj_bias").values[13] == layer.w_v.bias[1]);

    layer.w_k = random_linear(5, 6, generator);  // one other width is enough
    CHECK(names_of(parameters(layer))[0] == "q_proj_weight");
    layer.w_k = random_linear(7, 6, generator);
    layer.w_v = random_linear(5, 6, generator);
    CHECK(names_of(parameters(layer))[0] == "q_proj_weight");
    layer.w_k = random_linear(5, 6, generator);
    CHECK(names_of(parameters(layer))[0] == "in_proj_weight");
}

TEST_CASE("A gradient starts as zeros of the layer's sizes", "[learning]") {
    Random generator(185);
    const Encoder encoder = random_encoder(config_with_last_norm(), generator);
    Encoder gradient = zeros_like(encoder);
    Encoder copy = encoder;
    CHECK_NOTHROW(require_same_shapes("test", parameters(copy), parameters(gradient)));
    for (const Parameter& parameter : parameters(gradient)) {
        for (const double value : parameter.values) CHECK(value == 0);
    }
    CHECK(gradient.layers[0].norm1.epsilon == encoder.layers[0].norm1.epsilon);
    CHECK(copy.layers[1].attention.w_q.weight(0, 0) != 0);
    gradient.layers.pop_back();
    CHECK_THROWS_WITH(
        require_same_shapes("test", parameters(copy), parameters(gradient)),
        ContainsText("test: parameter 16 of the weights is "
                     "layers.1.self_attn.in_proj_weight [6 x 6], of the gradient "
                     "norm.weight [6]"));
}

TEST_CASE("A place is told as PyTorch counts it", "[learning]") {
    Random generator(186);
    EncoderLayer layer = random_encoder_layer(config_with_last_norm(), generator);
    const Parameters all = parameters(layer);
    // W_k's row 2, column 5 of ours is row 6 + 5, column 2 of PyTorch's stack.
    CHECK(place_text(all[1], 2 * 6 + 5) == "self_attn.in_proj_weight[11, 2]");
    CHECK(place_text(all[4], 3) == "self_attn.in_proj_bias[9]");
    CHECK(place_text(all[8], 3 * 7 + 4) == "linear1.weight[4, 3]");
    Embedding table{Matrix(5, 3)};
    CHECK(place_text(parameters(table)[0], 7) == "weight[2, 1]");
    const StateDict weights = state_dict(layer);
    for (std::size_t row = 0; row < 7; ++row) {
        for (std::size_t col = 0; col < 6; ++col) {
            CHECK(weights.at("linear1.weight").values[row * 6 + col] ==
                  layer.feed_forward.first.weight(col, row));
        }
    }
}

TEST_CASE("Any model is saved and loaded by its list", "[learning][state_dict]") {
    Random generator(187);
    Embedding table = random_embedding(11, 6, generator);
    Encoder encoder = random_encoder(config_with_last_norm(), generator);
    const StateDict weights =
        state_dict(parameters(table, "embedding.") + parameters(encoder, "encoder."));
    CHECK(weights.at("embedding.weight").shape == std::vector<std::size_t>{11, 6});
    CHECK(weights.at("embedding.weight").values[7] == table.table(1, 1));
    CHECK(weights.contains("encoder.layers.1.norm2.bias"));
    Embedding table_again = random_embedding(11, 6, generator);
    Encoder again = random_encoder(config_with_last_norm(), generator);
    const Parameters into =
        parameters(table_again, "embedding.") + parameters(again, "encoder.");
    StateDict wrong = weights;
    wrong.erase("encoder.norm.bias");
    const Matrix before = table_again.table;
    CHECK_THROWS_WITH(load_state_dict(wrong, into),
                      "load_state_dict: the weights do not fit:"
                      "\n  encoder.norm.bias is missing; its shape is [6]");
    CHECK(table_again.table == before);
    load_state_dict(weights, into);
    CHECK(table_again.table == table.table);
    const Matrix x = random_normal_matrix(5, 6, generator);
    CHECK(again.forward(x) == encoder.forward(x));
}
