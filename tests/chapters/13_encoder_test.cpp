// The numbers of chapter 13 that are no library function's own.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/parameters.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/13_encoder/13_encoder.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/all_chapters.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/program/knobs.hpp"
#include "chapters/study_notes/sae.hpp"
#include "matrix_matchers.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"
#include "temporary_folder.hpp"

namespace attn::chapters::ch13 {

using Catch::Matchers::WithinAbs;

namespace {

const std::filesystem::path data = chapters_folder() / "13_encoder/data";

/// Sizes of which no two are equal: 13 words, 3 heads of 2, 7 hidden units.
const notes::SaeConfig odd{.vocab_size = 13,
                           .embed_size = 6,
                           .num_layers = 2,
                           .n_heads = 3,
                           .hidden_size = 7,
                           .max_length = 11};

Matrix with_positions(const notes::Sae& sae, const notes::Ids& ids) {
    return PositionTable{sae.positions}.add_to(sae.embedding.forward(ids));
}

}  // namespace

TEST_CASE("A second layer turns from the animal to the street, by hand", "[chapter13]") {
    using namespace animal_sentence;
    const std::size_t last = words.size() - 1;
    for (const bool is_wide : {false, true}) {
        const TwoStoreys t = two_storeys(is_wide);
        const double e8 = std::exp(8.0);
        CHECK_THAT(t.first.weights(it, last), WithinAbs(e8 / (e8 + 10), 1e-15));
        // What it hears besides: lives 3 + 1 - 1 of animal, cross, street; place 1 + 3.
        const double loud = e8 / (e8 + 10), faint = 1 / (e8 + 10);
        CHECK_THAT(t.heard_lives, WithinAbs((is_wide ? 0 : 2 * loud) + 3 * faint, 1e-14));
        CHECK_THAT(t.heard_place, WithinAbs((is_wide ? 2 * loud : 0) + 4 * faint, 1e-14));
        Matrix x = is_wide ? vectors_if_wide : vectors;
        for (double& number : x.row(it)) number = 0;  // it begins as a pronoun
        const auto exponential = [&](std::size_t i) {
            return std::exp(std::sqrt(2.0) *
                            (t.heard_lives * x(i, 0) + t.heard_place * x(i, 1)));
        };
        double sum = 0;
        for (std::size_t i = 0; i < words.size(); ++i) sum += exponential(i);
        const std::size_t meant = is_wide ? street : animal;
        CHECK_THAT(t.second.weights(it, meant), WithinAbs(exponential(meant) / sum, 1e-12));
        CHECK(argmax(t.second.weights.row(it)) == meant);
        // In the first layer alone the two keep their ratio.
        CHECK(t.first.weights(it, animal) == t.first.weights(it, street));
    }
}

TEST_CASE("The paper's sizes are the defaults, and a tutorial's model runs",
          "[chapter13][W-10]") {
    const TransformerConfig paper;
    CHECK(paper.d_model == 512);
    CHECK(paper.n_layers == 6);
    CHECK(paper.n_heads == 8);
    CHECK(paper.d_ff == 2048);
    Random generator(2);
    const notes::Sae tutorial({.vocab_size = 9000,
                               .embed_size = 128,
                               .num_layers = 4,
                               .n_heads = 4,
                               .hidden_size = 512,
                               .dropout = 0.3},
                              generator);
    CHECK(parameter_count(tutorial.embedding) == 1152000);
    REQUIRE(tutorial.layers.size() == 4);
    CHECK(parameter_count(tutorial.layers[0]) == 198272);
    CHECK(parameter_count(tutorial.as_encoder()) == 793088);
    CHECK(tutorial.layers[3].attention.n_heads == 4);
    CHECK(tutorial.layers[3].attention.dropout == 0.3);
    const Matrix y = tutorial.forward({{8999, 1, 17}}, Mode::evaluation, generator).at(0);
    CHECK(shape_text(y) == "3x128");
    CHECK_THAT(dot(y.row(2), y.row(2)) / 128, WithinAbs(1, 0.002));
}

TEST_CASE("The note's encoder has the note's sizes", "[chapter13][S1-17][S1-36]") {
    const notes::SaeConfig config;
    CHECK(config.embed_size == 512);
    CHECK(config.num_layers == 1);
    CHECK(config.n_heads == 8);
    CHECK(config.hidden_size == 2048);
    CHECK(config.max_length == 1000);
    Random generator(3);
    const notes::Sae sae({.vocab_size = 11}, generator);
    REQUIRE(sae.layers.size() == 1);
    CHECK(parameter_count(sae.layers[0]) == 3152384);
    CHECK(shape_text(sae.embedding.table) == "11x512");
    CHECK(shape_text(sae.positions) == "1000x512");
    CHECK(shape_text(sae.forward({{3, 0}, {1, 2}}, Mode::evaluation, generator).at(1)) ==
          "2x512");
}

TEST_CASE("What the note does not define is chosen and can be changed",
          "[chapter13][S1-37]") {
    const notes::SaeConfig config;
    CHECK(config.pad_idx == 0);
    CHECK(config.dropout == 0.1);
    Random generator(4);
    notes::SaeConfig other = odd;
    other.pad_idx = 5;
    const notes::Sae sae(other, generator);
    CHECK(row_of(sae.embedding.table, 5) == Matrix(1, 6));
    CHECK(row_of(sae.embedding.table, 0) != Matrix(1, 6));
    other.pad_idx = 13;
    CHECK_THROWS_AS(notes::Sae(other, generator), std::out_of_range);
}

TEST_CASE("The padding row is zero until positions are added", "[chapter13][S1-18]") {
    Random generator(5);
    const notes::Sae sae(odd, generator);
    const notes::Ids ids{7, 3, 0};
    CHECK(row_of(sae.embedding.forward(ids), 2) == Matrix(1, 6));
    CHECK(row_of(with_positions(sae, ids), 2) == row_of(sae.positions, 2));
    CHECK(row_of(with_positions(sae, ids), 2) != Matrix(1, 6));
    const PaddedSentence you = padded_sentence();
    const Matrix place_3{{std::sin(3.0), std::cos(3.0), std::sin(0.03), std::cos(0.03)}};
    CHECK_THAT(row_of(you.input, 3), IsCloseTo(place_3, 1e-15));
}

TEST_CASE("The note's encoder is the library's, layer by layer",
          "[chapter13][S1-23][S1-24][S1-30]") {
    for (const std::size_t n_layers : std::vector<std::size_t>{0, 1, 2, 3}) {
        Random generator(6);
        notes::SaeConfig config = odd;
        config.num_layers = n_layers;
        notes::Sae sae(config, generator);
        for (notes::SaeLayer& layer : sae.layers) {
            for (LayerNorm* norm : {&layer.attention.norm, &layer.feed_forward.norm}) {
                for (double& gamma : norm->gamma) gamma = generator.uniform(0.5, 2);
                for (double& beta : norm->beta) beta = generator.uniform(-1, 1);
            }
        }
        REQUIRE(sae.layers.size() == n_layers);
        const notes::IdBatch batch = notes::padded({{7, 3, 9, 1, 12}, {4, 8}, {2}}, 0);
        const std::vector<Matrix> outputs = sae.forward(batch, Mode::evaluation, generator);
        for (std::size_t s = 0; s < batch.size(); ++s) {
            const Matrix h = with_positions(sae, batch[s]);
            const AttentionMask mask = padding_mask(5, batch[s], 0);
            CHECK_THAT(outputs[s], IsCloseTo(sae.as_encoder().forward(h, mask), 1e-12));
            Matrix z = h;  // z = attn(x, x, x, mask); z = ffn(z)
            std::vector<bool> is_pad;
            for (const std::size_t id : batch[s]) is_pad.push_back(id == 0);
            for (const notes::SaeLayer& layer : sae.layers) {
                z = layer.attention.forward(z, is_pad, Mode::evaluation, generator);
                z = layer.feed_forward.forward(z, Mode::evaluation, generator);
            }
            CHECK(outputs[s] == z);
        }
    }
}

TEST_CASE("The note's softmax runs over the keys: equal values come back as they are",
          "[chapter13][S1-30]") {
    Random generator(7);
    notes::SaeLayer layer = notes::Sae(odd, generator).layers[0];
    std::fill_n(layer.attention.w_v.weight.row(0).begin(), 6, 0.0);
    layer.attention.w_v.weight =
        Matrix(6, 6);  // every value is the bias, whoever hands over
    layer.attention.w_v.bias = {1, 2, 3, 4, 5, 6};
    const Matrix x = random_normal_matrix(5, 6, generator);
    Matrix values(5, 6);
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 6; ++j) values(i, j) = static_cast<double>(j + 1);
    }
    const Matrix wanted =
        layer.attention.norm.forward(x + layer.attention.w_o.forward(values));
    CHECK_THAT(layer.attention.forward(x, {false, true, false, false, true},
                                       Mode::evaluation, generator),
               IsCloseTo(wanted, 1e-12));
}

