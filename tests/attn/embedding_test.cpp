#include "attn/embedding.hpp"

#include "attn/parameters.hpp"
#include "catch.hpp"

using namespace attn;

TEST_CASE("An embedding copies the rows of its tokens", "[embedding]") {
    const Embedding embedding{Matrix{{1, 2, 3}, {4, 5, 6}}};
    CHECK(embedding.forward({1, 0, 1, 1, 0}) ==
          Matrix{{4, 5, 6}, {1, 2, 3}, {4, 5, 6}, {4, 5, 6}, {1, 2, 3}});
    CHECK(embedding.forward({}).cols() == 3);
    CHECK(parameter_count(embedding) == 6);
}

TEST_CASE("An untrained embedding is drawn row after row", "[embedding]") {
    Random generator(41);
    Random again(41);
    const Embedding embedding = random_embedding(7, 3, generator);
    CHECK(embedding.table == random_normal_matrix(7, 3, again));
    CHECK(generator.uniform() == again.uniform());
    CHECK(parameter_count(embedding) == 21);
}

TEST_CASE("Padding's row is zero, and no other changes", "[embedding][S1-18]") {
    Random generator(42);
    const Embedding plain = random_embedding(5, 6, generator);
    const Embedding padded = with_padding(plain, 3);
    const Matrix x = padded.forward({1, 4, 3, 3});
    for (std::size_t j = 0; j < 6; ++j) {
        CHECK(x(2, j) == 0);
        CHECK(x(3, j) == 0);
        CHECK(x(0, j) == plain.table(1, j));
        CHECK(x(1, j) == plain.table(4, j));
    }
}
