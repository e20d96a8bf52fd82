/// What an exercise's function does until a reader has written it.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace attn::exercises {

/// Of a type of its own, so that no test that expects some error can take it for that one.
class NotWrittenYet : public std::exception {
public:
    explicit NotWrittenYet(std::string message) : message_(std::move(message)) {}
    const char* what() const noexcept override { return message_.c_str(); }

private:
    std::string message_;
};

/// Stands for the body of a function that is still to be written.
///
/// function  its name
/// file      __FILE__
/// throws    NotWrittenYet  always: it says what is to be written, and where
[[noreturn]] inline void not_written_yet(std::string_view function, std::string_view file) {
    const std::size_t start = file.rfind("chapters/");
    if (start != std::string_view::npos) file.remove_prefix(start);
    throw NotWrittenYet("not written yet: " + std::string(function) + ", in " +
                        std::string(file));
}

}  // namespace attn::exercises
