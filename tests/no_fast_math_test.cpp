#include "attn/no_fast_math.hpp"

#include <cstdlib>
#include <string>

#include "catch.hpp"

TEST_CASE("The headers refuse to compile where infinity is forgotten", "[no_fast_math]") {
    const std::string compile = std::string(ATTN_CXX_COMPILER) +
                                " -std=c++20 -fsyntax-only -x c++ -I'" + ATTN_LIB_DIR +
                                "' ";
    const std::string header =
        std::string("'") + ATTN_LIB_DIR + "/attn/matrix.hpp' 2>/dev/null";
    CHECK(std::system((compile + header).c_str()) == 0);
    CHECK(std::system((compile + "-ffast-math " + header).c_str()) != 0);
    CHECK(std::system((compile + "-ffinite-math-only " + header).c_str()) != 0);
}
