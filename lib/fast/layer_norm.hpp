/// Layer norm in float32. Introduced in chapter 21.
#pragma once

#include "attn/layer_norm.hpp"
#include "fast/float_matrix.hpp"
#include "fast/threads.hpp"

namespace attn::fast {

/// attn::LayerNorm in float32. A distance from the mean beyond 1.8e19 is infinite when squared,
/// and its row becomes beta. epsilon is rounded to float, so that one below 7e-46 is 0.
class LayerNorm {
public:
    /// norm    of rows of d_model numbers
    /// throws  ShapeError         when d_model is 0, or gamma or beta is neither empty nor of
    ///                            length d_model
    ///         std::domain_error  when epsilon is negative, infinite or NaN
    LayerNorm(const attn::LayerNorm& norm, std::size_t d_model);

    /// x        [n x d_model]
    /// y        becomes [n x d_model]; may be x itself
    /// throws   ShapeError  when x.cols() != d_model
    void forward(const FloatMatrix& x, FloatMatrix& y, Threads& threads) const;

private:
    AlignedFloats gamma_;
    AlignedFloats beta_;
    float epsilon_;
};

}  // namespace attn::fast
