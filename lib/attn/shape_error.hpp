/// The error of operations whose arguments do not fit together. Introduced in chapter 1.
#pragma once

#include <stdexcept>

namespace attn {

/// Thrown when the shapes of an operation's arguments do not fit. The message names the
/// operation, the shapes that were given and the rule that they break, for example
/// "matmul: a is 6x4, b is 3x4; a's columns must equal b's rows".
class ShapeError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

}  // namespace attn
