/// Refuses to compile where arithmetic is not what IEEE 754 says: where the compiler was told
/// to forget infinity and NaN, or keeps more digits than the type has. And to link a program
/// whose containers are not the library's.
#pragma once

#include <cfloat>
#include <cstddef>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "attn needs infinity and NaN: compile without -ffast-math and without -Ofast"
#elif FLT_EVAL_METHOD != 0
#error \
    "attn needs floats and doubles that are rounded at once: on x86 compile with -msse2 -mfpmath=sse"
#endif

// -D_GLIBCXX_DEBUG gives std::vector more members. Where only the program or only the library
// has it, each reads the other's vectors wrongly; so they do not link, and the linker says why.
#ifdef __GLIBCXX__
namespace attn {
#ifdef _GLIBCXX_DEBUG
extern const char this_program_has_GLIBCXX_DEBUG_and_attn_was_compiled_without;
[[gnu::used]] static const char* const mode_of_containers =
    &this_program_has_GLIBCXX_DEBUG_and_attn_was_compiled_without;
#else
extern const char this_program_lacks_GLIBCXX_DEBUG_and_attn_was_compiled_with_it;
[[gnu::used]] static const char* const mode_of_containers =
    &this_program_lacks_GLIBCXX_DEBUG_and_attn_was_compiled_with_it;
#endif
}  // namespace attn
#endif
