#include "chapters/mistakes/llama.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "attn/activation.hpp"
#include "attn/attention.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"

namespace attn::mistakes {
namespace {

double in_bfloat16(double x) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
    return std::bit_cast<float>((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000U);
}

/// The model in so many bits for each weight of its table and maps; a row is what one output sums.
Llama in_bits(Llama model, int bits) {
    const auto round_map = [&](Linear& map) {
        Matrix as_written = transpose(map.weight);
        round_rows(as_written, bits);
        map.weight = transpose(as_written);
    };
    round_rows(model.embedding.table, bits);
    for (LlamaLayer& layer : model.layers) {
        for (Linear* map :
             {&layer.attention.w_q, &layer.attention.w_k, &layer.attention.w_v,
              &layer.attention.w_o, &layer.feed_forward.gate, &layer.feed_forward.up,
              &layer.feed_forward.down})
            round_map(*map);
    }
    if (model.output.weight.cols() > 0) round_map(model.output);
    return model;
}

/// 8 for "8 bits", 0 for another name.
int bits_of(const std::string& mistake) {
    return mistake.ends_with(" bits") ? mistake[0] - '0' : 0;
}

/// A Llama with one thing wrong. Every place asks whether it is the one.
struct Wrong {
    std::string mistake;
    bool is(std::string_view name) const { return mistake == name; }

    Matrix norm(const RmsNorm& by, const Matrix& x) const {
        double epsilon = by.epsilon;
        if (is("epsilon 1e-6")) epsilon = 1e-6;
        if (is("epsilon 1e-3")) epsilon = 1e-3;
        Matrix y = x;
        for (std::size_t i = 0; i < x.rows(); ++i) {
            const auto row = y.row(i);
            const double d = static_cast<double>(row.size());
            double mean = 0;
            for (const double entry : row) mean += entry / d;
            if (is("mean taken away"))
                for (double& entry : row) entry -= mean;
            const double squares = dot(row, row);
            double root = std::sqrt(squares / d + epsilon);
            if (is("sum, not mean")) root = std::sqrt(squares + epsilon);
            if (is("epsilon outside")) root = std::sqrt(squares / d) + epsilon;
            for (std::size_t j = 0; j < row.size(); ++j) {
                double gamma = by.gamma[j];
                if (is("gamma left out")) gamma = 1;
                if (is("gamma + 1")) gamma += 1;
                row[j] = row[j] / root * gamma;
            }
        }
        return y;
    }

    /// How far pair number pair of a head turns at a position.
    double angle(std::size_t position, std::size_t pair, std::size_t head, std::size_t d_k,
                 std::size_t n_heads, bool is_query) const {
        double at = static_cast<double>(position), base = 10000;
        if (is("positions from 1")) at += 1;
        if (is("no turn")) at = 0;
        if (is("query 1 off") && is_query) at += 1;
        if (is("query 10 off") && is_query) at += 10;
        if (is("backwards") || (is("query backwards") && is_query)) at = -at;
        if (is("base 1000")) base = 1000;
        if (is("base 500000")) base = 500000;
        if (is("base 1e6")) base = 1e6;
        const double p = static_cast<double>(pair), d = static_cast<double>(d_k);
        double exponent = 2 * p / d;
        if (is("exponent doubled")) exponent = 4 * p / d;
        if (is("exponent by d_model"))
            exponent = 2 * p / (d * static_cast<double>(n_heads));
        if (is("exponent up to 1")) exponent = 2 * p / (d - 2);
        if (is("one table, all heads"))
            exponent = 2 * (p + static_cast<double>(head) * d / 2) /
                       (d * static_cast<double>(n_heads));
        double frequency = std::pow(base, -exponent);
        if (is("bfloat16 frequency") || is("bfloat16 angle"))
            frequency = in_bfloat16(frequency);
        if (is("bfloat16 angle")) return in_bfloat16(in_bfloat16(at) * frequency);
        return at * frequency;
    }

