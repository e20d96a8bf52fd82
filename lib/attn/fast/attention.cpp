#include "attn/fast/attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "attn/fast/exp_lane.hpp"
#include "attn/fast/softmax.hpp"
#include "attn/fast/tile.hpp"
#include "attn/shape_error.hpp"

namespace attn::fast {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// How many keys are read before the sums are brought to a new maximum: their scores for a
/// panel of queries are 33 KiB with 64 queries. A multiple of a tile's rows, so that no tile of a
/// whole block is cut.
constexpr std::size_t block_keys = 22 * tile_rows;

std::string text_of(const ConstFloatView& m) {
    return std::to_string(m.rows) + "x" + std::to_string(m.cols);
}

void require_fit(const char* function, const ConstFloatView& q, const ConstFloatView& k,
                 const ConstFloatView& v) {
    if (q.cols == k.cols && k.rows == v.rows && k.rows > 0 && k.cols > 0) return;
    throw ShapeError(std::string(function) + ": q is " + text_of(q) + ", k is " +
                     text_of(k) + ", v is " + text_of(v) +
                     "; q and k need equally many columns, k and v equally many rows, at "
                     "least one of each");
}

void require_fit(const char* function, const AttentionMask& mask, std::size_t n_heads,
                 const ConstFloatView& q, const ConstFloatView& k) {
    const bool size_fits = mask.n_query() == q.rows && mask.n_key() == k.rows;
    const bool heads_fit = mask.n_heads() == 1 || mask.n_heads() == n_heads;
    if (mask.fits_any_size() || (size_fits && heads_fit)) return;
    throw ShapeError(std::string(function) + ": mask is " + shape_text(mask) + ", q is " +
                     text_of(q) + ", k is " + text_of(k) + ", n_heads is " +
                     std::to_string(n_heads) +
                     "; there must be one entry for every query and key, for all heads or "
                     "for each");
}

void require_divisible(const ConstFloatView& q, const ConstFloatView& v,
                       std::size_t n_heads) {
    if (n_heads > 0 && q.cols % n_heads == 0 && v.cols % n_heads == 0) return;
    throw ShapeError("online_attention: q is " + text_of(q) + ", v is " + text_of(v) +
                     ", n_heads is " + std::to_string(n_heads) +
                     "; each head gets an equal part of the columns, so n_heads must "
                     "divide them");
}

float scale_of(const ConstFloatView& k) {
    return 1.0f / std::sqrt(static_cast<float>(k.cols));
}

/// e^x = 2^(log2_e x): with its scores in powers of 2, the exponential needs fewer steps.
constexpr float log2_e = 1.44269504f;

/// One query's scores for some keys, as they lie in memory: the keys first_key to
/// first_key + n_key - 1, a score every step floats.
struct ScoresOfQuery {
    float* scores;
    std::size_t step;
    std::size_t first_key;
    std::size_t n_key;
};

/// Overwrites the scores of closed keys and adds unit times the biases of open ones.
void apply_mask(const AttentionMask& mask, std::size_t query, const ScoresOfQuery& of,
                float unit) {
    const KeyRange open = mask.open_keys(query);
    const auto in_block = [&](std::size_t key) {
        return std::clamp(key, of.first_key, of.first_key + of.n_key) - of.first_key;
    };
    const std::size_t first = in_block(open.first);
    const std::size_t end = in_block(open.end);
    for (std::size_t j = 0; j < first; ++j) of.scores[j * of.step] = minus_infinity;
    for (std::size_t j = end; j < of.n_key; ++j) of.scores[j * of.step] = minus_infinity;
    const std::span<const double> biases = mask.biases(query);
    if (biases.empty()) return;
    for (std::size_t j = first; j < end; ++j) {
        const float bias = unit * static_cast<float>(biases[of.first_key + j]);
        float& score = of.scores[j * of.step];
        score = bias == minus_infinity ? minus_infinity : score + bias;
    }
}

/// As many rows as a tile has, from first on; fewer where m ends.
FloatView next_rows(const FloatView& m, std::size_t first) {
    return {m.row(first), std::min(tile_rows, m.rows - first), m.cols, m.stride};
}

/// A panel of queries, one in each column, and what is known of them so far. Queries stand
/// side by side, so that a step for all of them is a step for a few whole vectors.
class QueryPanel {
public:
    /// first_query  the number of the panel's first query, whose row is q's first
    QueryPanel(const ConstFloatView& q, std::size_t first_query, std::size_t d_v);

    /// Takes in some more keys, from number first_key on.
    void attend_to(const ConstFloatView& k, const ConstFloatView& v, std::size_t first_key,
                   const AttentionMask& mask);

