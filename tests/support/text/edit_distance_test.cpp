#include "support/text/edit_distance.hpp"

#include <string>

#include "catch.hpp"

using namespace attn;

TEST_CASE("The edit distance counts bytes changed, added and left out", "[edit_distance]") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("sitting", "kitten") == 3);
    CHECK(edit_distance("norm1.weight", "norm2.weight") == 1);
    CHECK(edit_distance("encoder.norm.bias", "norm.bias") == 8);
    CHECK(edit_distance("ab", "ba") == 2);
    CHECK(edit_distance(std::string(7, 'a'), std::string(5, 'b')) == 7);
}