TEST_CASE("A fill of -10000 hides padding, but not where all is padding",
          "[chapter13][S1-29][S1-37]") {
    CHECK(notes::masked_fill({{1, 2, 3}, {4, 5, 6}}, {false, true, false}, -9) ==
          Matrix{{1, -9, 3}, {4, -9, 6}});
    CHECK_THROWS_AS(notes::masked_fill(Matrix(2, 3), {true, false}, -9), ShapeError);
    Random generator(8);
    notes::SaeConfig config = odd;
    config.num_layers = 1;
    notes::Sae sae(config, generator);
    const notes::Ids nobody{0, 0, 0, 0, 0};
    const Matrix h = with_positions(sae, nobody);
    const Matrix theirs = sae.forward({nobody}, Mode::evaluation, generator).at(0);
    const Matrix ours = sae.as_encoder().forward(h, padding_mask(5, nobody, 0));
    CHECK(max_abs_difference(theirs, ours) > 0.1);
    // Theirs is as if nothing were masked and all scores were equal.
    sae.layers[0].attention.w_q = {Matrix(6, 6), std::vector<double>(6)};
    CHECK_THAT(theirs, IsCloseTo(sae.as_encoder().forward(h), 1e-12));
    // Ours: attention adds only the bias of W_o.
    Matrix bias = h;
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t j = 0; j < 6; ++j)
            bias(i, j) += sae.layers[0].attention.w_o.bias[j];
    }
    const Matrix n1 = sae.layers[0].attention.norm.forward(bias);
    CHECK_THAT(
        ours, IsCloseTo(sae.layers[0].feed_forward.forward(n1, Mode::evaluation, generator),
                        1e-12));
}

