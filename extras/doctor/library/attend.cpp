#include "doctor/library/attend.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doctor/library/kind.hpp"

namespace attn::doctor {
namespace {

/// Which key is open to which query, with switches.
class OpenKeys {
public:
    OpenKeys(const Block& scores, const Masking& masking, const Switches& on)
        : scores_(scores), masking_(masking), on_(on) {
        has_causal_ = masking.causal && on.causal != Causal::ignored;
        has_given_ = (masking.mask != nullptr || masking.padding != nullptr) &&
                     on.given != Given::ignored;
        const bool turns = on.given == Given::rows || on.given == Given::rows_too ||
                           (has_causal_ && on.join == Join::given_closes_rows);
        if (has_given_ && turns && scores.rows != scores.cols) throw Inapplicable{};
    }

    bool is_none() const {
        return !has_causal_ && !has_given_ && masking_.window + masking_.n_past == 0;
    }

    bool operator()(std::size_t s, std::size_t h, std::size_t i, std::size_t j) const {
        if (!is_in_window(i, j) || !is_read(i, j)) return false;
        if (is_open_row(s, i)) return true;
        if (!has_given_) return !has_causal_ || causal(i, j);
        if (!has_causal_) return given(s, h, i, j);
        switch (on_.join) {
            case Join::both:
                return causal(i, j) && given(s, h, i, j);
            case Join::either:
                return causal(i, j) || given(s, h, i, j);
            case Join::causal_only:
                return causal(i, j);
            case Join::given_only:
                return given(s, h, i, j);
            case Join::given_closes_rows:
                return causal(i, j) && given(s, h, j, i);
        }
        return true;
    }

private:
    /// Whether query i is padding, and sees everything.
    bool is_open_row(std::size_t s, std::size_t i) const {
        return on_.given == Given::rows_open && masking_.padding != nullptr &&
               scores_.rows == scores_.cols && !entry(s, i, i);
    }

    /// Whether key j is no further from query i than the window allows.
    bool is_in_window(std::size_t i, std::size_t j) const {
        if (masking_.window == 0 || on_.window == Window::ignored) return true;
        std::size_t window = masking_.window;
        if (on_.window == Window::one_more) ++window;
        if (on_.window == Window::one_less) --window;
        if (on_.window == Window::half) window = window / 2 + 1;
        if (on_.window == Window::first_key_too && j == 0) return true;
        if (on_.window == Window::chunks) {
            return j / window == (i + scores_.cols - scores_.rows) / window;
        }
        if (on_.window == Window::from_first_query) return j + window > i;
        return j + scores_.rows + window > i + scores_.cols;
    }

    /// Whether query i reads key j where some are from a cache.
    bool is_read(std::size_t i, std::size_t j) const {
        const std::size_t past = masking_.n_past, window = masking_.window;
        if (past == 0) return true;
        switch (on_.kept) {
            case Kept::unread:
                return j >= past;
            case Kept::last_only:
                return j + 1 >= past;
            case Kept::last_unread:
                return j + 1 != past;
            case Kept::own_unread:
                return j != past + i;
            case Kept::new_unread:
                return j < past;
            case Kept::window_one_less:
                return window == 0 || j + window != past + i + 1;
            default:
                return true;
        }
    }

    bool causal(std::size_t i, std::size_t j) const {
        const std::size_t last =
            i + scores_.cols;  // compared with j + rows: no number below 0
        const std::size_t key = j + scores_.rows;
        switch (on_.causal) {
            case Causal::right:
                return key < last + (on_.window == Window::future_too && masking_.window > 0
                                         ? masking_.window
                                         : 1);
            case Causal::first_sees_first:
                return j <= i;
            case Causal::first_key_only:  // a mask of one row, word by word
                return scores_.rows == scores_.cols ? key <= last : j == 0;
            case Causal::without_itself:
                return key < last;
            case Causal::and_next:
                return key <= last + 1;
            case Causal::future:
                return key >= last;
            case Causal::open_with_past:
                return scores_.rows != scores_.cols || key <= last;
            case Causal::inverted:
                return key > last;
            case Causal::ignored:
                return true;
        }
        return true;
    }

    bool given(std::size_t s, std::size_t h, std::size_t i, std::size_t j) const {
        switch (on_.given) {
            case Given::right:
            case Given::ignored:
            case Given::rows_open:
                return entry(s, i, j);
            case Given::inverted:
                return !entry(s, i, j);
            case Given::rows:
                return entry(s, j, i);
            case Given::rows_too:
                return entry(s, i, j) && entry(s, j, i);
            case Given::first_sentence:
                return entry(0, i, j);
            case Given::other_order:
                return entry((s * scores_.heads + h) % scores_.sentences, i, j);
            case Given::first_head:
                return h > 0 || entry(s, i, j);
        }
        return true;
    }

    bool entry(std::size_t s, std::size_t i, std::size_t j) const {
        if (masking_.mask != nullptr)
            return masking_.mask->values[i * scores_.cols + j] != 0;
        return masking_.padding->values[s * scores_.cols + j] != 0;
    }

