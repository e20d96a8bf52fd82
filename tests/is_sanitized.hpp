/// Whether AddressSanitizer watches: it ends a program that asks for too much memory, and
/// UBSan beside it opens files of its own.
#pragma once

#if defined(__SANITIZE_ADDRESS__)  // GCC's word for it, and below Clang's
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
constexpr bool is_sanitized = false;
#endif
