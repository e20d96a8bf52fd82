/// chapters/17_one_file/transformer.cpp as a header, for one source of a program only: all that it
/// includes comes first, so that its own lines alone are in the namespace.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace included_file {
#include "chapters/17_one_file/transformer.cpp"
}  // namespace included_file
