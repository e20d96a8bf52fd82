#include "chapters/properties/part_properties.hpp"

#include <algorithm>

namespace attn {
namespace {

using counterexample::at;
using counterexample::difference;
using counterexample::random_matrix;
using counterexample::when_it_runs;

}  // namespace

Counterexample splitting_keeps_tokens_apart(const HeadFunctions& heads) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix before = random_matrix(5, 6);
        for (std::size_t token = 0; token < 5; ++token) {
            Matrix other = before;
            for (double& entry : other.row(token)) entry += 1;
            const auto was = heads.split(before, 2), is = heads.split(other, 2);
            for (std::size_t h = 0; h < 2; ++h) {
                for (std::size_t i = 0; i < 5; ++i) {
                    if (i == token) continue;
                    const auto old_row = was.at(h).row(i), new_row = is.at(h).row(i);
                    if (std::equal(old_row.begin(), old_row.end(), new_row.begin(),
                                   new_row.end()))
                        continue;
                    return "token " + std::to_string(token) + " was changed, and row " +
                           std::to_string(i) + " of head " + std::to_string(h) +
                           " changed with it";
                }
            }
        }
        return std::nullopt;
    });
}

Counterexample splitting_takes_columns(const HeadFunctions& heads) {
    return when_it_runs([&]() -> Counterexample {
        Matrix numbered(5, 6);
        for (std::size_t i = 0; i < 5; ++i) {
            for (std::size_t j = 0; j < 6; ++j) numbered(i, j) = static_cast<double>(j);
        }
        const auto parts = heads.split(numbered, 3);
        if (parts.size() > 3) {
            return "split into 3 heads, there are " + std::to_string(parts.size());
        }
        for (std::size_t h = 0; h < 3; ++h) {
            Matrix wanted(5, 2, 2.0 * static_cast<double>(h));
            for (std::size_t i = 0; i < 5; ++i) wanted(i, 1) += 1;
            const std::string what = "with columns that hold their own number, head " +
                                     std::to_string(h) + "'s entry";
            if (auto found = difference(what, parts.at(h), wanted, 5, 0)) return found;
        }
        return std::nullopt;
    });
}

Counterexample merging_undoes_splitting(const HeadFunctions& heads) {
    return when_it_runs([&] {
        const Matrix m = random_matrix(5, 6);
        return difference("split into 3 heads and merged, entry",
                          heads.merge(heads.split(m, 3)), m, 5, 0);
    });
}

std::vector<Property<HeadFunctions>> head_properties() {
    return {{"keeps tokens apart", splitting_keeps_tokens_apart},
            {"takes columns", splitting_takes_columns},
            {"merging undoes splitting", merging_undoes_splitting}};
}

}  // namespace attn
