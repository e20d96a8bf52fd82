/// Refuses to compile where arithmetic is not what IEEE 754 says: where the compiler was told
/// to forget infinity and NaN, or keeps more digits than the type has.
#pragma once

#include <cfloat>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "attn needs infinity and NaN: compile without -ffast-math and without -Ofast"
#elif FLT_EVAL_METHOD != 0
#error \
    "attn needs floats and doubles that are rounded at once: on x86 compile with -msse2 -mfpmath=sse"
#endif
