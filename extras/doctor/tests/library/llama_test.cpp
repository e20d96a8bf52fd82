// The doctor's grouped heads, gated network and Llama layer by another route: one word after the
// other, head by head, and pairs turned as complex numbers.
#include <algorithm>
#include <cmath>
#include <complex>

#include "blocks.hpp"
#include "catch.hpp"
#include "doctor/library/examine.hpp"
#include "doctor/library/kind.hpp"
#include "patients.hpp"

namespace attn::doctor {

namespace {

using Row = std::vector<double>;

double product(const Row& a, const Row& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
    return sum;
}

Row row_of(const Array& x, std::size_t i) {
    const std::size_t d = x.shape.back();
    return {x.values.begin() + static_cast<std::ptrdiff_t>(i * d),
            x.values.begin() + static_cast<std::ptrdiff_t>((i + 1) * d)};
}

/// weight [out x in] times x
Row times(const Array& weight, const Row& x) {
    Row y;
    for (std::size_t i = 0; i < weight.shape[0]; ++i)
        y.push_back(product(row_of(weight, i), x));
    return y;
}

Row rms_normed(Row x, const Array& gamma, double epsilon) {
    const double mean = product(x, x) / static_cast<double>(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) {
        x[j] *= gamma.values[j] / std::sqrt(mean + epsilon);
    }
    return x;
}

/// A sentence's attention, word by word, with a cache.
class WordByWord {
public:
    WordByWord(const Probe& probe, std::string prefix)
        : probe_(probe), prefix_(std::move(prefix)), d_k_(probe.count("d_k")) {}

    Row operator()(const Row& x) {
        const std::size_t position = keys_.size(), n_heads = probe_.count("n_heads");
        const std::size_t n_kv = probe_.count("n_kv_heads");
        keys_.push_back(placed(times(weight("k_proj"), x), n_kv, "k_norm", position));
        values_.push_back(times(weight("v_proj"), x));
        const Row q = placed(times(weight("q_proj"), x), n_heads, "q_norm", position);
        Row y;
        for (std::size_t h = 0; h < n_heads; ++h) {
            const Row of_head = attended(head(q, h), h * n_kv / n_heads);
            y.insert(y.end(), of_head.begin(), of_head.end());
        }
        return times(weight("o_proj"), y);
    }

private:
    const Array& weight(const std::string& name) const {
        return probe_.arrays.at(prefix_ + name + ".weight");
    }

    Row head(const Row& x, std::size_t h) const {
        const auto begin = x.begin() + static_cast<std::ptrdiff_t>(h * d_k_);
        return {begin, begin + static_cast<std::ptrdiff_t>(d_k_)};
    }

    Row placed(const Row& x, std::size_t n, const std::string& norm,
               std::size_t position) const {
        Row y;
        for (std::size_t h = 0; h < n; ++h) {
            Row row = head(x, h);
            if (probe_.has(prefix_ + norm + ".weight")) {
                row = rms_normed(row, weight(norm), probe_.number("eps"));
            }
            row = turned_row(row, position);
            y.insert(y.end(), row.begin(), row.end());
        }
        return y;
    }

    Row turned_row(Row x, std::size_t position) const {
        const std::string layout = probe_.setting("layout");
        for (std::size_t i = 0; layout != "none" && i < d_k_ / 2; ++i) {
            double& a = x[layout == "halves" ? i : 2 * i];
            double& b = x[layout == "halves" ? i + d_k_ / 2 : 2 * i + 1];
            const double power = -2.0 * static_cast<double>(i) / static_cast<double>(d_k_);
            const auto y = std::complex(a, b) *
                           std::polar(1.0, static_cast<double>(position) *
                                               std::pow(probe_.number("base"), power));
            a = y.real();
            b = y.imag();
        }
        return x;
    }

    Row attended(const Row& q, std::size_t kv_head) const {
        const std::size_t window = probe_.count("window"), n = keys_.size();
        const std::size_t first = window > 0 && n > window ? n - window : 0;
        const double cap = probe_.number("soft_cap");
        Row scores, y(d_k_);
        for (std::size_t j = first; j < n; ++j) {
            const double score =
                product(q, head(keys_[j], kv_head)) / std::sqrt(static_cast<double>(d_k_));
            scores.push_back(cap > 0 ? cap * std::tanh(score / cap) : score);
        }
        const double most = *std::max_element(scores.begin(), scores.end());
        double sum = 0;
        for (std::size_t j = first; j < n; ++j) {
            const double weight = std::exp(scores[j - first] - most);
            const Row value = head(values_[j], kv_head);
            for (std::size_t c = 0; c < d_k_; ++c) y[c] += weight * value[c];
            sum += weight;
        }
        for (double& number : y) number /= sum;
        return y;
    }

