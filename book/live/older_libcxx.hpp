/// What the standard library of Debian's emscripten 3.1.6 (libc++ 13) lacks and the book uses. Only
/// the module for a page is compiled with it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

namespace std {

template <class To, class From>
To bit_cast(const From& from) noexcept {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

// The C library's printf rounds exactly, as to_chars must.
inline to_chars_result to_chars(char* first, char* last, double value, chars_format format,
                                int decimals) {
    const char* const pattern = format == chars_format::fixed        ? "%.*f"
                                : format == chars_format::scientific ? "%.*e"
                                                                     : "%.*g";
    const int length = std::snprintf(nullptr, 0, pattern, decimals, value);
    if (length > last - first) return {last, errc::value_too_large};
    string text(static_cast<size_t>(length) + 1, '\0');
    std::snprintf(text.data(), text.size(), pattern, decimals, value);
    return {std::copy_n(text.data(), length, first), errc{}};
}

/// The shortest text that reads back as value; where two are as short, without an exponent.
inline to_chars_result to_chars(char* first, char* last, double value) {
    char scientific[64], fixed[400];
    int digits = 0;
    do {
        std::snprintf(scientific, sizeof scientific, "%.*e", digits, value);
    } while (std::strtod(scientific, nullptr) != value && ++digits < 17);
    const char* const mark = std::strchr(scientific, 'e');
    const int exponent = mark == nullptr ? 0 : std::atoi(mark + 1);
    std::snprintf(fixed, sizeof fixed, "%.*f", std::max(digits - exponent, 0), value);
    const string text = std::strlen(fixed) <= std::strlen(scientific) ? fixed : scientific;
    if (static_cast<ptrdiff_t>(text.size()) > last - first) {
        return {last, errc::value_too_large};
    }
    return {std::copy(text.begin(), text.end(), first), errc{}};
}

namespace ranges {

struct same {
    template <class T>
    T&& operator()(T&& item) const {
        return std::forward<T>(item);
    }
};

template <class Range, class Out>
void copy(Range&& range, Out out) {
    std::copy(std::begin(range), std::end(range), out);
}

template <class Range, class T, class Of = same>
auto find(Range&& range, const T& value, Of of = {}) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& item) { return std::invoke(of, item) == value; });
}

template <class Range, class Out, class Is>
void copy_if(Range&& range, Out out, Is is) {
    std::copy_if(std::begin(range), std::end(range), out, is);
}

template <class Range, class T>
void fill(Range&& range, const T& value) {
    std::fill(std::begin(range), std::end(range), value);
}

template <class A, class B, class Out, class Of>
void transform(A&& a, B&& b, Out out, Of of) {
    std::transform(std::begin(a), std::end(a), std::begin(b), out, of);
}

template <class A, class B, class Are = std::equal_to<>>
bool equal(A&& a, B&& b, Are are_equal = {}) {
    return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b), are_equal);
}

template <class Range, class Is>
auto find_if(Range&& range, Is is) {
    return std::find_if(std::begin(range), std::end(range), is);
}

template <class Range, class Is, class Of = same>
bool all_of(Range&& range, Is is, Of of = {}) {
    return std::all_of(std::begin(range), std::end(range), [&](const auto& item) {
        return static_cast<bool>(std::invoke(is, std::invoke(of, item)));
    });
}

template <class Range, class Is, class Of = same>
bool any_of(Range&& range, Is is, Of of = {}) {
    return std::any_of(std::begin(range), std::end(range), [&](const auto& item) {
        return static_cast<bool>(std::invoke(is, std::invoke(of, item)));
    });
}

template <class Range, class T, class Of = same>
auto count(Range&& range, const T& value, Of of = {}) {
    return std::count_if(std::begin(range), std::end(range),
                         [&](const auto& item) { return std::invoke(of, item) == value; });
}

template <class Range, class Is, class Of = same>
auto count_if(Range&& range, Is is, Of of = {}) {
    return std::count_if(std::begin(range), std::end(range), [&](const auto& item) {
        return static_cast<bool>(std::invoke(is, std::invoke(of, item)));
    });
}

template <class Iterator>
struct min_max {
    Iterator min, max;
};

template <class Range, class Less = std::less<>, class Of = same>
auto minmax_element(Range&& range, Less is_less = {}, Of of = {}) {
    const auto [least, most] = std::minmax_element(
        std::begin(range), std::end(range), [&](const auto& a, const auto& b) {
            return is_less(std::invoke(of, a), std::invoke(of, b));
        });
    return min_max<decltype(std::begin(range))>{least, most};
}

template <class Range, class Less = std::less<>, class Of = same>
void stable_sort(Range&& range, Less is_less = {}, Of of = {}) {
    std::stable_sort(std::begin(range), std::end(range), [&](const auto& a, const auto& b) {
        return is_less(std::invoke(of, a), std::invoke(of, b));
    });
}

template <class Range, class Less = std::less<>, class Of = same>
void sort(Range&& range, Less is_less = {}, Of of = {}) {
    ranges::stable_sort(range, is_less, of);
}

template <class Range, class Less = std::less<>, class Of = same>
auto min_element(Range&& range, Less is_less = {}, Of of = {}) {
    return std::min_element(std::begin(range), std::end(range),
                            [&](const auto& a, const auto& b) {
                                return is_less(std::invoke(of, a), std::invoke(of, b));
                            });
}

template <class Range, class Less = std::less<>, class Of = same>
auto max_element(Range&& range, Less is_less = {}, Of of = {}) {
    return std::max_element(std::begin(range), std::end(range),
                            [&](const auto& a, const auto& b) {
                                return is_less(std::invoke(of, a), std::invoke(of, b));
                            });
}

template <class Range, class Less = std::less<>, class Of = same>
auto min(Range&& range, Less is_less = {}, Of of = {}) {
    return *ranges::min_element(range, is_less, of);
}

template <class Range, class Less = std::less<>, class Of = same>
auto max(Range&& range, Less is_less = {}, Of of = {}) {
    return *ranges::max_element(range, is_less, of);
}

}  // namespace ranges
}  // namespace std

#endif
