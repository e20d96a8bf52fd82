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

/// How many keys are looked at before the sums are brought to a new maximum: their scores for
/// a panel of queries are 32 KiB with 64 queries.
constexpr std::size_t block_keys = 128;

std::string text_of(const ConstFloatView& m) {
    return std::to_string(m.rows) + "x" + std::to_string(m.cols);
}

void require_fit(const char* function, const ConstFloatView& q, const ConstFloatView& k,
                 const ConstFloatView& v, const FloatMatrix* bias) {
    if (q.cols != k.cols || k.rows != v.rows || k.rows == 0 || k.cols == 0) {
        throw ShapeError(
            std::string(function) + ": q is " + text_of(q) + ", k is " + text_of(k) +
            ", v is " + text_of(v) +
            "; q and k need equally many columns, k and v equally many rows, at "
            "least one of each");
    }
    if (bias != nullptr && (bias->rows() != q.rows || bias->cols() != k.rows)) {
        throw ShapeError(std::string(function) + ": the mask or bias is " +
                         shape_text(*bias) + ", q is " + text_of(q) + ", k is " +
                         text_of(k) + "; there must be an entry for every query and key");
    }
}

bool blocks_every_key(std::span<const float> bias) {
    return std::all_of(bias.begin(), bias.end(),
                       [](float b) { return b == minus_infinity; });
}

FloatMatrix in_full(const FloatMatrix& q, const FloatMatrix& k, const FloatMatrix& v,
                    const FloatMatrix* bias, Workspace& workspace) {
    require_fit("attention_in_full", q.view(), k.view(), v.view(), bias);
    FloatMatrix scores = FloatMatrix::undecided(q.rows(), k.rows());
    pack_transposed(k.view(), workspace.right, workspace.threads);
    multiply(q.view(), workspace.right, Finish{}, scores.view(), workspace.threads);
    const float factor = 1.0f / std::sqrt(static_cast<float>(k.cols()));
    for (std::size_t i = 0; i < q.rows(); ++i) {
        const auto row = scores.row(i);
        for (float& score : row) score *= factor;
        if (bias == nullptr) continue;
        for (std::size_t j = 0; j < row.size(); ++j) row[j] += bias->row(i)[j];
    }
    softmax_rows(scores, workspace.threads);
    FloatMatrix output = FloatMatrix::undecided(q.rows(), v.cols());
    pack_cols(v.view(), workspace.right, workspace.threads);
    multiply(scores.view(), workspace.right, Finish{}, output.view(), workspace.threads);
    for (std::size_t i = 0; bias != nullptr && i < q.rows(); ++i) {
        if (blocks_every_key(bias->row(i)))
            std::fill_n(output.row(i).data(), v.cols(), 0.0f);
    }
    return output;
}

/// A panel of queries, one in each column, and what is known of them so far. Queries stand
/// side by side, so that a step for all of them is a step for a few whole vectors.
class QueryPanel {
public:
    QueryPanel(const ConstFloatView& q, std::size_t d_v);

    /// Looks at some more keys.
    ///
    /// bias  of the first of the queries for the first of these keys, or null
    void look_at(const ConstFloatView& k, const ConstFloatView& v, const float* bias,
                 std::size_t bias_stride);

    /// Writes the output of each query to a row; zeros where every key was blocked.
    void write(const FloatView& output) const;

private:
    using Lanes = std::array<float, tile_cols>;

    void add_bias(std::size_t n_key, const float* bias, std::size_t bias_stride);
    void share_out(std::size_t n_key);

    std::size_t n_query_;
    std::size_t d_k_;
    AlignedFloats queries_;      // [d_k x tile_cols]         scaled by 1 / sqrt(d_k)
    AlignedFloats scores_;       // [block_keys x tile_cols]  then e^(score - largest)
    AlignedFloats output_;       // [d_v x tile_cols]         e^(score - largest) v, summed
    alignas(64) Lanes largest_;  // the largest score so far
    alignas(64) Lanes total_ = {};  // the sum of e^(score - largest) so far
    std::array<bool, tile_cols> sees_any_ = {};
};

QueryPanel::QueryPanel(const ConstFloatView& q, std::size_t d_v)
    : n_query_(q.rows),
      d_k_(q.cols),
      queries_(q.cols * tile_cols, 0.0f),
      scores_(block_keys * tile_cols),
      output_(d_v * tile_cols, 0.0f) {
    const float factor = 1.0f / std::sqrt(static_cast<float>(d_k_));
    for (std::size_t i = 0; i < n_query_; ++i) {
        for (std::size_t d = 0; d < d_k_; ++d) {
            queries_[d * tile_cols + i] = q.row(i)[d] * factor;
        }
    }
    largest_.fill(minus_infinity);
}

void QueryPanel::look_at(const ConstFloatView& k, const ConstFloatView& v,
                         const float* bias, std::size_t bias_stride) {
    std::fill_n(scores_.begin(), k.rows * tile_cols, 0.0f);
    for (std::size_t key = 0; key < k.rows; key += tile_rows) {
        add_tile(std::min(tile_rows, k.rows - key), d_k_, k.row(key), k.stride, 1,
                 queries_.data(), tile_cols, scores_.data() + key * tile_cols, tile_cols);
    }
    if (bias != nullptr) {
        add_bias(k.rows, bias, bias_stride);
    } else {
        sees_any_.fill(true);
    }
    share_out(k.rows);
    for (std::size_t d = 0; d < v.cols; d += tile_rows) {  // v's columns are rows of v^T
        add_tile(std::min(tile_rows, v.cols - d), v.rows, v.data + d, 1, v.stride,
                 scores_.data(), tile_cols, output_.data() + d * tile_cols, tile_cols);
    }
}

