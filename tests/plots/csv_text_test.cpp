#include "plots/csv_text.hpp"

#include <limits>
#include <string>

#include "catch.hpp"
#include "plots/figure_samples.hpp"

namespace attn::plots {

using samples::figure_of;

TEST_CASE("A table's numbers are told one a line, with their words", "[csv_text]") {
    CHECK(csv_text(figure_of({table("m", {{0.1, 2}}, {"row"}, {"a", "b"})})) ==
          "plot,series,x,y\nm,row,a,0.1\nm,row,b,2\n");
    CHECK(csv_text(figure_of({table("", {{1}, {2}}, {}, {})})) ==
          "plot,series,x,y\n,0,0,1\n,1,0,2\n");
}

TEST_CASE(
    "Closed cells have no number, texts stand for numbers, sums have lines of their own",
    "[csv_text]") {
    CHECK(csv_text(samples::tables()) ==
          "plot,series,x,y\n"
          "weights,I,I,0.25\nweights,I,love,0.75\nweights,love,I,1\nweights,love,love,\n"
          "weights,I,sum,1.00\nweights,love,sum,0.44\n"
          "letters,0,0,a\nletters,0,1,b\nletters,1,0,c\nletters,1,1,d\n"
          "scores,0,0,-1.5\nscores,0,1,nan\nscores,1,0,2\nscores,1,1,0.25\n");
}

TEST_CASE("Curves, dots, arrows and bars are told by their points", "[csv_text]") {
    CHECK(csv_text(samples::chart()) ==
          "plot,series,x,y\n"
          ",curve,1,0\n,curve,10,0.5\n,curve,20,nan\n,curve,50,1\n,curve,100,1\n"
          ",dots 1,10,0.5\n,ten,10,\n");
    const std::string others = csv_text(samples::others());
    CHECK_THAT(others, ContainsText("\nplane,q,0,0\nplane,q,2,1\n") &&
                           ContainsText("\nbars,two,,-2\n") &&
                           ContainsText("\nmore,one,,3\n"));
}

TEST_CASE("Words that would break a line are quoted, and whole", "[csv_text]") {
    const std::string longest(500, 'w');
    CHECK(csv_text(figure_of({table("a,b", {{1}}, {"say \"hi\""}, {"two\nlines"})})) ==
          "plot,series,x,y\n\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",1\n");
    CHECK_THAT(csv_text(figure_of({table("m", {{1}}, {longest}, {})})),
               ContainsText(longest));
}

}  // namespace attn::plots