    const Block& scores_;
    const Masking& masking_;
    const Switches& on_;
    bool has_causal_ = false;
    bool has_given_ = false;
};

template <class Open, class Change>
void change_where_closed(Block& block, const Open& open, const Change& change) {
    for (std::size_t s = 0; s < block.sentences; ++s) {
        for (std::size_t h = 0; h < block.heads; ++h) {
            for (std::size_t i = 0; i < block.rows; ++i) {
                for (std::size_t j = 0; j < block.cols; ++j) {
                    if (!open(s, h, i, j)) change(block(s, h, i, j));
                }
            }
        }
    }
}

double divisor(const Block& q, const Block& k, const Masking& masking, double d_model,
               const Switches& on) {
    if (on.divided_by > 0) return on.divided_by;
    const double d_k = static_cast<double>(q.cols) * on.model_of_heads + on.d_k_more;
    const double n_heads = static_cast<double>(q.heads);
    switch (on.divisor) {
        case Divisor::root_d_k:
            return std::sqrt(d_k);
        case Divisor::none:
        case Divisor::root_d_k_after_softmax:
            return 1;
        case Divisor::d_k:
            return d_k;
        case Divisor::root_d_model:
            return std::sqrt(d_model);
        case Divisor::root_d_model_by_heads:
            return std::sqrt(d_model / n_heads);
        case Divisor::root_d_model_by_heads_down:
            return std::sqrt(std::floor(d_model / n_heads));
        case Divisor::root_d_model_by_kv_heads:
            return std::sqrt(d_model / static_cast<double>(masking.n_kv_heads));
        case Divisor::d_model:
            return d_model;
        case Divisor::root_n_key:
            return std::sqrt(static_cast<double>(k.rows));
        case Divisor::root_n_query:
            return std::sqrt(static_cast<double>(q.rows));
        case Divisor::root_n_heads:
            return std::sqrt(n_heads);
        case Divisor::fourth_root_d_k:
            return std::sqrt(std::sqrt(d_k));
        case Divisor::one_over_root_d_k:
            return 1 / std::sqrt(d_k);
    }
    return 1;
}

double capped(double score, double cap, SoftCap how) {
    if (how == SoftCap::times_tanh) return score * std::tanh(score / cap);
    if (how == SoftCap::no_factor) return std::tanh(score / cap);
    return cap * std::tanh(score / cap);
}

void exchange_roles(Block& q, Block& k, Block& v, Roles roles) {
    if (roles == Roles::right) return;
    if (q.rows != k.rows || v.cols != q.cols) throw Inapplicable{};
    if (roles == Roles::queries_as_keys) std::swap(q, k);
    if (roles == Roles::keys_as_values) std::swap(k, v);
    if (roles == Roles::queries_as_values) std::swap(q, v);
}

/// k [.. n d] read as [.. d n] without a transpose, and turned back for a product.
Block reshaped(const Block& k) {
    Block as_it_lies = k;
    std::swap(as_it_lies.rows, as_it_lies.cols);
    return transposed(as_it_lies);
}

}  // namespace

Masking masking_of(const Probe& probe) {
    const auto array = [&probe](const char* name) {
        return probe.has(name) ? &probe.arrays.at(name) : nullptr;
    };
    return {.causal = probe.setting("causal") == "1",
            .mask = array("mask"),
            .padding = array("padding")};
}

Block attention_weights(const Block& q, const Block& k, const Masking& masking,
                        std::size_t d_model, const Switches& on) {
    Block scores = times_transposed(q, on.keys_reshaped ? reshaped(k) : k);
    const double by =
        on.temperature * divisor(q, k, masking, static_cast<double>(d_model), on);
    const auto cap = [&] {
        for (double& score : scores.values) {
            score = capped(score, masking.soft_cap, on.soft_cap);
        }
    };
    const bool has_cap = masking.soft_cap > 0 && on.soft_cap != SoftCap::none;
    const bool is_early = on.soft_cap == SoftCap::before_scale;
    const bool is_late = on.soft_cap == SoftCap::after_mask;
    if (has_cap && is_early) cap();
    for (double& score : scores.values) score /= by;
    if (has_cap && !is_early && !is_late) cap();
    const OpenKeys open(scores, masking, on);
    if (!open.is_none() && !on.mask_after_softmax) {
        const bool adds = on.fill_by == Fill::is_added;
        change_where_closed(
            scores, open, [&](double& score) { score = adds ? score + on.fill : on.fill; });
    }
    if (has_cap && is_late) cap();
    for (double& score : scores.values) score = std::clamp(score, -on.clip, on.clip);
    Block weights = weigh(std::move(scores), on);
    if (!open.is_none() && on.mask_after_softmax) {
        change_where_closed(weights, open, [](double& weight) { weight = 0; });
    }
    if (!open.is_none() && on.fill_by == Fill::replaces_where_some_are_open) {
        const auto has_some = [&](auto s, auto h, auto i, auto) {
            bool some = false;
            for (std::size_t j = 0; j < weights.cols; ++j) some = some || open(s, h, i, j);
            return some;
        };
        change_where_closed(weights, has_some, [](double& weight) { weight = 0; });
    }
    if (on.divisor == Divisor::root_d_k_after_softmax) {
        for (double& weight : weights.values)
            weight /= std::sqrt(static_cast<double>(q.cols));
    }
    return weights;
}

Block attend(Block q, Block k, Block v, const Masking& masking, std::size_t d_model,
             const Switches& on) {
    exchange_roles(q, k, v, on.roles);
    Block weights = attention_weights(q, k, masking, d_model, on);
    if (on.weights_transposed) {
        if (weights.rows != weights.cols) throw Inapplicable{};
        weights = transposed(weights);
    }
    return times(weights, v);
}

}  // namespace attn::doctor
