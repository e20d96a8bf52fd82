#include <numbers>

#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/positions.hpp"

namespace attn::doctor {
namespace {

Probe ask_positions(std::size_t n, std::size_t d_model, std::string stage) {
    return {.kind = "positional_encoding",
            .name = std::to_string(n) + " x " + std::to_string(d_model),
            .stage = std::move(stage),
            .settings = {{"n", std::to_string(n)}, {"d_model", std::to_string(d_model)}}};
}

std::vector<Probe> position_probes() {
    return {ask_positions(6, 8, "plain"), ask_positions(20, 16, "plain"),
            ask_positions(64, 6, "plain"), ask_positions(3, 2, "plain")};
}

std::vector<Probe> position_small_probes() {
    return {ask_positions(1, 2, "small"), ask_positions(2, 2, "small"),
            ask_positions(2, 4, "small"), ask_positions(2, 6, "small"),
            ask_positions(3, 8, "small")};
}

Arrays position_reference(const Probe& probe, const Switches& on) {
    return {
        {"output", as_array(positions(probe.count("n"), probe.count("d_model"), on), 2)}};
}

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> exponent_mistakes() {
    std::vector<Mistake> mistakes = {
        {"exponent_doubled", {.exponent = Exponent::doubled},
         "The exponent is doubled: the formula's i counts pairs of columns.",
         9, 16, "jadore801120 32"},
        {"exponent_own", {.exponent = Exponent::column_twice},
         "The exponent takes 2 times the column, where 2 times the pair, 2 * (i // 2), "
         "belongs.", 9, 16, "jadore801120 32"},
        {"exponent_own_once", {.exponent = Exponent::column},
         "Each column has a wave length of its own, where a cosine shares its sine's.",
         9, 0, "tommasocarraro/Transformer-from-scratch"},
        {"exponent_half", {.exponent = Exponent::half},
         "The exponent is half of what it should be (or the base is 100, where 10000 "
         "belongs).", 9},
        {"exponent_last", {.exponent = Exponent::reaches_base},
         "The exponent is divided by d - 2, where d ({d_model}) belongs: the last wave "
         "reaches 10000 exactly.", 9, 0, "tensor2tensor (on purpose)", Level::convention},
        {"times", {.power_multiplies = true},
         "Positions are multiplied by the power, where they should be divided by it.", 9},
        {"pi", {.angle_factor = std::numbers::pi}, "Angles are multiplied by pi.", 9},
        {"degrees", {.angle_factor = std::numbers::pi / 180},
         "Angles are taken for degrees; they are radians.", 9},
    };
    for (const double base : {1000.0, 1024.0, 100000.0, 1e6}) {
        const std::string words = std::to_string(static_cast<int>(base));
        mistakes.push_back({"base_" + words,
                            {.base = base},
                            "The base is " + words + ", where 10000 belongs.",
                            9});
    }
    return mistakes;
}

std::vector<Mistake> position_mistakes() {
    return joined(
        {exponent_mistakes(),
         {
        {"halves", {.halves = true},
         "Sines come first and then cosines, where they should alternate.",
         9, 17, "tensor2tensor 391", Level::convention},
        {"from_1", {.first_position = 1}, "Positions begin at 1, where 0 belongs.", 9},
        {"from_minus_1", {.first_position = -1},
         "Positions begin at -1, where 0 belongs.", 9},
        {"wave_exchanged", {.waves = Waves::exchanged},
         "Sine and cosine are exchanged.", 9},
        {"wave_sin", {.waves = Waves::sines}, "There are only sines.", 9},
        {"wave_cos", {.waves = Waves::cosines}, "There are only cosines.", 9},
        {"wave_by_row", {.waves = Waves::by_row},
         "Even rows have sines and odd rows cosines, where the column should decide.", 9},
        {"row_0_zeros", {.first_row_zeros = true},
         "Row 0 is all zeros (kept for padding?), where it is 0, 1, 0, 1, ...",
         9, 0, "jadore801120, until 2019", Level::convention}}});
}

std::vector<Mistake> lone_position_mistakes() {
    return joined({position_mistakes(),
                   {
        {"scaled", {.positions_scaled = true},
         "The encoding is multiplied by the root of d_model, {root_d_model}.", 9}}});
}

Probe ask_embedding(Array ids, Array table, std::string stage) {
    Probe probe{.kind = "embedding", .stage = std::move(stage)};
    const std::string n = std::to_string(ids.shape[1]);
    const std::string d = std::to_string(table.shape[1]);
    probe.name = n + " words, d " + d;
    probe.settings = {{"batch", std::to_string(ids.shape[0])},
                      {"n", n},
                      {"d_model", d},
                      {"vocab", std::to_string(table.shape[0])}};
    probe.arrays = {{"ids", std::move(ids)}, {"table", std::move(table)}};
    return probe;
}

/// Ids from 1 on, so that those who count from 1 find a row.
Array some_ids(std::uint64_t seed, std::size_t n, std::size_t n_vocabulary) {
    Array ids = random_array(seed, {2, n}, 1000);
    ids.type = NumberType::int64;
    for (double& id : ids.values) {
        const auto number = static_cast<std::size_t>(id < 0 ? -id : id);
        id = static_cast<double>(1 + number % (n_vocabulary - 1));
    }
    return ids;
}

std::vector<Probe> embedding_probes() {
    return {ask_embedding(some_ids(1, 5, 11), random_array(2, {11, 8}), "plain"),
            ask_embedding(some_ids(3, 20, 30), random_array(4, {30, 16}), "plain"),
            ask_embedding(some_ids(5, 9, 7), random_array(6, {7, 6}), "plain")};
}

std::vector<Probe> embedding_small_probes() {
    const auto ids = [](std::vector<double> values) {
        const std::size_t n = values.size();
        return Array{{1, n}, std::move(values), NumberType::int64};
    };
    const Array table = {{3, 4}, {1, 2, 0, -1, 2, 0, 1, 1, 0, 1, -1, 2}};
    const Array narrow = {{2, 2}, {1, 2, 2, 0}};
    return {ask_embedding(ids({1}), narrow, "small"),
            ask_embedding(ids({1, 1}), narrow, "small"),
            ask_embedding(ids({1, 2}), table, "small")};
}

Arrays embedding_reference(const Probe& probe, const Switches& on) {
    return {{"output",
             as_array(embedded(probe.arrays.at("ids"), probe.arrays.at("table"), on), 3)}};
}

std::vector<Mistake> embedding_mistakes() {
    return joined(
        {{
        {"no_embedding_scale", {.embedding_scale = EmbeddingScale::none},
         "Embeddings are not multiplied by the root of d_model, {root_d_model}.",
         9, 0, "", Level::convention},
        {"rows_alone", {.embedding_scale = EmbeddingScale::rows_alone},
         "The table's rows come as they are, as PyTorch's nn.Embedding gives them: not "
         "multiplied by the root of d_model, {root_d_model}, and without positions.",
         9, 0, "", Level::convention},
        {"embedding_divided", {.embedding_scale = EmbeddingScale::divided},
         "Embeddings are divided by the root of d_model, {root_d_model}, where they should "
         "be multiplied by it.", 9},
        {"embedding_d", {.embedding_scale = EmbeddingScale::d_model},
         "Embeddings are multiplied by d_model, {d_model}, where its root, {root_d_model}, "
         "belongs.", 9},
        {"scale_after_sum", {.embedding_scale = EmbeddingScale::of_sum},
         "The encoding is multiplied by the root of d_model, {root_d_model}, too: the "
         "factor belongs before the sum.", 9},
        {"no_encoding", {.embedding_scale = EmbeddingScale::no_positions},
         "The positional encoding is missing.", 9},
        {"encoding_twice", {.embedding_scale = EmbeddingScale::positions_twice},
         "The positional encoding is added twice.", 9},
        {"encoding_by_sentence", {.position_row = PositionRow::of_sentence},
         "Each word gets the row of positions of its sentence's number, where that of its "
         "own place belongs: pe[:x.size(0)] does so where the batch comes first.",
         9, 0, "AkiRusProd/numpy-transformer 1"},
        {"encoding_of_n", {.position_row = PositionRow::number_n},
         "All words get one row of positions, number n ({n}): is a colon missing in "
         "pe[:, :n]?", 9, 0, "DiffPoseTalk 20"},
        {"ids_from_1", {.ids_from_1 = true},
         "Ids are taken to begin at 1; they begin at 0.", 7}},
         position_mistakes()});
}

// clang-format on

}  // namespace

Kind positional_encoding_kind() {
    return {"positional_encoding", position_probes(), position_small_probes(),
            position_reference, lone_position_mistakes()};
}

Kind embedding_kind() {
    return {"embedding", embedding_probes(), embedding_small_probes(), embedding_reference,
            embedding_mistakes()};
}

}  // namespace attn::doctor
