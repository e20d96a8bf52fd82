/// Refuses to compile where the compiler was told to forget infinity and NaN.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "attn needs infinity and NaN: compile without -ffast-math and without -Ofast"
#endif