    /// Writes the output of each query to a row; zeros where no key is open.
    void write(const AttentionMask& mask, const FloatView& output) const;

private:
    using Lanes = std::array<float, tile_cols>;

    void online_softmax_step(std::size_t n_key);
    void add_exponentials(std::size_t n_key, const Lanes& shift);

    std::size_t first_query_;
    std::size_t n_query_;
    std::size_t d_k_;
    AlignedFloats queries_;      // [d_k x tile_cols]         times log2_e / sqrt(d_k)
    AlignedFloats scores_;       // [block_keys x tile_cols]  then 2^(score - largest)
    AlignedFloats output_;       // [d_v x tile_cols]         2^(score - largest) v, summed
    alignas(64) Lanes largest_;  // the largest score so far
    alignas(64) Lanes total_ = {};  // the sum of 2^(score - largest) so far
};

QueryPanel::QueryPanel(const ConstFloatView& q, std::size_t first_query, std::size_t d_v)
    : first_query_(first_query),
      n_query_(q.rows),
      d_k_(q.cols),
      queries_(q.cols * tile_cols, 0.0f),
      scores_(block_keys * tile_cols),
      output_(d_v * tile_cols, 0.0f) {
    const float factor = log2_e * scale_of(q);
    for (std::size_t i = 0; i < n_query_; ++i) {
        for (std::size_t d = 0; d < d_k_; ++d) {
            queries_[d * tile_cols + i] = q.row(i)[d] * factor;
        }
    }
    largest_.fill(minus_infinity);
}

void QueryPanel::attend_to(const ConstFloatView& k, const ConstFloatView& v,
                           std::size_t first_key, const AttentionMask& mask) {
    std::fill_n(scores_.begin(), k.rows * tile_cols, 0.0f);
    const ConstFloatView queries{queries_.data(), d_k_, tile_cols, tile_cols};
    const FloatView scores{scores_.data(), k.rows, tile_cols, tile_cols};
    const FloatView output{output_.data(), v.cols, tile_cols, tile_cols};
    for (std::size_t key = 0; key < k.rows; key += tile_rows) {
        add_tile({k.row(key), k.stride, 1}, queries, next_rows(scores, key));
    }
    for (std::size_t i = 0; i < n_query_ && !mask.fits_any_size(); ++i) {
        apply_mask(mask, first_query_ + i,
                   {scores_.data() + i, tile_cols, first_key, k.rows}, log2_e);
    }
    online_softmax_step(k.rows);
    for (std::size_t d = 0; d < v.cols; d += tile_rows) {  // v's columns are rows of v^T
        add_tile({v.data + d, 1, v.stride}, scores, next_rows(output, d));
    }
}

/// The step of online softmax: finds the new largest score, brings all that was summed so far
/// to it, and puts 2^(score - largest) in the place of each score.
void QueryPanel::online_softmax_step(std::size_t n_key) {
    alignas(64) Lanes shift = largest_;
    for (std::size_t key = 0; key < n_key; ++key) {
        const float* const score = scores_.data() + key * tile_cols;
        for (std::size_t i = 0; i < tile_cols; ++i) {
            shift[i] = score[i] > shift[i] ? score[i] : shift[i];
        }
    }
    alignas(64) Lanes factor;
    for (std::size_t i = 0; i < tile_cols; ++i) {
        const float before = largest_[i];
        largest_[i] = shift[i];
        // While every key is closed: -infinity minus -infinity would be NaN.
        shift[i] = shift[i] == minus_infinity ? 0.0f : shift[i];
        factor[i] = exp2_lane(before - shift[i]);
        total_[i] *= factor[i];
    }
    for (std::size_t d = 0; d < output_.size(); d += tile_cols) {
        for (std::size_t i = 0; i < tile_cols; ++i) output_[d + i] *= factor[i];
    }
    add_exponentials(n_key, shift);
}

void QueryPanel::add_exponentials(std::size_t n_key, const Lanes& shift) {
    for (std::size_t key = 0; key < n_key; ++key) {
        float* const score = scores_.data() + key * tile_cols;
        for (std::size_t i = 0; i < tile_cols; ++i) {
            score[i] = exp2_lane(score[i] - shift[i]);
            total_[i] += score[i];
        }
    }
}

void QueryPanel::write(const AttentionMask& mask, const FloatView& output) const {
    for (std::size_t i = 0; i < n_query_; ++i) {
        const bool sees_any = mask.allows_any(first_query_ + i);
        for (std::size_t d = 0; d < output.cols; ++d) {
            output.row(i)[d] = sees_any ? output_[d * tile_cols + i] / total_[i] : 0.0f;
        }
    }
}

/// Rows first to last, and columns, of m.
ConstFloatView part(const ConstFloatView& m, std::size_t first_row, std::size_t n_rows,
                    std::size_t first_col, std::size_t n_cols) {
    return {m.row(first_row) + first_col, n_rows, n_cols, m.stride};
}

/// From the first key that is open to any of these queries to the last.
KeyRange keys_open_to_any(const AttentionMask& mask, std::size_t first_query,
                          std::size_t n_query, std::size_t n_key) {
    KeyRange all{n_key, 0};
    for (std::size_t i = first_query; i < first_query + n_query; ++i) {
        if (!mask.allows_any(i)) continue;
        const KeyRange open = mask.open_keys(i);
        all.first = std::min(all.first, open.first);
        all.end = std::max(all.end, std::min(open.end, n_key));
    }
    return all;
}

/// The attention of one head, for the queries from first on that make a panel.
void attend(const ConstFloatView& q, const ConstFloatView& k, const ConstFloatView& v,
            const AttentionMask& mask, std::size_t first, const FloatView& output) {
    const std::size_t n_query = std::min(tile_cols, q.rows - first);
    QueryPanel panel(part(q, first, n_query, 0, q.cols), first, v.cols);
    const KeyRange keys = keys_open_to_any(mask, first, n_query, k.rows);
    for (std::size_t key = keys.first; key < keys.end; key += block_keys) {
        const std::size_t n_key = std::min(block_keys, keys.end - key);
        panel.attend_to(part(k, key, n_key, 0, k.cols), part(v, key, n_key, 0, v.cols), key,
                        mask);
    }
    panel.write(mask, {output.row(first), n_query, v.cols, output.stride});
}

}  // namespace

FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, Workspace& workspace,
                              const AttentionMask& mask) {
    require_fit("attention_in_full", q.view(), k.view(), v.view());
    require_fit("attention_in_full", mask, 1, q.view(), k.view());
    // Scaled before the product, so that large entries do not overflow in it.
    FloatMatrix scaled = q;
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (float& entry : scaled.row(i)) entry *= scale_of(k.view());
    }
    FloatMatrix scores = FloatMatrix::uninitialized(q.rows(), k.rows());
    pack_transposed(k.view(), workspace.right, workspace.threads);
    multiply(scaled.view(), workspace.right, Epilogue{}, scores.view(), workspace.threads);
    for (std::size_t i = 0; i < q.rows() && !mask.fits_any_size(); ++i) {
        apply_mask(mask, i, {scores.row(i).data(), 1, 0, k.rows()}, 1.0f);
    }
    softmax_rows(scores, workspace.threads);
    FloatMatrix output = FloatMatrix::uninitialized(q.rows(), v.cols());
    pack_cols(v.view(), workspace.right, workspace.threads);
    multiply(scores.view(), workspace.right, Epilogue{}, output.view(), workspace.threads);
    for (std::size_t i = 0; i < q.rows(); ++i) {
        if (!mask.allows_any(i)) std::fill_n(output.row(i).data(), v.cols(), 0.0f);
    }
    return output;
}

FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, Threads& threads,
                             const AttentionMask& mask) {
    FloatMatrix output = FloatMatrix::uninitialized(q.rows(), v.cols());
    online_attention(q.view(), k.view(), v.view(), 1, mask, output.view(), threads);
    return output;
}

void online_attention(const ConstFloatView& q, const ConstFloatView& k,
                      const ConstFloatView& v, std::size_t n_heads,
                      const AttentionMask& mask, const FloatView& output,
                      Threads& threads) {
    require_divisible(q, v, n_heads);
    require_fit("online_attention", q, k, v);
    require_fit("online_attention", mask, n_heads, q, k);
    if (output.rows != q.rows || output.cols != v.cols) {
        throw ShapeError("online_attention: the output is " + text_of(output) +
                         "; it must be " + std::to_string(q.rows) + "x" +
                         std::to_string(v.cols));
    }
    const std::size_t d_k = q.cols / n_heads;
    const std::size_t d_v = v.cols / n_heads;
    const std::size_t n_panels = (q.rows + tile_cols - 1) / tile_cols;
    threads.for_each(n_heads * n_panels, [&](std::size_t task) {
        const std::size_t head = task / n_panels;
        attend(part(q, 0, q.rows, head * d_k, d_k), part(k, 0, k.rows, head * d_k, d_k),
               part(v, 0, v.rows, head * d_v, d_v), mask.for_head(head),
               task % n_panels * tile_cols,
               {output.data + head * d_v, output.rows, d_v, output.stride});
    });
}

}  // namespace attn::fast
