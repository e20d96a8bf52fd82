/// Linear layers whose weights are packed once. Introduced in chapter 21.
#pragma once

#include <cstddef>
#include <optional>

#include "attn/activation.hpp"
#include "attn/linear.hpp"
#include "fast/float_matrix.hpp"
#include "fast/packed.hpp"
#include "fast/threads.hpp"

namespace attn::fast {

/// attn::Linear in float32, with its weight packed: y = x W + b, or activation(x W + b), where
/// bias and activation are applied before the sums leave the cache.
class Linear {
public:
    /// throws  ShapeError  when a bias is neither empty nor of length d_out
    explicit Linear(const attn::Linear& linear, std::optional<Activation> activation = {});

    std::size_t d_in() const noexcept { return weight_.depth; }
    std::size_t d_out() const noexcept { return weight_.cols; }

    /// x        [n x d_in]
    /// y        becomes [n x d_out] and reuses its memory; must not be x. Equal to the last bit
    ///          for any number of threads.
    /// throws   ShapeError   when x.cols() != d_in()
    void forward(const FloatMatrix& x, FloatMatrix& y, Threads& threads) const;

private:
    PackedCols weight_;
    AlignedFloats bias_;
    std::optional<Activation> activation_;
};

}  // namespace attn::fast
