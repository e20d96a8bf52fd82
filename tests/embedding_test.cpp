#include "attn/embedding.hpp"

#include <stdexcept>

#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

TEST_CASE("An embedding copies the rows of its tokens", "[embedding]") {
    const Embedding embedding{Matrix{{1, 2, 3}, {4, 5, 6}}};
    CHECK(embedding.forward({1, 0, 1, 1, 0}) ==
          Matrix{{4, 5, 6}, {1, 2, 3}, {4, 5, 6}, {4, 5, 6}, {1, 2, 3}});
    CHECK(embedding.forward({}).cols() == 3);
    CHECK(embedding.parameter_count() == 6);
}

TEST_CASE("An id that is not in the table is an error", "[embedding]") {
    const Embedding embedding{Matrix(5, 3)};
    CHECK_THROWS_WITH(
        embedding.forward({0, 4, 5}),
        "Embedding: token 2 has the id 5, the table has 5 rows; ids are counted from 0");
    CHECK_THROWS_AS(embedding.forward({7}), std::out_of_range);
}
