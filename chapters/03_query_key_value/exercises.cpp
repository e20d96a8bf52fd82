#include "chapters/03_query_key_value/exercises.hpp"

#include "chapters/printing/not_written_yet.hpp"

namespace attn::exercises {

Matrix hard_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    not_written_yet("hard_attention", __FILE__);
}

std::vector<double> look_up(std::span<const double> query, const Matrix& k,
                            const Matrix& v) {
    not_written_yet("look_up", __FILE__);
}

std::vector<std::size_t> favourite_keys(const Matrix& scores, std::size_t query) {
    not_written_yet("favourite_keys", __FILE__);
}

}  // namespace attn::exercises
