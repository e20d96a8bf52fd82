#include "tools/reference_masks.hpp"

#include <algorithm>
#include <limits>

#include "attn/mask_conventions.hpp"

namespace reference {
namespace {

using attn::AttentionMask;
using attn::Matrix;
using attn::NpyArray;

bool holds_biases(const NpyArray& array) {
    return array.type != attn::NpyType::boolean &&
           std::any_of(array.values.begin(), array.values.end(), [](double x) {
               return x != 0 && x != -std::numeric_limits<double>::infinity();
           });
}

}  // namespace

CaseMasks::CaseMasks(const Case& given)
    : given_(given), allowed_(optional_slot(given.masks, "allowed")) {
    for (const auto& [name, array] : given.masks) {
        if (name == "allowed") continue;
        NpyArray by_query_and_key = array;
        if (name == "key_padding_mask" || name == "src_key_padding_mask") {
            Shape& shape =
                by_query_and_key.shape;  // [batch x key]: the same for all queries
            shape.insert(shape.end() - 1, 1);
        } else if (name != "additive" && name != "attn_mask" && name != "src_mask") {
            refuse(given, "the mask " + name + " is not known");
        }
        torch_.push_back(by_query_and_key);
        has_biases_ = has_biases_ || holds_biases(array);
    }
    is_causal_ = given.number("is_causal", 0) != 0 && given.masks.empty();
}

std::vector<CaseMasks::Source> CaseMasks::sources() const {
    std::vector<Source> all;
    if (!torch_.empty() || allowed_ == nullptr) all.push_back(Source::torch);
    if (allowed_ != nullptr && !has_biases_) all.push_back(Source::allowed);
    return all;
}

AttentionMask CaseMasks::mask(Source source, const Shape& batch, std::size_t index,
                              std::size_t n_query, std::size_t n_key,
                              std::size_t n_heads) const {
    const Item item{batch, index, n_query, n_key, n_heads};
    AttentionMask mask;
    if (is_causal_) {
        mask = attn::causal_mask(n_query, n_key, attn::CausalAlignment::first_sees_first);
    }
    if (allowed_ != nullptr && (source == Source::allowed || has_biases_)) {
        mask = mask & mask_of(item, *allowed_, attn::mask_from_allowed);
    }
    if (source == Source::allowed) return mask;
    for (const NpyArray& array : torch_) {
        mask = mask & mask_of(item, array, [&](const Matrix& m) {
                   return array.type == attn::NpyType::boolean
                              ? attn::mask_from_blocked(m)
                              : attn::mask_from_additive(m);
               });
    }
    return mask;
}

AttentionMask CaseMasks::mask_of(const Item& of, const NpyArray& array,
                                 const Convention& convention) const {
    const Shape own = batch_of(array);
    Shape with_heads = of.batch;
    with_heads.push_back(of.n_heads);
    const bool in_one = own == Shape{count(with_heads)} && own != of.batch;
    const bool is_per_head = of.n_heads > 1 && (in_one || own.size() == with_heads.size());
    if (!is_per_head) {
        if (stretched(given_, own, of.batch) != of.batch) {
            refuse(given_, "a mask has another batch than the inputs");
        }
        return convention(repeated(item(array, of.batch, of.index), of.n_query, of.n_key));
    }
    std::vector<AttentionMask> heads;
    for (std::size_t h = 0; h < of.n_heads; ++h) {
        const Matrix m = item(array, in_one ? own : with_heads, of.index * of.n_heads + h);
        heads.push_back(convention(repeated(m, of.n_query, of.n_key)));
    }
    return AttentionMask::per_head(std::move(heads));
}

}  // namespace reference
