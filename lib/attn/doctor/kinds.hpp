/// The kinds of parts that the doctor knows.
#pragma once

#include "attn/doctor/kind.hpp"

namespace attn::doctor {

Kind softmax_kind();

}  // namespace attn::doctor
