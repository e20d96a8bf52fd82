// What the doctor's wrong layers compute, put together from the library's parts as the mistake's
// name says.
#include "doctor/library/layers.hpp"

#include <functional>

#include "blocks.hpp"
#include "catch.hpp"
#include "doctor/library/sentences.hpp"
#include "matrix_matchers.hpp"

namespace attn::doctor {

using attn::AttentionMask;
using attn::Matrix;

namespace {

/// An encoder layer's parts, and one sentence's mask.
struct EncoderParts {
    attn::EncoderLayer layer;
    AttentionMask mask;

    Matrix a(const Matrix& x) const { return layer.attention.forward(x, x, x, mask); }
    Matrix f(const Matrix& x) const { return layer.feed_forward.forward(x); }
    Matrix n1(const Matrix& x) const { return layer.norm1.forward(x); }
    Matrix n2(const Matrix& x) const { return layer.norm2.forward(x); }
};

/// A decoder layer's parts, and one sentence's memory and its mask.
struct DecoderParts {
    attn::DecoderLayer layer;
    Matrix memory;
    AttentionMask mask, memory_mask;

    Matrix a(const Matrix& y) const { return layer.self_attention.forward(y, y, y, mask); }
    Matrix c(const Matrix& y, const Matrix& keys, const Matrix& values) const {
        return layer.cross_attention.forward(y, keys, values, memory_mask);
    }
    Matrix c(const Matrix& y) const { return c(y, memory, memory); }
    Matrix f(const Matrix& y) const { return layer.feed_forward.forward(y); }
    Matrix n1(const Matrix& y) const { return layer.norm1.forward(y); }
    Matrix n2(const Matrix& y) const { return layer.norm2.forward(y); }
    Matrix n3(const Matrix& y) const { return layer.norm3.forward(y); }
};

void require_output(const Probe& probe, const Switches& on,
                    const std::function<Matrix(std::size_t sentence)>& wanted) {
    const Array given = kind_named(probe.kind).reference(probe, on).at("output");
    std::vector<double> values;
    for (std::size_t s = 0; s < probe.count("batch"); ++s) {
        const Matrix y = wanted(s);
        values.insert(values.end(), y.values().begin(), y.values().end());
    }
    CHECK(largest_gap(given.values, values) < 1e-12);
}

using EncoderWay = std::function<Matrix(EncoderParts& l, const Matrix& x)>;
using DecoderWay = std::function<Matrix(DecoderParts& l, const Matrix& y)>;

/// asked  "post" or "pre"
void require_encoder(const std::string& asked, const Switches& on, const EncoderWay& way) {
    const Probe& probe = probe_named("encoder_layer", asked + ", relu, biases, padding");
    require_output(probe, on, [&](std::size_t s) {
        EncoderParts parts{encoder_layer_of(probe), mask(probe, s)};
        return way(parts, matrix(probe, "x", s));
    });
}

void require_decoder(const std::string& asked, const Switches& on, const DecoderWay& way,
                     const std::string& more = ", relu, 5 words read, padding") {
    const Probe& probe = probe_named("decoder_layer", asked + more);
    require_output(probe, on, [&](std::size_t s) {
        DecoderParts parts{decoder_layer_of(probe), matrix(probe, "memory", s),
                           mask(probe, s), memory_mask(probe, s)};
        return way(parts, matrix(probe, "x", s));
    });
}

Matrix encoder_post(EncoderParts& l, const Matrix& x) {
    const Matrix h = l.n1(x + l.a(x));
    return l.n2(h + l.f(h));
}

Matrix encoder_pre(EncoderParts& l, const Matrix& x) {
    const Matrix h = x + l.a(l.n1(x));
    return h + l.f(l.n2(h));
}

Matrix decoder_post(DecoderParts& l, const Matrix& y) {
    const Matrix h = l.n1(y + l.a(y)), g = l.n2(h + l.c(h));
    return l.n3(g + l.f(g));
}

}  // namespace

TEST_CASE("doctor: norms in a wrong place stand where its name says") {
    require_encoder("post", {}, encoder_post);
    require_encoder("pre", {}, encoder_pre);
    require_encoder("post", {.norm_place = NormPlace::exchanged}, encoder_pre);
    require_encoder("pre", {.norm_place = NormPlace::exchanged}, encoder_post);
    for (const char* asked : {"post", "pre"}) {
        require_encoder(asked, {.norm_place = NormPlace::always_post}, encoder_post);
        require_encoder(asked, {.norm_place = NormPlace::always_pre}, encoder_pre);
        require_encoder(asked, {.norm_place = NormPlace::mixed_pre_post},
                        [](auto& l, const Matrix& x) {
                            const Matrix h = x + l.a(l.n1(x));
                            return l.n2(h + l.f(h));
                        });
        require_encoder(asked, {.norm_place = NormPlace::mixed_post_pre},
                        [](auto& l, const Matrix& x) {
                            const Matrix h = l.n1(x + l.a(x));
                            return h + l.f(l.n2(h));
                        });
        require_encoder(
            asked, {.norm_place = NormPlace::queries_only}, [](auto& l, const Matrix& x) {
                const Matrix h = x + l.layer.attention.forward(l.n1(x), x, x, l.mask);
                return h + l.f(l.n2(h));
            });
        require_encoder(asked, {.norm_place = NormPlace::inside},
                        [](auto& l, const Matrix& x) {
                            const Matrix h = x + l.n1(l.a(x));
                            return h + l.n2(l.f(h));
                        });
    }
    require_encoder("post", {.norm_place = NormPlace::sandwich}, encoder_post);
    require_encoder("pre", {.norm_place = NormPlace::sandwich},
                    [](auto& l, const Matrix& x) { return l.n2(encoder_pre(l, x)); });
}

TEST_CASE("doctor: norms that are missing or exchanged are those that its name says") {
    const auto require_norms = [](Norms norms, const auto& change) {
        require_encoder("post", {.norms = norms}, [&](auto& l, const Matrix& x) {
            change(l.layer);
            return encoder_post(l, x);
        });
    };
    require_norms(Norms::first_twice, [](auto& layer) { layer.norm2 = layer.norm1; });
    require_norms(Norms::exchanged,
                  [](auto& layer) { std::swap(layer.norm1, layer.norm2); });
    require_encoder("post", {.norms = Norms::no_first}, [](auto& l, const Matrix& x) {
        const Matrix h = x + l.a(x);
        return l.n2(h + l.f(h));
    });
    require_encoder("post", {.norms = Norms::no_second}, [](auto& l, const Matrix& x) {
        const Matrix h = l.n1(x + l.a(x));
        return h + l.f(h);
    });
    require_encoder("pre", {.norms = Norms::none}, [](auto& l, const Matrix& x) {
        const Matrix h = x + l.a(x);
        return h + l.f(h);
    });
}

TEST_CASE("doctor: residual sums that are wrong add what their names say") {
    require_encoder("post", {.residual = Residual::from_input},
                    [](auto& l, const Matrix& x) {
                        const Matrix h = l.n1(x + l.a(x));
                        return l.n2(x + l.f(h));
                    });
    require_encoder("pre", {.residual = Residual::of_normed}, [](auto& l, const Matrix& x) {
        const Matrix h = l.n1(x) + l.a(l.n1(x));
        return l.n2(h) + l.f(l.n2(h));
    });
    require_encoder("post", {.residual = Residual::of_normed}, encoder_post);
    require_encoder("post", {.residual = Residual::no_first}, [](auto& l, const Matrix& x) {
        const Matrix h = l.n1(l.a(x));
        return l.n2(h + l.f(h));
    });
    require_encoder("pre", {.residual = Residual::first_doubled},
                    [](auto& l, const Matrix& x) {
                        const Matrix a = l.a(l.n1(x)), h = a + a;
                        return h + l.f(l.n2(h));
                    });
    require_encoder("pre", {.residual = Residual::no_second},
                    [](auto& l, const Matrix& x) { return l.f(l.n2(x + l.a(l.n1(x)))); });
    require_encoder("pre", {.residual = Residual::none},
                    [](auto& l, const Matrix& x) { return l.f(l.n2(l.a(l.n1(x)))); });
}

TEST_CASE("doctor: wrong feed-forward networks do what their names say") {
    const auto require_change = [](const Switches& on, const auto& change) {
        require_encoder("post", on, [&](auto& l, const Matrix& x) {
            change(l.layer.feed_forward);
            return encoder_post(l, x);
        });
    };
    using B = FeedForwardBias;
    require_change({.feed_forward_bias = B::no_first},
                   [](auto& f) { f.first.bias.clear(); });
    require_change({.feed_forward_bias = B::no_second},
                   [](auto& f) { f.second.bias.clear(); });
    require_change({.feed_forward_bias = B::none}, [](auto& f) {
        f.first.bias.clear();
        f.second.bias.clear();
    });
    const auto require_end = [](CurvePlace place, bool between) {
        require_encoder("post", {.curve_place = place}, [&](auto& l, const Matrix& x) {
            const Matrix h = l.n1(x + l.a(x));
            const attn::FeedForward& f = l.layer.feed_forward;
            Matrix y = f.second.forward(between ? f.trace(h).activated : f.trace(h).hidden);
            for (double& value : y.values()) value = std::max(value, 0.0);
            return l.n2(h + y);
        });
    };
    require_end(CurvePlace::twice, true);
    require_end(CurvePlace::late, false);
}

TEST_CASE("doctor: cross-attention that is wrong looks where its name says") {
    require_decoder("post", {}, decoder_post);
    const auto require_looks = [](Memory memory, const auto& cross) {
        require_decoder("post", {.memory = memory}, [&](auto& l, const Matrix& y) {
            const Matrix h = l.n1(y + l.a(y)), g = l.n2(h + cross(l, h));
            return l.n3(g + l.f(g));
        });
    };
    require_looks(Memory::own_keys,
                  [](auto& l, const Matrix& h) { return l.c(h, h, l.memory); });
    require_looks(Memory::own_values,
                  [](auto& l, const Matrix& h) { return l.c(h, l.memory, h); });
    require_looks(Memory::own_both, [](auto& l, const Matrix& h) { return l.c(h, h, h); });
    require_looks(Memory::causal, [](auto& l, const Matrix& h) {
        l.memory_mask = l.memory_mask & attn::causal_mask(5);
        return l.c(h);
    });
    const Probe& seven = probe_named("decoder_layer", "post, relu, 7 words read");
    require_decoder(
        "post", {.memory = Memory::own_both},
        [](auto& l, const Matrix& y) {
            const Matrix h = l.n1(y + l.a(y)), g = l.n2(h + l.c(h, h, h));
            return l.n3(g + l.f(g));
        },
        ", relu, 7 words read");
    for (const Memory own : {Memory::own_keys, Memory::own_values}) {
        CHECK_THROWS_AS(kind_named("decoder_layer").reference(seven, {.memory = own}),
                        Inapplicable);
    }
}

TEST_CASE("doctor: a decoder layer in a wrong order has the parts that its name says") {
    require_decoder("post", {.cross = CrossOrder::cross_first},
                    [](auto& l, const Matrix& y) {
                        const Matrix h = l.n1(y + l.c(y)), g = l.n2(h + l.a(h));
                        return l.n3(g + l.f(g));
                    });
    require_decoder("post", {.cross = CrossOrder::no_cross}, [](auto& l, const Matrix& y) {
        const Matrix h = l.n1(y + l.a(y));
        return l.n3(h + l.f(h));
    });
    require_decoder("pre", {.cross = CrossOrder::no_self}, [](auto& l, const Matrix& y) {
        const Matrix h = y + l.c(l.n2(y));
        return h + l.f(l.n3(h));
    });
    require_decoder("post", {.cross = CrossOrder::shared_weights},
                    [](auto& l, const Matrix& y) {
                        l.layer.cross_attention = l.layer.self_attention;
                        return decoder_post(l, y);
                    });
    require_decoder("post", {.cross = CrossOrder::queries_before_sum},
                    [](auto& l, const Matrix& y) {
                        const Matrix a = l.a(y), h = l.n1(y + a);
                        const Matrix g = l.n2(h + l.c(a));
                        return l.n3(g + l.f(g));
                    });
    require_decoder("post", {.cross = CrossOrder::queries_of_input},
                    [](auto& l, const Matrix& y) {
                        const Matrix h = l.n1(y + l.a(y)), g = l.n2(h + l.c(y));
                        return l.n3(g + l.f(g));
                    });
    require_decoder("post", {.norms = Norms::second_twice}, [](auto& l, const Matrix& y) {
        l.layer.norm3 = l.layer.norm2;
        return decoder_post(l, y);
    });
    require_decoder("post", {.norms = Norms::no_third}, [](auto& l, const Matrix& y) {
        const Matrix h = l.n1(y + l.a(y)), g = l.n2(h + l.c(h));
        return g + l.f(g);
    });
    require_decoder("post", {.norms = Norms::first_twice}, [](auto& l, const Matrix& y) {
        l.layer.norm2 = l.layer.norm3 = l.layer.norm1;
        return decoder_post(l, y);
    });
    require_decoder("post", {.norms = Norms::exchanged}, [](auto& l, const Matrix& y) {
        std::swap(l.layer.norm1, l.layer.norm2);
        return decoder_post(l, y);
    });
    require_decoder("post", {.residual = Residual::no_third}, [](auto& l, const Matrix& y) {
        const Matrix h = l.n1(y + l.a(y)), g = l.n2(h + l.c(h));
        return l.n3(l.f(g));
    });
    require_decoder("pre", {.norm_place = NormPlace::sandwich},
                    [](auto& l, const Matrix& y) {
                        const Matrix h = y + l.a(l.n1(y)), g = h + l.c(l.n2(h));
                        return l.n3(g + l.f(l.n3(g)));
                    });
    require_decoder("pre", {.norm_place = NormPlace::mixed_pre_post},
                    [](auto& l, const Matrix& y) {
                        const Matrix h = y + l.a(l.n1(y)), g = l.n2(h + l.c(h));
                        return l.n3(g + l.f(g));
                    });
}

}  // namespace attn::doctor
