/// Other people's matrix products, for those that were found when this was built.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace benchmarks {

/// c = a b, all n x n, row after row.
struct OtherMatmul {
    std::string name;
    void (*run)(std::size_t n, const float* a, const float* b, float* c);
};

std::vector<OtherMatmul> other_matmuls();

}  // namespace benchmarks