void QueryPanel::add_bias(std::size_t n_key, const float* bias, std::size_t bias_stride) {
    for (std::size_t i = 0; i < n_query_; ++i, bias += bias_stride) {
        for (std::size_t key = 0; key < n_key; ++key) {
            scores_[key * tile_cols + i] += bias[key];
            sees_any_[i] = sees_any_[i] || bias[key] != minus_infinity;
        }
    }
}

/// The step of online softmax: a new largest score, all that was summed so far brought to it,
/// and e^(score - largest) in the place of each score.
void QueryPanel::share_out(std::size_t n_key) {
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
        // While every key is blocked: -infinity minus -infinity would be NaN.
        shift[i] = shift[i] == minus_infinity ? 0.0f : shift[i];
        factor[i] = exp_lane(before - shift[i]);
        total_[i] *= factor[i];
    }
    for (std::size_t key = 0; key < n_key; ++key) {
        float* const score = scores_.data() + key * tile_cols;
        for (std::size_t i = 0; i < tile_cols; ++i) {
            score[i] = exp_lane(score[i] - shift[i]);
            total_[i] += score[i];
        }
    }
    for (std::size_t d = 0; d < output_.size(); d += tile_cols) {
        for (std::size_t i = 0; i < tile_cols; ++i) output_[d + i] *= factor[i];
    }
}

void QueryPanel::write(const FloatView& output) const {
    for (std::size_t i = 0; i < n_query_; ++i) {
        for (std::size_t d = 0; d < output.cols; ++d) {
            output.row(i)[d] = sees_any_[i] ? output_[d * tile_cols + i] / total_[i] : 0.0f;
        }
    }
}

/// Rows first to last, and columns, of m.
ConstFloatView part(const ConstFloatView& m, std::size_t first_row, std::size_t n_rows,
                    std::size_t first_col, std::size_t n_cols) {
    return {m.row(first_row) + first_col, n_rows, n_cols, m.stride};
}

/// The attention of one head, for the queries from first on that make a panel.
void attend(const ConstFloatView& q, const ConstFloatView& k, const ConstFloatView& v,
            const FloatMatrix* bias, std::size_t first, const FloatView& output) {
    const std::size_t n_query = std::min(tile_cols, q.rows - first);
    QueryPanel panel(part(q, first, n_query, 0, q.cols), v.cols);
    for (std::size_t key = 0; key < k.rows; key += block_keys) {
        const std::size_t n_key = std::min(block_keys, k.rows - key);
        panel.look_at(part(k, key, n_key, 0, k.cols), part(v, key, n_key, 0, v.cols),
                      bias == nullptr ? nullptr : bias->view().row(first) + key, k.rows);
    }
    panel.write({output.row(first), n_query, v.cols, output.stride});
}

FloatMatrix online(const FloatMatrix& q, const FloatMatrix& k, const FloatMatrix& v,
                   const FloatMatrix* bias, Threads& threads) {
    FloatMatrix output = FloatMatrix::undecided(q.rows(), v.cols());
    online_attention(q.view(), k.view(), v.view(), 1, bias, output.view(), threads);
    return output;
}

}  // namespace

FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, Workspace& workspace) {
    return in_full(q, k, v, nullptr, workspace);
}

FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, const Mask& mask,
                              Workspace& workspace) {
    const FloatMatrix bias = float_bias(mask);
    return in_full(q, k, v, &bias, workspace);
}

FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, const FloatMatrix& bias,
                              Workspace& workspace) {
    return in_full(q, k, v, &bias, workspace);
}

FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, Threads& threads) {
    return online(q, k, v, nullptr, threads);
}

FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, const Mask& mask, Threads& threads) {
    const FloatMatrix bias = float_bias(mask);
    return online(q, k, v, &bias, threads);
}

FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, const FloatMatrix& bias,
                             Threads& threads) {
    return online(q, k, v, &bias, threads);
}

void online_attention(const ConstFloatView& q, const ConstFloatView& k,
                      const ConstFloatView& v, std::size_t n_heads, const FloatMatrix* bias,
                      const FloatView& output, Threads& threads) {
    if (n_heads == 0 || q.cols % n_heads != 0 || v.cols % n_heads != 0) {
        throw ShapeError("online_attention: q is " + text_of(q) + ", v is " + text_of(v) +
                         ", n_heads is " + std::to_string(n_heads) +
                         "; each head gets an equal part of the columns, so n_heads must "
                         "divide them");
    }
    require_fit("online_attention", q, k, v, bias);
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
               part(v, 0, v.rows, head * d_v, d_v), bias, task % n_panels * tile_cols,
               {output.data + head * d_v, output.rows, d_v, output.stride});
    });
}

FloatMatrix float_bias(const Mask& mask) {
    FloatMatrix bias(mask.n_query(), mask.n_key());
    for (std::size_t i = 0; i < mask.n_query(); ++i) {
        const auto row = bias.row(i);
        for (std::size_t j = 0; j < mask.n_key(); ++j) {
            if (!mask.allows(i, j)) row[j] = minus_infinity;
        }
    }
    return bias;
}

}  // namespace attn::fast
