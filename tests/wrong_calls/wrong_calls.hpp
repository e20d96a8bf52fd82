/// Calls that are wrong, one a line. What each is answered is recorded in said.txt, to be read.
#pragma once

#include <functional>
#include <string>

namespace wrong_calls {

/// Lines of code, and below each wrong call what it is answered.
struct Said {
    std::string text;

    void begin(const std::string& title) { text += "\n== " + title + "\n"; }
    void let(const std::string& code) { text += code + ";\n"; }
    void answer(const std::string& code, const std::function<void()>& call);
};

/// Both are written down and done: what the calls below need, and a call that must not succeed.
#define LET(...)            \
    said.let(#__VA_ARGS__); \
    __VA_ARGS__
#define WRONG(...) said.answer(#__VA_ARGS__, [&] { static_cast<void>(__VA_ARGS__); })

void with_numbers(Said& said);
void with_attention(Said& said);
void with_layers(Said& said);
void with_slopes(Said& said);
void with_floats(Said& said);
void with_files(Said& said);

}  // namespace wrong_calls
