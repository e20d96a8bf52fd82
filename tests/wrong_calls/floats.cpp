#include <utility>

#include "fast/attention.hpp"
#include "fast/encoder.hpp"
#include "fast/softmax.hpp"
#include "masks.hpp"
#include "wrong_calls/wrong_calls.hpp"

using namespace attn;

void wrong_calls::with_floats(Said& said) {
    Random generator(1);

    said.begin("Fast matrices");
    WRONG(fast::FloatMatrix{{1, 2}, {3}});
    LET(fast::FloatMatrix m(2, 3));
    WRONG(m(2, 0));
    WRONG(m(0, 3));
    WRONG(std::as_const(m)(2, 0));
    WRONG(std::as_const(m)(0, 3));
    WRONG(m.row(2));
    WRONG(std::as_const(m).row(2));
    WRONG(m.columns(2, 2));
    WRONG(std::as_const(m).columns(4, 0));

    said.begin("Fast products, maps and norms");
    WRONG(fast::Threads(0));
    WRONG(fast::Workspace(1025));
    LET(fast::Threads threads(1));
    LET(fast::FloatMatrix b(3, 5), c(2, 5), wide(2, 7), high(7, 5), y);
    LET(fast::PackedCols packed);
    LET(fast::pack_cols(b.view(), packed, threads));
    WRONG(fast::multiply(wide.view(), packed, {}, c.view(), threads));
    WRONG(fast::multiply(m.view(), packed, {}, high.view(), threads));
    WRONG(fast::multiply(m.view(), packed, {}, wide.view(), threads));
    WRONG(fast::Linear(Linear{Matrix(2, 3), {1, 2}}));
    WRONG(fast::Linear(Linear{Matrix(2, 3)}).forward(wide, y, threads));
    LET(fast::FloatMatrix none(2, 0));
    WRONG(fast::softmax_rows(none, threads));
    WRONG(fast::LayerNorm(LayerNorm{{1, 2}, {}}, 3));
    WRONG(fast::LayerNorm(LayerNorm{}, 0));
    WRONG(fast::LayerNorm(LayerNorm{{}, {}, -1}, 3));
    WRONG(fast::LayerNorm(LayerNorm{}, 3).forward(wide, y, threads));

    said.begin("Fast attention");
    LET(fast::FloatMatrix q(2, 3), k(5, 3), v(5, 7), short_k(5, 2), output(2, 7));
    WRONG(fast::online_attention(q, short_k, v, threads));
    LET(fast::FloatMatrix no_k(0, 3), no_v(0, 7), flat_k(5, 0));
    WRONG(fast::online_attention(q, no_k, no_v, threads));
    WRONG(fast::online_attention(none, flat_k, v, threads));
    WRONG(fast::online_attention(q, k, v, threads, open_mask(2, 3)));
    LET(fast::FloatView a = q.view(), at = k.view(), of = v.view(), to = output.view());
    WRONG(fast::online_attention(a, at, of, 2, {}, to, threads));
    WRONG(fast::online_attention(a, at, of, 0, {}, to, threads));
    WRONG(fast::online_attention(a, at, of, 1, {}, output.columns(0, 5), threads));
    WRONG(fast::Mask(open_mask(2, 5)).open_keys(2));

    said.begin("Fast encoders");
    WRONG(fast::EncoderWorkspace(0));
    LET(TransformerConfig sizes{.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 2});
    LET(const Encoder good = random_encoder(sizes, generator));
    LET(const fast::Encoder encoder(good));
    LET(fast::EncoderWorkspace workspace);
    LET(const fast::FloatMatrix x(5, 6));
    WRONG(encoder.forward(fast::FloatMatrix(5, 7), workspace));
    WRONG(encoder.forward(fast::FloatMatrix(0, 6), workspace));
    WRONG(encoder.forward(x, workspace, open_mask(5, 7)));
    WRONG(encoder.forward(x, workspace, open_mask(3, 5)));
    LET(Encoder bad = good);
    LET(bad.layers[0].attention.w_k = {Matrix(6, 9)});
    WRONG(fast::Encoder(bad));
    LET(bad = good);
    LET(bad.layers[0].attention.w_v = {Matrix(6, 4)});
    WRONG(fast::Encoder(bad));
    LET(bad = good);
    LET(bad.layers[0].feed_forward.second = {Matrix(9, 6)});
    WRONG(fast::Encoder(bad));
    LET(bad = good);
    LET(bad.layers[1].norm2.epsilon = -1);
    WRONG(fast::Encoder(bad));
    LET(sizes.d_model = 3);
    LET(bad.layers[1] = random_encoder_layer(sizes, generator));
    WRONG(fast::Encoder(bad));
    LET(bad = good);
    LET(bad.final_norm = untrained_layer_norm(7));
    WRONG(fast::Encoder(bad));
    LET(bad.final_norm = untrained_layer_norm(6, -1));
    WRONG(fast::Encoder(bad));
    WRONG(fast::Encoder(Encoder{{}, LayerNorm{}}));
    LET(const fast::Encoder norm_alone(Encoder{{}, untrained_layer_norm(6)}));
    WRONG(norm_alone.forward(x, workspace, open_mask(6, 6)));
    WRONG(norm_alone.forward(fast::FloatMatrix(5, 7), workspace));
}
