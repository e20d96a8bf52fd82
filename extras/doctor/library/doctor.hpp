/// The doctor for functions in C++: whether your softmax, attention, layer norm, ... is right, and
/// if not, which line of it was written wrong. Introduced in chapter 20.
///
///     const attn::Diagnosis found = attn::examine_attention(my_attention);
///     std::cout << found;     // the report
///     REQUIRE(found.right());  // in a test
///
/// Each function is called with a few dozen small inputs, made so that known mistakes differ in
/// what they give. A function that cannot do what it is asked, such as a causal mask, throws
/// doctor::Skip; a std::exception is reported, and any other goes on to the caller. The options
/// have the names of mistakes that are meant; for a name that is none of the kind's mistakes, each
/// throws std::invalid_argument.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "attn/activation.hpp"
#include "attn/attention_mask.hpp"
#include "attn/decoder.hpp"
#include "attn/encoder.hpp"
#include "attn/layer_norm.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"
#include "doctor/library/diagnosis.hpp"
#include "doctor/library/examine.hpp"

namespace attn {

using Diagnosis = doctor::Diagnosis;
using DoctorOptions = doctor::Options;

/// Softmax of every row. A row of minus infinities should give zeros; softmax_rows gives NaN, and
/// the report says so.
Diagnosis examine_softmax(const std::function<Matrix(const Matrix& scores)>& softmax,
                          const DoctorOptions& options = {});

/// The activation of one number, which should be the one that asked says.
Diagnosis examine_activation(Activation asked, const std::function<double(double x)>& f,
                             const DoctorOptions& options = {});

/// Layer norm of every row.
Diagnosis examine_layer_norm(
    const std::function<Matrix(const Matrix& x, const std::vector<double>& gamma,
                               const std::vector<double>& beta, double epsilon)>& norm,
    const DoctorOptions& options = {});

/// RMS norm of every row: x gamma / sqrt(mean of x^2 + epsilon).
Diagnosis examine_rms_norm(
    const std::function<Matrix(const Matrix& x, const std::vector<double>& gamma,
                               double epsilon)>& norm,
    const DoctorOptions& options = {});

/// The sinusoidal encoding of the positions 0 to n - 1, sine and cosine alternating.
Diagnosis examine_positional_encoding(
    const std::function<Matrix(std::size_t n, std::size_t d_model)>& encoding,
    const DoctorOptions& options = {});

/// Rows of table, times the root of d_model, with the positions' encoding added.
Diagnosis examine_embedding(
    const std::function<Matrix(const Matrix& table, const std::vector<std::size_t>& ids)>&
        embedding,
    const DoctorOptions& options = {});

/// Scaled dot-product attention. With fewer queries than keys, a causal mask lets the last query
/// see every key. Functions of type AttentionFunction go by way of their output.
Diagnosis examine_attention(
    const std::function<Matrix(const Matrix& q, const Matrix& k, const Matrix& v,
                               const AttentionMask& mask)>& attention,
    const DoctorOptions& options = {});

/// Multi-head attention with the weights of layer.
Diagnosis examine_multi_head(
    const std::function<Matrix(const MultiHeadAttention& layer, const Matrix& q_in,
                               const Matrix& k_in, const Matrix& v_in,
                               const AttentionMask& mask)>& multi_head,
    const DoctorOptions& options = {});

/// An encoder layer with the weights, the activation and the placement of layer.
Diagnosis examine_encoder_layer(
    const std::function<Matrix(const EncoderLayer& layer, const Matrix& x,
                               const AttentionMask& mask)>& encoder_layer,
    const DoctorOptions& options = {});

/// A decoder layer with the weights, the activation and the placement of layer.
Diagnosis examine_decoder_layer(
    const std::function<Matrix(const DecoderLayer& layer, const Matrix& y,
                               const Matrix& memory, const AttentionMask& mask,
                               const AttentionMask& memory_mask)>& decoder_layer,
    const DoctorOptions& options = {});

/// Backward of softmax: the slopes in the scores, from those in the weights.
Diagnosis examine_softmax_gradient(
    const std::function<Matrix(const Matrix& scores, const Matrix& d_weights)>& backward,
    const DoctorOptions& options = {});

/// Backward of layer norm: returns the slopes in x, and adds those in gamma and beta to gradient.
Diagnosis examine_layer_norm_gradient(
    const std::function<Matrix(const LayerNorm& layer, const Matrix& x,
                               const Matrix& d_output, LayerNorm& gradient)>& backward,
    const DoctorOptions& options = {});

/// The slopes of the loss in the three inputs of attention.
struct InputSlopes {
    Matrix q, k, v;
};

/// Backward of scaled dot-product attention.
Diagnosis examine_attention_gradient(
    const std::function<InputSlopes(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionMask& mask, const Matrix& d_output)>&
        backward,
    const DoctorOptions& options = {});

/// Backward of multi-head attention: returns the slopes in the three inputs, and adds those in the
/// four projections to gradient.
Diagnosis examine_multi_head_gradient(
    const std::function<InputSlopes(const MultiHeadAttention& layer, const Matrix& q_in,
                                    const Matrix& k_in, const Matrix& v_in,
                                    const AttentionMask& mask, const Matrix& d_output,
                                    MultiHeadAttention& gradient)>& backward,
    const DoctorOptions& options = {});

/// Backward of an encoder layer: returns the slopes in x, and adds those in its weights to gradient.
Diagnosis examine_encoder_layer_gradient(
    const std::function<Matrix(const EncoderLayer& layer, const Matrix& x,
                               const AttentionMask& mask, const Matrix& d_output,
                               EncoderLayer& gradient)>& backward,
    const DoctorOptions& options = {});

}  // namespace attn
