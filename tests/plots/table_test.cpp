#include "plots/table.hpp"
#include "attn/text/print.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <stdexcept>

#include "catch.hpp"

using namespace attn;
using namespace attn::plots;

TEST_CASE("A table as CSV quotes what would break it", "[plots]") {
    CHECK(csv_text({{"word", "say \"hi\""}, {{"a,b", "1"}, {"two\nlines", ""}}}) ==
          "word,\"say \"\"hi\"\"\"\n\"a,b\",1\n\"two\nlines\",\n");
    CHECK(csv_text({{"a"}, {}}) == "a\n");
    CHECK(csv_text({{"", "b"}, {}}) == ",b\n");
}

TEST_CASE("Exact texts lead back to the same number", "[plots]") {
    for (const double value : {0.1, 1.0 / 3.0, 1e-310, -2.5e300, 0.0}) {
        CHECK(std::strtod(exact_text(value).c_str(), nullptr) == value);
    }
    CHECK(exact_text(0.5) == "0.5");
    CHECK(exact_text(-std::nan("")) == "nan");
    CHECK(exact_text(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("A matrix as a table keeps its labels whole", "[plots]") {
    const Table table =
        matrix_table("query", {"나는", "a"}, {"x", "y"}, Matrix{{1, 2}, {3, 4.5}});
    CHECK(csv_text(table) == "query,x,y\n나는,1,2\na,3,4.5\n");
}

TEST_CASE("Rows are added to a table under one name, and filled up to its width",
          "[plots]") {
    Table table{{"head", "word", "a", "b", "c"}, {}};
    add_rows(table, "1", {"I", "love"}, {{0.5, -2}, {1, 3}});
    CHECK(table.rows == std::vector<std::vector<std::string>>{{"1", "I", "0.5", "-2", ""},
                                                              {"1", "love", "1", "3", ""}});
    CHECK_THROWS_AS(add_rows(table, "1", {"I"}, {{1}, {2}}), std::out_of_range);
}