TEST_CASE("Dropout works in training only, and a seed repeats it", "[chapter13][S1-37]") {
    Random generator(9);
    const notes::Sae sae(odd, generator);
    const notes::IdBatch batch{{7, 3, 9, 1, 12}};
    const Matrix used = sae.forward(batch, Mode::evaluation, generator).at(0);
    CHECK(sae.forward(batch, Mode::evaluation, generator).at(0) == used);
    Random first(10), second(10);
    const Matrix once = sae.forward(batch, Mode::training, first).at(0);
    CHECK(sae.forward(batch, Mode::training, second).at(0) == once);
    CHECK(sae.forward(batch, Mode::training, first).at(0) != once);
    CHECK(once != used);
}

TEST_CASE("The note's dropout is behind W_o and inside the feed-forward layer",
          "[chapter13][S1-33][S1-35]") {
    Random generator(15);
    notes::SaeConfig config = odd;
    config.dropout = 0.5;
    const notes::SaeLayer layer = notes::Sae(config, generator).layers[0];
    const Matrix x = random_normal_matrix(5, 6, generator);
    const std::vector<bool> nobody(5, false);
    const MultiHeadAttention same{.w_q = layer.attention.w_q,
                                  .w_k = layer.attention.w_k,
                                  .w_v = layer.attention.w_v,
                                  .w_o = layer.attention.w_o,
                                  .n_heads = 3};
    Random first(16), second(16);
    const Matrix mixed = dropout(same.forward(x, x, x), 0.5, Mode::training, first);
    CHECK_THAT(layer.attention.forward(x, nobody, Mode::training, second),
               IsCloseTo(layer.attention.norm.forward(x + mixed), 1e-12));
    const Matrix hidden = activate(Activation::relu, layer.feed_forward.first.forward(x));
    const Matrix kept = dropout(hidden, 0.5, Mode::training, first);
    CHECK(layer.feed_forward.forward(x, Mode::training, second) ==
          layer.feed_forward.norm.forward(x + layer.feed_forward.second.forward(kept)));
}

