#include "fast/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "attn/shape_error.hpp"
#include "fast/exp_lanes.hpp"
#include "fast/tile.hpp"

namespace attn::fast {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// How many queries are attended to keys together, and how many keys at a time: these keys and
/// their values (132 KiB with heads of 64) stay in a near cache until all panels have met them.
constexpr std::size_t group_queries = std::max<std::size_t>(64, tile_cols);
constexpr std::size_t block_keys = 264;

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

void require_fit(const char* function, const Mask& mask, const ConstFloatView& q,
                 const ConstFloatView& k) {
    const bool fits = mask.n_query() == q.rows && mask.n_key() == k.rows;
    if (mask.fits_any_size() || fits) return;
    throw ShapeError(std::string(function) + ": mask is " + shape_text(mask) + ", q is " +
                     text_of(q) + ", k is " + text_of(k) +
                     "; there must be one entry for every query and key");
}

void require_divisible(const ConstFloatView& q, const ConstFloatView& v,
                       std::size_t n_heads) {
    if (n_heads > 0 && q.cols % n_heads == 0 && v.cols % n_heads == 0) return;
    throw ShapeError("online_attention: q is " + text_of(q) + ", v is " + text_of(v) +
                     ", n_heads is " + std::to_string(n_heads) +
                     "; each head gets an equal part of the columns, so n_heads must "
                     "divide them");
}

/// e^x = 2^(log2_e x): with its scores in powers of 2, the exponential needs fewer steps.
constexpr float log2_e = 1.44269504f;

/// Finite as the bias is, however large, so that a query with such keys alone has weights.
float in_powers_of_2(double bias) {
    const double most = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(log2_e * bias, -most, most));
}

/// Overwrites a query's scores of closed keys, and adds the biases of open ones.
///
/// scores  [n_key x queries]  in powers of 2; the first row is key number first_key's
/// column  the query's
void apply_mask(const Mask& mask, std::size_t query, std::size_t first_key,
                const FloatView& scores, std::size_t column) {
    const KeyRange open = mask.open_keys(query);
    const auto in_block = [&](std::size_t key) {
        return std::clamp(key, first_key, first_key + scores.rows) - first_key;
    };
    const std::size_t first = in_block(open.first);
    const std::size_t end = in_block(open.end);
    for (std::size_t j = 0; j < first; ++j) scores.row(j)[column] = minus_infinity;
    for (std::size_t j = end; j < scores.rows; ++j) scores.row(j)[column] = minus_infinity;
    const std::span<const double> biases = mask.biases(query);
    if (biases.empty()) return;
    for (std::size_t j = first; j < end; ++j) {
        const double bias = biases[first_key + j];
        float& score = scores.row(j)[column];
        score = bias == minus_infinity ? minus_infinity : score + in_powers_of_2(bias);
    }
}

/// Rows first to last, and columns, of m.
ConstFloatView part(const ConstFloatView& m, std::size_t first_row, std::size_t n_rows,
                    std::size_t first_col, std::size_t n_cols) {
    return {m.row(first_row) + first_col, n_rows, n_cols, m.stride};
}

/// From the first key that is open to any of these queries to the last.
KeyRange keys_open_to_any(const Mask& mask, std::size_t first_query, std::size_t n_query,
                          std::size_t n_key) {
    KeyRange all{n_key, 0};
    for (std::size_t i = first_query; i < first_query + n_query; ++i) {
        if (mask.open_keys(i) == KeyRange{}) continue;
        const KeyRange open = mask.open_keys(i);
        all.first = std::min(all.first, open.first);
        all.end = std::max(all.end, std::min(open.end, n_key));
    }
    return all;
}

/// Calls f(vector, j) with each row's vectors: where the j-th one of the row begins.
template <class F>
void for_each_vector(const FloatView& rows, F f) {
    for (std::size_t i = 0; i < rows.rows; ++i) {
        for (std::size_t j = 0; j < tile_vectors; ++j) f(rows.row(i) + j * lanes, j);
    }
}