    Matrix turn(const Matrix& x, std::size_t head, std::size_t n_heads,
                bool is_query) const {
        const std::size_t d_k = x.cols();
        Matrix y = x;
        for (std::size_t i = 0; i < x.rows(); ++i) {
            for (std::size_t pair = 0; pair < d_k / 2; ++pair) {
                std::size_t a = 2 * pair, b = 2 * pair + 1;
                if (is("other layout")) a = pair, b = pair + d_k / 2;
                const double by = angle(i, pair, head, d_k, n_heads, is_query);
                y(i, a) = x(i, a) * std::cos(by) - x(i, b) * std::sin(by);
                y(i, b) = x(i, a) * std::sin(by) + x(i, b) * std::cos(by);
            }
        }
        return y;
    }

    Matrix through(const Linear& map, const Matrix& x) const {
        if (is("W_q, W_o transposed")) return matmul_transpose_b(x, map.weight);
        return map.forward(x);
    }

    AttentionMask mask(std::size_t n) const {
        std::size_t window = n;
        if (is("window 64")) window = 64;
        if (is("window 32")) window = 32;
        if (is("window 16")) window = 16;
        return AttentionMask::where(n, n, [&](std::size_t query, std::size_t key) {
            return is("no causal mask") || (key <= query && query - key < window);
        });
    }

    Matrix attend(const GroupedQueryAttention& by, const Matrix& x) const {
        const std::vector<Matrix> q = split_heads(through(by.w_q, x), by.n_heads);
        const std::vector<Matrix> k = split_heads(by.w_k.forward(x), by.n_kv_heads);
        const std::vector<Matrix> v = split_heads(by.w_v.forward(x), by.n_kv_heads);
        const double d_k = static_cast<double>(q[0].cols());
        double divisor = std::sqrt(d_k);
        if (is("no root")) divisor = 1;
        if (is("root twice")) divisor = d_k;
        std::vector<Matrix> outputs;
        for (std::size_t h = 0; h < by.n_heads; ++h) {
            const std::size_t of_group = h / (by.n_heads / by.n_kv_heads);
            const std::size_t s = is("heads 0 1 0 1") ? h % by.n_kv_heads : of_group;
            const Matrix turned_q = turn(q[h], h, by.n_heads, true);
            const Matrix turned_k =
                is("only queries turned") ? k[s] : turn(k[s], s, by.n_kv_heads, false);
            Matrix scores = matmul_transpose_b(turned_q, turned_k) / divisor;
            for (double& score : scores.values()) {
                if (is("cap of 50")) score = 50 * std::tanh(score / 50);
                if (is("cap of 5")) score = 5 * std::tanh(score / 5);
            }
            const Matrix weights = softmax_rows(apply_mask(scores, mask(x.rows())));
            outputs.push_back(matmul(weights, is("values turned too")
                                                  ? turn(v[s], s, by.n_kv_heads, false)
                                                  : v[s]));
        }
        return through(by.w_o, merge_heads(outputs));
    }

    double curve(double x) const {
        if (is("GELU")) return gelu_exact(x);
        if (is("GELU by tanh")) return gelu_tanh(x);
        if (is("ReLU")) return relu(x);
        if (is("sigmoid")) return 1 / (1 + std::exp(-x));
        return silu(x);
    }

    Matrix feed(const GatedFeedForward& by, const Matrix& x) const {
        Matrix gate = by.gate.forward(x), up = by.up.forward(x);
        if (is("gate, up exchanged")) std::swap(gate, up);
        for (std::size_t i = 0; i < gate.rows(); ++i) {
            for (std::size_t j = 0; j < gate.cols(); ++j) {
                const double before = gate(i, j);
                gate(i, j) = curve(before) * up(i, j);
                if (is("SiLU of the product")) gate(i, j) = curve(before * up(i, j));
                if (is("no up")) gate(i, j) = curve(before);
            }
        }
        return by.down.forward(gate);
    }

