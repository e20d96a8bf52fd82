#include "attn/grouped_query_attention.hpp"

#include "attn/multi_head_attention.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_fit(const GroupedQueryAttention& layer, const GroupedKvCache& cache) {
    require(
        layer.n_heads > 0 && layer.n_kv_heads > 0 && layer.n_heads % layer.n_kv_heads == 0,
        "GroupedQueryAttention: n_heads is ", layer.n_heads, ", n_kv_heads is ",
        layer.n_kv_heads, "; as many heads share each of these, so it must divide n_heads");
    require(cache.keys.rows() == cache.values.rows(),
            "GroupedQueryAttention: the cache has ", cache.keys.rows(), " rows of keys, ",
            cache.values.rows(), " of values; begin with an empty cache");
}

Matrix turned_heads(const Matrix& m, std::size_t n_heads, std::size_t first_position,
                    const GroupedQueryAttention& layer) {
    std::vector<Matrix> heads = split_heads(m, n_heads);
    for (Matrix& head : heads)
        head = turned(head, first_position, layer.base, layer.layout);
    return merge_heads(heads);
}

Matrix with_rows(const Matrix& kept, const Matrix& next) {
    require(kept.rows() == 0 || kept.cols() == next.cols(),
            "GroupedQueryAttention: the cache has rows of ", kept.cols(),
            " numbers, this layer adds ", next.cols(), "; begin with an empty cache");
    return stacked(kept, next);
}

/// Fewer heads of keys and values than of queries: neighbours share.
std::vector<AttentionTrace> in_groups(const std::vector<Matrix>& q,
                                      const std::vector<Matrix>& k,
                                      const std::vector<Matrix>& v,
                                      const AttentionMask& mask) {
    std::vector<AttentionTrace> heads;
    for (std::size_t h = 0; h < q.size(); ++h) {
        const std::size_t shared = h / (q.size() / k.size());
        heads.push_back(scaled_dot_product_attention(q[h], k[shared], v[shared], mask));
    }
    return heads;
}

}  // namespace

Matrix GroupedQueryAttention::forward(const Matrix& x, GroupedKvCache& cache) const {
    return trace(x, cache).output;
}

GroupedQueryTrace GroupedQueryAttention::trace(const Matrix& x,
                                               GroupedKvCache& cache) const {
    require_fit(*this, cache);
    const std::size_t n_kept = cache.keys.rows();
    GroupedQueryTrace t;
    // New: turn what asks.
    t.q = turned_heads(w_q.forward(x), n_heads, n_kept, *this);
    // New: turn what is asked, and keep it so.
    t.k = with_rows(cache.keys, turned_heads(w_k.forward(x), n_kv_heads, n_kept, *this));
    t.v = with_rows(cache.values, w_v.forward(x));
    // New: share.
    t.heads = in_groups(split_heads(t.q, n_heads), split_heads(t.k, n_kv_heads),
                        split_heads(t.v, n_kv_heads),
                        causal_mask(x.rows(), t.k.rows(), CausalAlignment::last_sees_last));
    std::vector<Matrix> outputs;
    for (const AttentionTrace& head : t.heads) outputs.push_back(head.output);
    t.concat = merge_heads(outputs);
    t.output = w_o.forward(t.concat);
    cache = {t.k, t.v};
    return t;
}

}  // namespace attn
