#include <utility>

#include "doctor/library/attend.hpp"
#include "doctor/library/kind.hpp"
#include "doctor/library/layers.hpp"
#include "doctor/library/many_heads.hpp"
#include "doctor/library/positions.hpp"

namespace attn::doctor {
namespace {

Block below(const Block& above, const Block& x) {
    const std::size_t n = above.rows;
    return filled(x.sentences, x.heads, n + x.rows, x.cols,
                  [&](auto s, auto h, auto i, auto j) {
                      return i < n ? above(s, h, i, j) : x(s, h, i - n, j);
                  });
}

Block rows_from(const Block& x, std::size_t first, std::size_t n) {
    return filled(x.sentences, x.heads, n, x.cols,
                  [&](auto s, auto h, auto i, auto j) { return x(s, h, first + i, j); });
}

/// Whose keys and values head h takes.
std::size_t kv_head_of(std::size_t h, std::size_t n_heads, std::size_t n_kv, Groups how) {
    const std::size_t in_a_group = how == Groups::by_kv_heads ? n_kv : n_heads / n_kv;
    if (h / in_a_group >= n_kv) throw Inapplicable{};
    if (how == Groups::first) return 0;
    return how == Groups::modulo ? h % n_kv : h / in_a_group;
}

/// Keys or values, one head of them for each of the queries'.
Block repeated(const Block& x, std::size_t n_heads, Groups how) {
    return filled(x.sentences, n_heads, x.rows, x.cols,
                  [&](auto s, auto h, auto i, auto j) {
                      return x(s, kv_head_of(h, n_heads, x.heads, how), i, j);
                  });
}

class GroupedAttention {
public:
    GroupedAttention(const Probe& probe, const std::string& prefix, const Switches& on)
        : probe_(probe),
          prefix_(prefix),
          on_(on),
          n_heads_(probe.count("n_heads")),
          n_kv_(probe.count("n_kv_heads")) {
        if (on.split != Heads::of_model_width) return;
        const std::size_t width = probe.count("d_model") / n_heads_;
        const std::size_t d_q = n_heads_ * probe.count("d_k");
        const std::size_t d_kv = n_kv_ * probe.count("d_k");
        if (width % 2 == 1 || d_q % width + d_kv % width > 0) throw Inapplicable{};
        n_heads_ = d_q / width;
        n_kv_ = d_kv / width;
    }

    Block operator()(const Block& x, const Block& past) const {
        if (on_.kept == Kept::turned_each_word && past.rows > 0) return each_word(x, past);
        const std::size_t n = past.rows;
        Block k = keys(x, on_.kept == Kept::new_key_at_0 ? 0 : n), v = values(x);
        if (n > 0) {
            Block kept = past;
            if (on_.kept == Kept::first_is_zeros) {  // whose key and value are zeros, too
                kept = below(Block(past.sentences, 1, 1, past.cols),
                             rows_from(past, 1, n - 1));
            }
            const Block old_k = kept_keys(kept), old_v = values(kept);
            const bool reversed = on_.kept == Kept::reversed;
            k = reversed ? below(k, old_k) : below(old_k, k);
            v = reversed ? below(v, old_v) : below(old_v, v);
        }
        if (on_.kept == Kept::stale_values && n > 0) {
            v = below(rows_from(v, 0, n), rows_from(v, n - 1, x.rows));
        }
        if (on_.turns == Turns::values_too) v = with_positions(std::move(v), 0);
        return output(queries(x, n), k, v, probe_.setting("causal") == "1");
    }

private:
    /// x times weight "q", "k", "v" or "o"
    Block projected(const Block& x, const std::string& weight) const {
        return times_transposed(
            x, as_block(probe_.arrays.at(prefix_ + weight + "_proj.weight")));
    }

    Block heads(const Block& x, const std::string& weight, std::size_t n) const {
        return split_heads(projected(x, weight), n, on_);
    }

    Block queries(const Block& x, std::size_t first) const {
        return placed(heads(x, "q", n_heads_), true, first);
    }

    Block keys(const Block& x, std::size_t first) const {
        return placed(heads(x, "k", n_kv_), false, first);
    }