    Matrix logits(const Llama& model, const std::vector<std::size_t>& ids) const {
        Matrix x = model.embedding.forward(ids);
        if (is("table times root")) x = x * std::sqrt(static_cast<double>(x.cols()));
        for (const LlamaLayer& layer : model.layers) {
            const RmsNorm& second = is("one norm for both") ? layer.norm1 : layer.norm2;
            if (is("post-norm")) {
                x = norm(layer.norm1, x + attend(layer.attention, x));
                x = norm(layer.norm2, x + feed(layer.feed_forward, x));
                continue;
            }
            const Matrix n1 = norm(layer.norm1, x);
            x = (is("residual of the norm") ? n1 : x) + attend(layer.attention, n1);
            const Matrix n2 = norm(second, x);
            x = (is("residual of the norm") ? n2 : x) + feed(layer.feed_forward, n2);
        }
        if (!is("no last norm")) x = norm(model.final_norm, x);
        if (model.output.weight.cols() > 0) return model.output.forward(x);
        return matmul_transpose_b(x, model.embedding.table);
    }
};

}  // namespace

void round_rows(Matrix& m, int bits) {
    const double steps = std::exp2(bits - 1) - 1;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        double largest = 0;
        for (const double entry : m.row(i)) largest = std::max(largest, std::abs(entry));
        const double step = largest / steps;
        if (step == 0) continue;
        for (double& entry : m.row(i)) entry = std::round(entry / step) * step;
    }
}

const std::vector<LlamaMistake>& llama_mistakes() {
    static const std::vector<LlamaMistake> all{
        {"other layout", "columns i and i + 4 turn together, not 2i and 2i + 1"},
        {"base 500000", "for 10000"},
        {"base 1e6", "for 10000"},
        {"base 1000", "for 10000"},
        {"exponent doubled", "4i/d_k for 2i/d_k"},
        {"exponent by d_model", "2i/d_model for 2i/d_k"},
        {"exponent up to 1", "2i/(d_k - 2) for 2i/d_k"},
        {"bfloat16 frequency", "frequencies rounded"},
        {"bfloat16 angle", "angles rounded"},
        {"one table, all heads", "angles by the column of all heads"},
        {"no turn", "no positions at all"},
        {"only queries turned", "keys are not"},
        {"values turned too", "they should not be"},
        {"backwards", "both turned by minus the angle"},
        {"query backwards", "queries turned by minus the angle"},
        {"query 1 off", "queries turned one position too far"},
        {"query 10 off", "queries turned ten positions too far"},
        {"heads 0 1 0 1", "for 0 0 1 1"},
        {"no root", "scores not divided"},
        {"root twice", "divided by d_k"},
        {"mean taken away", "a layer norm"},
        {"sum, not mean", "of squares"},
        {"gamma + 1", "as Gemma's files want"},
        {"gamma left out", "1 for all"},
        {"epsilon 1e-6", "for 1e-5"},
        {"epsilon 1e-3", "for 1e-5"},
        {"epsilon outside", "of the root"},
        {"no last norm", "before the logits"},
        {"post-norm", "norms after the sums"},
        {"one norm for both", "the first one's gamma twice"},
        {"residual of the norm", "the sum adds to the normed row"},
        {"gate, up exchanged", "silu on the other one"},
        {"GELU", "for SiLU"},
        {"GELU by tanh", "for SiLU"},
        {"ReLU", "for SiLU"},
        {"sigmoid", "for SiLU"},
        {"SiLU of the product", "a parenthesis"},
        {"no up", "silu of the gate alone"},
        {"table times root", "of d_model, as in 2017"},
        {"W_q, W_o transposed", "the square matrices"},
        {"no causal mask", "each word sees all"},
        {"window 64", "sees 64 words"},
        {"window 32", "sees 32 words"},
        {"window 16", "sees 16 words"},
        {"cap of 50", "on scores"},
        {"cap of 5", "on scores"},
        {"8 bits", "for each weight"},
        {"6 bits", "for each weight"},
        {"5 bits", "for each weight"},
        {"4 bits", "for each weight"},
        {"3 bits", "for each weight"},
    };
    return all;
}

Matrix mistaken_logits(const Llama& model, const std::vector<std::size_t>& ids,
                       const std::string& mistake) {
    const bool is_known = std::ranges::find(llama_mistakes(), mistake,
                                            &LlamaMistake::name) != llama_mistakes().end();
    if (!is_known && mistake != "positions from 1" && !mistake.empty())
        throw std::invalid_argument("mistaken_logits: there is no mistake " + mistake);
    if (const int bits = bits_of(mistake))
        return Wrong{""}.logits(in_bits(model, bits), ids);
    return Wrong{mistake}.logits(model, ids);
}

}  // namespace attn::mistakes
