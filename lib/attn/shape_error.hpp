/// The error of operations whose arguments do not fit together, and how to say what must hold.
/// Introduced in chapter 1.
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attn {

/// Thrown when the shapes of an operation's arguments do not fit. The message names the
/// operation, the shapes that were given and the rule that they break, for example
/// "matmul: a is 6x4, b is 3x4; a's columns must equal b's rows".
class ShapeError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// A part of a message: words, a whole number, or whatever has a shape, such as a matrix.
inline std::string message_part(std::string_view words) {
    return std::string(words);
}
std::string message_part(std::integral auto number) {
    return std::to_string(number);
}
template <class Shaped>
std::string message_part(const Shaped& shaped) requires requires {
    shape_text(shaped);
}
{ return shape_text(shaped); }

/// The parts are made before it is asked: in a loop over all entries, throw where one is wrong.
/// throws  Error  unless it holds; its message is the parts, one after the other
template <class Error = ShapeError, class... Parts>
void require(bool holds, const Parts&... parts) {
    if (!holds) throw Error((std::string() + ... + message_part(parts)));
}

}  // namespace attn