TEST_CASE("The note's encoder refuses what it cannot take", "[chapter13][S1-17]") {
    Random generator(11);
    const notes::Sae sae(odd, generator);
    CHECK_NOTHROW(sae.forward({notes::Ids(11, 1)}, Mode::evaluation, generator));
    CHECK_THROWS_WITH(
        sae.forward({notes::Ids(12, 1)}, Mode::evaluation, generator),
        "PositionTable: the sentence has 12 tokens, the table has 11 positions; "
        "make the table at least as long as the longest sentence");
    CHECK_THROWS_WITH(sae.forward({{1, 2}, {3}}, Mode::evaluation, generator),
                      "Sae: sentence 0 has 2 tokens, another 1; fill them up to one length "
                      "with pad_idx");
    CHECK_THROWS_AS(sae.forward({{13}}, Mode::evaluation, generator), std::out_of_range);
    CHECK(sae.forward({}, Mode::evaluation, generator).empty());
    notes::SaeConfig config = odd;
    config.n_heads = 4;
    CHECK_THROWS_AS(notes::Sae(config, generator), ShapeError);
    config = odd;
    config.embed_size = 5;
    CHECK_THROWS_AS(notes::Sae(config, generator), ShapeError);
    CHECK(notes::padded({{1, 2, 3}, {}, {4}}, 7) ==
          notes::IdBatch{{1, 2, 3}, {7, 7, 7}, {4, 7, 7}});
}

TEST_CASE("In a padded sentence the words' rows are those of the sentence alone",
          "[chapter13][S1-18]") {
    const PaddedSentence you = padded_sentence();
    REQUIRE(you.alone.rows() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(row_of(you.masked, i) == row_of(you.alone, i));
        CHECK(row_of(you.unmasked, i) != row_of(you.alone, i));
    }
    const EncoderLayer layer = small_example::encoder_layer();
    CHECK(you.unmasked == layer.forward(you.input));
    CHECK(you.masked == layer.forward(you.input, length_mask(4, 4, 3)));
    using Line = std::vector<std::string>;
    CHECK(distances("a", {{1, 2}, {3, 4}}, {{1, 2.5}, {3, 4}}) == Line{"a", "0.5000", "0"});
}

TEST_CASE("A reader's sentence is split at its blanks", "[chapter13]") {
    const Sentence sentence = sentence_from("  to be or\tnot to be ", 6);
    CHECK(sentence.words == std::vector<std::string>{"to", "be", "or", "not", "to", "be"});
    CHECK(sentence.ids == std::vector<std::size_t>{0, 1, 2, 3, 0, 1});
    CHECK(sentence.n_different == 4);
    CHECK(sentence_from("나는 바다에 가고 싶어", 12).words[1] == "바다에");
    CHECK_THROWS_WITH(sentence_from("to be or", 2),
                      "--sentence has 3 words; 1 to 2 are possible, parted by blanks");
    CHECK_THROWS_AS(sentence_from(" \n ", 2), UsageError);
}

TEST_CASE("An encoder's sizes are read from its weights", "[chapter13]") {
    Random generator(12);
    const TransformerConfig odd_sizes{
        .d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 5, .has_final_norm = true};
    const Encoder encoder = random_encoder(odd_sizes, generator);
    const TransformerConfig config = config_of(state_dict(encoder));
    CHECK(config.d_model == 6);
    CHECK(config.d_ff == 7);
    CHECK(config.n_layers == 5);
    CHECK(config.has_final_norm);
    const TransformerConfig one = config_of(state_dict(encoder.layers[0]));
    CHECK(one.n_layers == 1);
    CHECK_FALSE(one.has_final_norm);
    CHECK_THROWS_AS(config_of({}), StateDictError);
}