/// A panel of queries, one in each column, and what is known of them so far. Queries stand
/// side by side, so that a step for all of them is a step for a few whole vectors.
class QueryPanel {
public:
    /// first_query  the number of the panel's first query, whose row is q's first
    QueryPanel(const ConstFloatView& q, std::size_t first_query, std::size_t n_key,
               std::size_t d_v, const Mask& mask);

    /// Takes in those of the keys first to end that any of the queries may attend to.
    ///
    /// k, v    of all keys
    /// memory  (end - first) * tile_cols floats for the scores, which nobody needs later
    void attend_to(const ConstFloatView& k, const ConstFloatView& v, std::size_t first,
                   std::size_t end, const Mask& mask, float* memory);

    /// Writes the output of each query to a row; zeros where no key is open.
    void write(const Mask& mask, const FloatView& output);

    const KeyRange& keys() const { return keys_; }

private:
    FloatView output() {
        return {output_.data(), output_.size() / tile_cols, tile_cols, tile_cols};
    }
    void online_softmax_step(const FloatView& scores);

    std::size_t first_query_;
    std::size_t n_query_;
    std::size_t d_k_;
    KeyRange keys_;          // from the first that any query may attend to to the last
    AlignedFloats queries_;  // [d_k x tile_cols]  times log2_e / sqrt(d_k)
    AlignedFloats output_;   // [d_v x tile_cols]  2^(score - largest) v, summed
    Floats largest_[tile_vectors];  // the largest score so far
    Floats total_[tile_vectors];    // the sum of 2^(score - largest) so far
};

QueryPanel::QueryPanel(const ConstFloatView& q, std::size_t first_query, std::size_t n_key,
                       std::size_t d_v, const Mask& mask)
    : first_query_(first_query),
      n_query_(q.rows),
      d_k_(q.cols),
      keys_(keys_open_to_any(mask, first_query, q.rows, n_key)),
      queries_(q.cols * tile_cols, 0.0f),
      output_(d_v * tile_cols, 0.0f) {
    const float factor = log2_e / std::sqrt(static_cast<float>(d_k_));
    for (std::size_t i = 0; i < n_query_; ++i) {
        for (std::size_t d = 0; d < d_k_; ++d) {
            queries_[d * tile_cols + i] = q.row(i)[d] * factor;
        }
    }
    for (Floats& largest : largest_) largest = Floats{} + minus_infinity;
    for (Floats& total : total_) total = Floats{};
}

void QueryPanel::attend_to(const ConstFloatView& k, const ConstFloatView& v,
                           std::size_t first, std::size_t end, const Mask& mask,
                           float* memory) {
    first = std::max(first, keys_.first);
    end = std::min(end, keys_.end);
    if (first >= end) return;
    const FloatView scores{memory, end - first, tile_cols, tile_cols};
    const ConstFloatView queries{queries_.data(), d_k_, tile_cols, tile_cols};
    for_each_tile(scores.rows, [&](std::size_t i, std::size_t n) {
        multiply_tile({k.row(first + i), k.stride, 1}, queries, at_zero,
                      rows_of(scores, i, n));
    });
    for (std::size_t i = 0; i < n_query_ && !mask.fits_any_size(); ++i) {
        apply_mask(mask, first_query_ + i, first, scores, i);
    }
    online_softmax_step(scores);
    for_each_tile(v.cols, [&](std::size_t d, std::size_t n) {  // v's columns are v^T's rows
        const FloatView sums = rows_of(output(), d, n);
        multiply_tile({v.row(first) + d, 1, v.stride}, scores, {sums.data, tile_cols},
                      sums);
    });
}