    const Probe& probe_;
    std::string prefix_;
    std::size_t d_k_;
    std::vector<Row> keys_ = {}, values_ = {};
};

Row network(const Probe& probe, const std::string& prefix, const Row& x) {
    const auto weight = [&](const char* name) { return probe.arrays.at(prefix + name); };
    const std::string activation = probe.setting("activation");
    Row gate = times(weight("gate_proj.weight"), x);
    const Row up = times(weight("up_proj.weight"), x);
    for (std::size_t j = 0; j < gate.size(); ++j) {
        const double g = gate[j], pi = std::acos(-1);
        double bent = g / (1 + std::exp(-g));
        if (activation == "relu") bent = std::max(g, 0.0);
        if (activation == "gelu") bent = g / 2 * (1 + std::erf(g / std::sqrt(2)));
        if (activation == "gelu_tanh") {
            bent = g / 2 * (1 + std::tanh(std::sqrt(2 / pi) * (g + 0.044715 * g * g * g)));
        }
        gate[j] = bent * up[j];
    }
    return times(weight("down_proj.weight"), gate);
}

Row layer(const Probe& probe, WordByWord& attention, const Row& x) {
    const double epsilon = probe.number("eps");
    Row h = attention(rms_normed(x, probe.arrays.at("input_layernorm.weight"), epsilon));
    for (std::size_t j = 0; j < x.size(); ++j) h[j] += x[j];
    Row y =
        network(probe, "mlp.",
                rms_normed(h, probe.arrays.at("post_attention_layernorm.weight"), epsilon));
    for (std::size_t j = 0; j < x.size(); ++j) y[j] += h[j];
    return y;
}

/// All words of a sentence, those of past first; only x's count.
Answer by_another_route(const Probe& probe) {
    Array output{.shape = probe.arrays.at("x").shape};
    const std::size_t n = output.shape[1], n_past = probe.count("n_past");
    for (std::size_t s = 0; s < output.shape[0]; ++s) {
        WordByWord attention(probe, probe.kind == "llama_layer" ? "self_attn." : "");
        for (std::size_t t = 0; t < n_past + n; ++t) {
            const Row x = t < n_past ? row_of(probe.arrays.at("past"), s * n_past + t)
                                     : row_of(probe.arrays.at("x"), s * n + t - n_past);
            const Row y = probe.kind == "gqa"           ? attention(x)
                          : probe.kind == "llama_layer" ? layer(probe, attention, x)
                                                        : network(probe, "", x);
            if (t >= n_past) output.values.insert(output.values.end(), y.begin(), y.end());
        }
    }
    return {.what = Answer::What::given, .outputs = {{"output", output}}};
}

/// What is said of a kind's mistake.
Diagnosis examined_with(const std::string& kind, const Switches& on) {
    return examine(kind, patient(kind_named(kind), on), patience);
}

}  // namespace

TEST_CASE("doctor: a Llama's parts are right by another route, word by word") {
    for (const char* kind : {"gqa", "gated_feed_forward", "llama_layer"}) {
        const Diagnosis found = examine(kind, [](const std::vector<Probe>& probes) {
            std::vector<Answer> answers;
            for (const Probe& probe : probes) answers.push_back(by_another_route(probe));
            return answers;
        });
        INFO(found);
        CHECK(found.right());
        CHECK(found.precision == "float64");
        CHECK(found.answered == probes(kind).size());
    }
}

TEST_CASE("doctor: a first row that was never written has a key and a value of zeros") {
    const Kind& kind = kind_named("gqa");
    Probe probe = probe_named("gqa", "halves, 3 words after 4");
    const Arrays wrong = kind.reference(probe, {.kept = Kept::first_is_zeros});
    Array& past = probe.arrays.at("past");  // without biases zeros stay zeros
    for (std::size_t s = 0; s < past.shape[0]; ++s) {
        std::fill_n(
            past.values.begin() + static_cast<std::ptrdiff_t>(s * 4 * past.shape[2]),
            past.shape[2], 0.0);
    }
    CHECK(distance(wrong, kind.reference(probe, {})) < 1e-14);
}

TEST_CASE("doctor: heads that are normalized unasked are so with a gamma of 1") {
    const Kind& kind = kind_named("gqa");
    Probe probe = probe_named("gqa", "halves, 3 words after 4");
    const Arrays wrong = kind.reference(probe, {.head_norm = HeadNorm::always});
    for (const char* name : {"q_norm.weight", "k_norm.weight"}) {
        probe.arrays[name] = {{6}, std::vector<double>(6, 1.0)};
    }
    CHECK(distance(wrong, kind.reference(probe, {})) == 0);
}

TEST_CASE("doctor: what changes no score of a Llama is no mistake") {
    // Only distances enter a score.
    CHECK(examined_with("gqa", {.start = Start::one_more}).right());
    CHECK(examined_with("llama_layer", {.start = Start::one_less}).right());
}

}  // namespace attn::doctor
