/// The kinds of parts that the doctor knows.
#pragma once

#include "doctor/library/kind.hpp"

namespace attn::doctor {

Kind softmax_kind();
Kind activation_kind();
Kind layer_norm_kind();
Kind rms_norm_kind();
Kind positional_encoding_kind();
Kind embedding_kind();
Kind attention_kind();
Kind mha_kind();
Kind encoder_layer_kind();
Kind decoder_layer_kind();
Kind rope_kind();
Kind gqa_kind();
Kind gated_feed_forward_kind();
Kind llama_layer_kind();
Kind softmax_grad_kind();
Kind layer_norm_grad_kind();
Kind rms_norm_grad_kind();
Kind attention_grad_kind();
Kind mha_grad_kind();
Kind encoder_layer_grad_kind();

}  // namespace attn::doctor