/// The step of online softmax: finds the new largest score, brings all that was summed so far
/// to it, and puts 2^(score - largest) in the place of each score.
void QueryPanel::online_softmax_step(const FloatView& scores) {
    Floats largest[tile_vectors], shift[tile_vectors], factor[tile_vectors],
        total[tile_vectors];
    std::copy_n(largest_, tile_vectors, largest);
    for_each_vector(scores, [&](const float* score, std::size_t j) {
        const Floats x = load(score);
        largest[j] = x > largest[j] ? x : largest[j];
    });
    for (std::size_t j = 0; j < tile_vectors; ++j) {
        // While every key is closed: -infinity minus -infinity would be NaN.
        shift[j] = largest[j] == minus_infinity ? 0.0f : largest[j];
        factor[j] = exp2_lanes(largest_[j] - shift[j]);
        total[j] = total_[j] * factor[j];
    }
    for_each_vector(output(),
                    [&](float* sum, std::size_t j) { store(load(sum) * factor[j], sum); });
    for_each_vector(scores, [&](float* score, std::size_t j) {
        const Floats weight = exp2_lanes(load(score) - shift[j]);
        store(weight, score);
        total[j] += weight;
    });
    std::copy_n(largest, tile_vectors, largest_);
    std::copy_n(total, tile_vectors, total_);
}

void QueryPanel::write(const Mask& mask, const FloatView& to) {
    for_each_vector(output(),
                    [&](float* sum, std::size_t j) { store(load(sum) / total_[j], sum); });
    for (std::size_t i = 0; i < n_query_; ++i) {
        const bool sees_any = mask.open_keys(first_query_ + i) != KeyRange{};
        for (std::size_t d = 0; d < to.cols; ++d) {
            to.row(i)[d] = sees_any ? output_[d * tile_cols + i] : 0.0f;
        }
    }
}

/// The attention of one head, for as many queries, from first on, as make a group.
void attend(const ConstFloatView& q, const ConstFloatView& k, const ConstFloatView& v,
            const Mask& mask, std::size_t first, const FloatView& output) {
    const std::size_t end = std::min(first + group_queries, q.rows);
    std::vector<QueryPanel> panels;
    KeyRange keys{k.rows, 0};
    for (std::size_t i = first; i < end; i += tile_cols) {
        panels.emplace_back(part(q, i, std::min(tile_cols, end - i), 0, q.cols), i, k.rows,
                            v.cols, mask);
        keys.first = std::min(keys.first, panels.back().keys().first);
        keys.end = std::max(keys.end, panels.back().keys().end);
    }
    AlignedFloats scores(block_keys * tile_cols);
    for (std::size_t key = keys.first; key < keys.end; key += block_keys) {
        for (QueryPanel& panel : panels) {
            panel.attend_to(k, v, key, key + block_keys, mask, scores.data());
        }
    }
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const std::size_t query = first + i * tile_cols;
        panels[i].write(mask, rows_of(output, query, std::min(tile_cols, end - query)));
    }
}

}  // namespace

FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, Threads& threads, const Mask& mask) {
    FloatMatrix output = FloatMatrix::uninitialized(q.rows(), v.cols());
    online_attention(q.view(), k.view(), v.view(), 1, mask, output.view(), threads);
    return output;
}

void online_attention(const ConstFloatView& q, const ConstFloatView& k,
                      const ConstFloatView& v, std::size_t n_heads, const Mask& mask,
                      const FloatView& output, Threads& threads) {
    require_divisible(q, v, n_heads);
    require_fit("online_attention", q, k, v);
    require_fit("online_attention", mask, q, k);
    if (output.rows != q.rows || output.cols != v.cols) {
        throw ShapeError("online_attention: the output is " + text_of(output) +
                         "; it must be " + std::to_string(q.rows) + "x" +
                         std::to_string(v.cols));
    }
    const std::size_t d_k = q.cols / n_heads;
    const std::size_t d_v = v.cols / n_heads;
    const std::size_t n_groups = (q.rows + group_queries - 1) / group_queries;
    threads.for_each(n_heads * n_groups, [&](std::size_t task) {
        const std::size_t head = task / n_groups;
        attend(part(q, 0, q.rows, head * d_k, d_k), part(k, 0, k.rows, head * d_k, d_k),
               part(v, 0, v.rows, head * d_v, d_v), mask, task % n_groups * group_queries,
               {output.data + head * d_v, output.rows, d_v, output.stride});
    });
}

}  // namespace attn::fast
