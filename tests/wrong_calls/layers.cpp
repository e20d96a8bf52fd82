#include "attn/decoder.hpp"
#include "attn/decoding.hpp"
#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/gated_feed_forward.hpp"
#include "attn/llama.hpp"
#include "attn/rms_norm.hpp"
#include "infinity.hpp"
#include "masks.hpp"
#include "wrong_calls/wrong_calls.hpp"

using namespace attn;

void wrong_calls::with_layers(Said& said) {
    Random generator(1);

    said.begin("Linear maps and embeddings");
    WRONG(Linear{Matrix(2, 3)}.forward(Matrix(5, 3)));
    WRONG(Linear{Matrix(2, 3), {1, 2}}.forward(Matrix(5, 2)));
    WRONG(random_linear(0, 3, generator));
    WRONG(Embedding{Matrix(5, 3)}.forward({0, 4, 5}));
    WRONG(with_padding({Matrix(5, 3)}, 5));

    said.begin("Norms");
    WRONG(LayerNorm{{1, 2, 3}, {4, 5, 6}}.forward(Matrix(2, 5)));
    WRONG(LayerNorm{{1, 2, 3}, {4, 5}}.trace(Matrix(2, 3)));
    WRONG(LayerNorm{}.forward(Matrix(2, 0)));
    WRONG(untrained_layer_norm(3, -1e-5).forward(Matrix(2, 3)));
    WRONG(untrained_layer_norm(3, not_a_number).forward(Matrix(2, 3)));
    WRONG(untrained_layer_norm(3, infinity).forward(Matrix(2, 3)));
    WRONG(RmsNorm{{1, 1, 1}}.forward(Matrix(2, 5)));
    WRONG(RmsNorm{}.trace(Matrix(2, 0)));
    WRONG(RmsNorm{{}, -1}.forward(Matrix(2, 5)));
    WRONG(RmsNorm{{}, infinity}.forward(Matrix(2, 5)));

    said.begin("Feed-forward networks");
    WRONG(random_feed_forward(5, 0, generator));
    WRONG(random_feed_forward(0, 5, generator));
    WRONG(FeedForward{{Matrix(5, 11)}, {Matrix(11, 5)}}.forward(Matrix(3, 7)));
    WRONG(FeedForward{{Matrix(5, 11)}, {Matrix(13, 5)}}.forward(Matrix(3, 5)));
    WRONG(FeedForward{{Matrix(5, 11)}, {Matrix(13, 5)}}.trace(Matrix(3, 5)));
    WRONG(GatedFeedForward{{Matrix(5, 7)}, {Matrix(5, 9)}}.forward(Matrix(3, 5)));
    WRONG(GatedFeedForward{{Matrix(5, 7)}, {Matrix(5, 7)}}.forward(Matrix(3, 7)));
    WRONG(GatedFeedForward{{Matrix(5, 7)}, {Matrix(5, 7)}}.trace(Matrix(3, 5)));

    said.begin("Heads");
    WRONG(split_heads(Matrix(2, 7), 3));
    WRONG(split_heads(Matrix(2, 7), 0));
    WRONG(merge_heads({}));
    WRONG(merge_heads({Matrix(2, 3), Matrix(2, 5)}));
    WRONG(merge_heads({Matrix(2, 3), Matrix(5, 3)}));
    WRONG(random_multi_head_attention(10, 3, generator));
    WRONG(random_multi_head_attention(0, 2, generator));
    LET(const Matrix x(5, 6));
    LET(MultiHeadAttention heads = random_multi_head_attention(6, 2, generator));
    WRONG(heads.forward(Matrix(2, 3), x, x));
    WRONG(heads.forward(x, Matrix(2, 6), Matrix(3, 6)));
    WRONG(heads.forward(x, x, x, open_mask(5, 3)));
    WRONG(heads.trace(x, x, x, open_mask(5, 3)));
    LET(const AttentionMask mask = causal_mask(5));
    LET(heads.n_heads = 4);
    WRONG(heads.forward(x, x, x));
    LET(heads.n_heads = 0);
    WRONG(heads.trace(x, x, x));
    LET(heads.n_heads = 1, heads.w_k = {Matrix(6, 8)});
    WRONG(heads.trace(x, x, x));

    said.begin("Encoders");
    WRONG(random_encoder_layer({.d_model = 6, .n_heads = 3, .d_ff = 0}, generator));
    WRONG(random_encoder({.d_model = 6, .n_heads = 5}, generator));
    LET(const TransformerConfig sizes{.d_model = 6, .n_heads = 3, .d_ff = 7});
    LET(EncoderLayer layer = random_encoder_layer(sizes, generator));
    WRONG(layer.forward(Matrix(5, 7)));
    WRONG(layer.forward(Matrix(0, 6)));
    WRONG(layer.forward(x, open_mask(3, 5)));
    WRONG(layer.trace(x, score_bias(Matrix(5, 2))));
    LET(layer.norm2 = untrained_layer_norm(6, -1));
    WRONG(layer.forward(x));
    LET(layer.norm2 = untrained_layer_norm(5));
    WRONG(layer.forward(x));
    LET(layer.attention.w_o = {Matrix(6, 3)});
    WRONG(Encoder{{layer}}.forward(x));
    WRONG(Encoder{}.forward(x, length_mask(5, 4, 2)));
    WRONG(Encoder{}.trace(x, length_mask(4, 5, 2)));

    said.begin("Decoders");
    WRONG(random_decoder({.d_model = 6, .n_heads = 5}, generator));
    LET(const Decoder decoder = random_decoder(sizes, generator));
    LET(const Matrix memory(4, 6));
    WRONG(decoder.forward(Matrix(5, 7), memory, mask));
    WRONG(decoder.forward(x, Matrix(4, 5), mask));
    WRONG(Decoder{}.forward(x, memory, mask, length_mask(5, 5, 1)));
    WRONG(Decoder{}.forward(x, memory, causal_mask(6)));
    WRONG(Decoder{}.trace(x, memory, causal_mask(6)));
    WRONG(start_decoding(decoder, Matrix(4, 5)));
    LET(const Matrix word(1, 6));
    LET(KvCache cache = start_decoding(decoder, memory));
    WRONG(decode_next(decoder, x, cache));
    WRONG(decode_next(decoder, Matrix(1, 5), cache));
    WRONG(decode_next(decoder, word, cache, length_mask(1, 3, 2)));
    LET(cache.layers[0].keys = Matrix(1, 4));
    WRONG(decode_next(decoder, word, cache));
    LET(cache.layers.pop_back());
    WRONG(decode_next(decoder, word, cache));

    said.begin("Llamas");
    LET(GroupedQueryAttention grouped{{Matrix(6, 24)}, {Matrix(6, 8)}, {Matrix(6, 8)}});
    LET(grouped.n_heads = 6, grouped.n_kv_heads = 4);
    LET(GroupedKvCache kept);
    WRONG(grouped.forward(x, kept));
    LET(grouped.n_kv_heads = 0);
    WRONG(grouped.forward(x, kept));
    LET(grouped.n_kv_heads = 2);
    WRONG(grouped.forward(Matrix(3, 7), kept));
    LET(kept = {Matrix(2, 12), Matrix(2, 8)});
    WRONG(grouped.forward(x, kept));
    LET(kept = {Matrix(2, 8), {}});
    WRONG(grouped.forward(x, kept));
    LET(kept = {}, grouped.base = 0);
    WRONG(grouped.forward(x, kept));
    LET(grouped.w_q = {Matrix(6, 18)});
    WRONG(grouped.forward(x, kept));
    WRONG(random_llama({.d_model = 10, .n_heads = 3}, generator));
    WRONG(random_llama({.d_model = 10, .n_heads = 0}, generator));
    WRONG(random_llama({.d_model = 9, .n_heads = 3}, generator));
    WRONG(random_llama({.d_model = 8, .n_heads = 4, .n_kv_heads = 0}, generator));
    WRONG(random_llama({.d_model = 8, .n_heads = 4, .n_kv_heads = 3}, generator));
    LET(Llama model{random_embedding(11, 6, generator), {{}, {}, {}}});
    LET(LlamaCache of_layers(2));
    WRONG(model.forward({}, of_layers));
    WRONG(model.forward({1, 5}, of_layers));
    LET(of_layers.clear());
    WRONG(model.forward({11}, of_layers));
}