TEST_CASE("What is saved is loaded: the stack, and one layer", "[chapter13]") {
    Random generator(13);
    const Encoder encoder =
        random_encoder({.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 11}, generator);
    const Matrix x = random_normal_matrix(5, 6, generator);
    const TemporaryFolder folder;
    const std::string in = folder.path.string();
    CHECK_THROWS_WITH(encoder_in(in, {.n_heads = 3}),
                      in + " is a folder; take a .safetensors file");
    const std::string all = in + "/all.safetensors", one = in + "/one.safetensors";
    write_safetensors(all, state_dict(encoder));
    CHECK(encoder_in(all, {.n_heads = 3}).forward(x) == encoder.forward(x));
    CHECK_THROWS_AS(encoder_in(all, {.n_heads = 4}), ShapeError);
    StateDict layer = state_dict(encoder.layers[0]);
    write_safetensors(one, layer);
    CHECK(encoder_in(one, {.n_heads = 3}).forward(x) == encoder.layers[0].forward(x));
    CHECK_THROWS_WITH(encoder_in(in, {.n_heads = 3}),
                      in + " is a folder; take " + all + " or " + one);
    layer.erase("linear2.bias");
    write_safetensors(one, layer);
    CHECK_THROWS_WITH(encoder_in(one, {.n_heads = 3}),
                      one +
                          ": encoder_layer_from: the weights do not fit:\n  linear2.bias "
                          "is missing; its shape is [6]");
    CHECK_THROWS_AS(encoder_in(folder.path / "none", {.n_heads = 3}), std::runtime_error);
    const auto small = chapters_folder() / "12_encoder_layer/data/weights.safetensors";
    // Without biases there are 156 numbers; PyTorch's names have places for 16 more.
    CHECK(parameter_count(encoder_in(small, {.n_heads = 2})) == 172);
}

TEST_CASE("What weights do not tell is said beside them", "[chapter13]") {
    Random generator(14);
    const TransformerConfig config{.d_model = 6,
                                   .n_heads = 3,
                                   .d_ff = 7,
                                   .n_layers = 2,
                                   .activation = Activation::gelu_exact,
                                   .placement = NormPlacement::pre,
                                   .has_final_norm = true};
    const Encoder encoder = random_encoder(config, generator);
    const Matrix x = random_normal_matrix(5, 6, generator);
    const StateDict weights = state_dict(encoder);
    TransformerConfig rest{.n_heads = 3,
                           .activation = Activation::gelu_exact,
                           .placement = NormPlacement::pre};
    CHECK(encoder_of(weights, rest).forward(x) == encoder.forward(x));
    rest.activation = Activation::relu;
    CHECK(encoder_of(weights, rest).forward(x) != encoder.forward(x));
    rest = {.n_heads = 3, .activation = Activation::gelu_exact};
    CHECK(encoder_of(weights, rest).forward(x) != encoder.forward(x));
}

TEST_CASE("An encoder that is a part of another model is named so", "[chapter13]") {
    Random generator(15);
    const Encoder encoder =
        random_encoder({.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 2}, generator);
    StateDict weights;
    for (const auto& [name, array] : state_dict(encoder)) {
        weights["transformer." + name] = array;
    }
    CHECK(config_of(weights).n_layers == 2);
    CHECK_THROWS_WITH(
        encoder_of(weights, {.n_heads = 3}),
        ContainsText("all 24 names begin with transformer., which this model's do not"));
    CHECK_THROWS_WITH(
        config_of({{"encoder.layer.0.output.dense.bias", {}}, {"pooler", {}}}),
        ContainsText("there is no layers.0.norm1.weight of one dimension") &&
            ContainsText("; here are encoder.layer.0.output.dense.bias, pooler"));
}