    Block values(const Block& x) const {
        const Block v = heads(x, "v", n_kv_);
        const bool is_normed =
            on_.head_norm == HeadNorm::values_too && probe_.has(prefix_ + "q_norm.weight");
        return is_normed ? of_size_1(v, {}) : v;
    }

    Block kept_keys(const Block& past) const {
        if (on_.kept == Kept::not_turned) return heads(past, "k", n_kv_);
        const Block k = keys(past, 0);
        return on_.kept == Kept::turned_again ? with_positions(k, 0) : k;
    }

    /// Queries or keys, normalized and turned.
    Block placed(Block x, bool is_query, std::size_t first) const {
        const bool is_late = on_.head_norm == HeadNorm::after_turning;
        if (!is_late) x = normed(x, is_query);
        const bool stays = on_.turns == Turns::none ||
                           on_.turns == (is_query ? Turns::keys : Turns::queries);
        if (!stays) x = with_positions(std::move(x), first);
        return is_late ? normed(x, is_query) : x;
    }

    Block with_positions(Block x, std::size_t first) const {
        if (probe_.setting("layout") == "none") return x;
        Turning by = turning_of(probe_);
        by.first = first;
        if (on_.turns != Turns::before_split) return turned(x, by, on_);
        return split_heads(turned(merge_heads(x, {}), by, on_), x.heads, {});
    }

    /// Each head's rows, all normalized alike.
    Block of_size_1(const Block& x, const std::vector<double>& gamma) const {
        Block y = x, rows(1, 1, x.sentences * x.heads * x.rows, x.cols);
        rows.values = x.values;
        y.values = normalize_by_size(rows, gamma, probe_.number("eps"), on_).values;
        return y;
    }

    Block normed(const Block& x, bool is_query) const {
        const std::string name = prefix_ + (is_query ? "q" : "k") + "_norm.weight";
        const bool has_gamma = probe_.has(name);
        if (on_.head_norm == HeadNorm::none) return x;
        if (!has_gamma && on_.head_norm != HeadNorm::always) return x;
        if (on_.head_norm == HeadNorm::queries_only && !is_query) return x;
        const std::vector<double> one;
        const std::vector<double>& gamma = has_gamma ? probe_.arrays.at(name).values : one;
        if (on_.head_norm != HeadNorm::all_heads) return of_size_1(x, gamma);
        Block y = split_heads(of_size_1(merge_heads(x, {}), {}), x.heads, {});
        for (std::size_t i = 0; i < y.values.size(); ++i) {
            y.values[i] *= has_gamma ? gamma[i % y.cols] : 1;
        }
        return y;
    }

    Block output(const Block& q, const Block& k, const Block& v, bool is_causal) const {
        const Masking masking{.causal = is_causal,
                              .window = probe_.count("window"),
                              .n_past = probe_.count("n_past"),
                              .n_kv_heads = n_kv_,
                              .soft_cap = probe_.number("soft_cap")};
        const Block y =
            attend(q, repeated(k, n_heads_, on_.groups), repeated(v, n_heads_, on_.groups),
                   masking, probe_.count("d_model"), on_);
        return projected(merge_heads(y, on_), "o");
    }

    /// Word by word, and with each word all keys that are kept are turned once more.
    Block each_word(const Block& x, const Block& past) const {
        const Block all = below(past, x), v = values(all);
        const Block new_keys = heads(all, "k", n_kv_);
        Block k = rows_from(new_keys, 0, 0), y = rows_from(x, 0, 0);
        for (std::size_t t = 0; t < all.rows; ++t) {
            k = placed(below(k, rows_from(new_keys, t, 1)), false, 0);
            if (t < past.rows) continue;
            y = below(y, output(queries(rows_from(all, t, 1), t), k, rows_from(v, 0, t + 1),
                                false));
        }
        return y;
    }

    const Probe& probe_;
    const std::string& prefix_;
    const Switches& on_;
    std::size_t n_heads_;
    std::size_t n_kv_;
};

}  // namespace

Block grouped_attention(const Block& x, const Block& past, const Probe& probe,
                        const std::string& prefix, const Switches& on) {
    return GroupedAttention(probe, prefix, on)(x, past);
}

Block past_of(const Probe& probe) {
    return probe.has("past") ? as_block(probe.arrays.at("past")) : Block(1, 1, 0, 1);
}

}  // namespace attn::doctor