TEST_CASE("A model with its own words takes a sentence of ids", "[chapter13]") {
    const Sentence ids = sentence_from("2 0 2", 12);
    CHECK(ids_in(ids, 3) == std::vector<std::size_t>{2, 0, 2});
    const std::string rule =
        "; this model has an embedding of 2 words, so give ids from 0 to 1, such as "
        "--sentence \"0 1 0\"";
    CHECK_THROWS_WITH(ids_in(ids, 2), "--sentence has '2'" + rule);
    for (const char* wrong : {"-1", "1.0", "0x1", "+1", "나는", "99999999999999999999"}) {
        CHECK_THROWS_WITH(ids_in(sentence_from(wrong, 12), 2),
                          "--sentence has '" + std::string(wrong) + "'" + rule);
    }
    Random generator(16);
    const Encoder encoder =
        random_encoder({.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 1}, generator);
    StateDict weights = state_dict(encoder);
    CHECK(model_of(weights, {.n_heads = 3}).words.rows() == 0);
    const Matrix words = random_normal_matrix(5, 6, generator),
                 places = random_normal_matrix(4, 6, generator);
    const auto as_array = [](const Matrix& m) {
        NpyArray array{.shape = {m.rows(), m.cols()}};
        for (std::size_t i = 0; i < m.rows(); ++i)
            array.values.insert(array.values.end(), m.row(i).begin(), m.row(i).end());
        return array;
    };
    weights["embedding.weight"] = as_array(words);
    weights["positions.weight"] = as_array(places);
    const OwnModel model = model_of(weights, {.n_heads = 3});
    CHECK(model.words == words);
    CHECK(model.places == places);

    // Its attention is the encoder's on rows of the one table plus rows of the other.
    const TemporaryFolder folder;
    const auto file = folder.path / "model.safetensors";
    write_safetensors(file, weights);
    Chapter chapter;
    all_chapters.at(12)(chapter);
    chapter.turn("load", file.string());
    chapter.turn("heads", "3");
    chapter.turn("sentence", "4 0 4");
    std::ostringstream out;
    Page page(out);
    chapter.check_values();
    chapter.run_section("A sentence of your own", page);
    const Matrix x = select_rows(words, {4, 0, 4}) + select_rows(places, {0, 1, 2});
    const auto heads = encoder.trace(x).layers[0].attention.heads;
    REQUIRE(page.kept().size() == 4);
    for (std::size_t h = 0; h < 3; ++h) CHECK(page.kept()[h].matrix == heads[h].weights);
    chapter.turn("sentence", "4 0 4 1 1");
    CHECK_THROWS_WITH(
        chapter.check_values(),
        ContainsText("--sentence has 5 words; this model's positions.weight has "
                     "4 rows"));
    chapter.turn("sentence", "4 5");
    CHECK_THROWS_WITH(chapter.check_values(), ContainsText("so give ids from 0 to 4"));
    weights["positions.weight"].shape = {6, 4};
    CHECK_THROWS_WITH(model_of(weights, {.n_heads = 3}),
                      "positions.weight is 6x4; the encoder's d_model is 6");
}

TEST_CASE("PyTorch's own model attends here as it does there", "[chapter13]") {
    // What own_model.py printed, with PyTorch 2.6 in float32.
    const Matrix wanted[] = {{{0.00, 0.02, 0.44, 0.00, 0.54, 0.00},
                              {0.91, 0.00, 0.00, 0.02, 0.06, 0.00},
                              {0.00, 0.99, 0.00, 0.00, 0.01, 0.00},
                              {0.00, 0.00, 0.98, 0.00, 0.02, 0.00},
                              {0.04, 0.00, 0.00, 0.95, 0.00, 0.01},
                              {0.00, 0.00, 0.00, 0.00, 1.00, 0.00}},
                             {{0.00, 0.03, 0.87, 0.00, 0.09, 0.01},
                              {0.99, 0.00, 0.00, 0.00, 0.00, 0.00},
                              {0.00, 0.99, 0.00, 0.00, 0.01, 0.00},
                              {0.00, 0.00, 0.98, 0.00, 0.00, 0.02},
                              {0.02, 0.00, 0.00, 0.98, 0.00, 0.00},
                              {0.00, 0.00, 0.00, 0.00, 1.00, 0.00}}};
    Chapter chapter;
    all_chapters.at(12)(chapter);
    chapter.turn("load", (data / "own_model.safetensors").string());
    chapter.turn("norm", "pre");
    chapter.turn("activation", "gelu");
    chapter.turn("sentence", "3 1 4 1 5 9");
    std::ostringstream out;
    Page page(out);
    chapter.run_section("A sentence of your own", page);
    REQUIRE(page.kept().size() == 3);
    for (std::size_t h = 0; h < 2; ++h) {
        CHECK_THAT(page.kept()[h].matrix, IsCloseTo(wanted[h], 0.00501));
    }
}

}  // namespace attn::chapters::ch13
