// The bug gallery: that each mutant passes what chapter 20's table says it passes, that the
// named property catches it, and that what is right has every property.

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "attn/mask_conventions.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/20_bug_gallery/20_bug_gallery.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/attention.hpp"
#include "chapters/mistakes/heads.hpp"
#include "chapters/mistakes/own_attention.hpp"
#include "chapters/mistakes/positions.hpp"
#include "chapters/mistakes/sublayers.hpp"
#include "chapters/program/folders.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"
#include "support/files/whole_file.hpp"

namespace attn::chapters::ch20 {

using Catch::Matchers::WithinAbs;

namespace {

const Matrix& q = small_example::q;
const Matrix& k = small_example::k;
const Matrix& v = small_example::v;

AttentionTrace right(const Matrix& a, const Matrix& b, const Matrix& c,
                     const AttentionMask& mask) {
    return scaled_dot_product_attention(a, b, c, mask);
}

/// The names of the properties that a function breaks, in a line.
std::string broken_names(const AttentionFunction& attention) {
    std::string names;
    for (const auto& property : attention_properties()) {
        if (property.check(attention)) {
            names += (names.empty() ? "" : ", ") + property.name;
        }
    }
    return names;
}

/// Runs, shape, finite, sums: y, N, or - where there are no weights.
std::string checks_of(const Exhibit& e) {
    const auto letter = [](std::optional<bool> passed) {
        return !passed ? '-' : *passed ? 'y' : 'N';
    };
    return {letter(e.checks.runs), letter(e.checks.shape), letter(e.checks.finite),
            letter(e.checks.sums)};
}

/// What the text's table says: checks, and the property that catches it.
const std::map<std::string, std::pair<std::string, std::string>> told{
    {"softmax_axis", {"yyyN", "rows sum to 1"}},
    {"no_exponential", {"yyyy", "ignores shifted keys"}},
    {"scale_model", {"yyyy", "has unit variance"}},
    {"scale_twice", {"yyyy", "has unit variance"}},
    {"no_scale", {"yyyy", "has unit variance"}},
    {"running_max", {"yyyy", "ignores any constant"}},
    {"mask_inverted", {"yyyy", "gives masked keys nothing"}},
    {"mask_after_softmax", {"yyyN", "rows sum to 1"}},
    {"mask_rows", {"yyyy", "hides the future"}},
    {"fill_small", {"yyyy", "gives masked keys nothing"}},
    {"clip_after_mask", {"yyyy", "gives masked keys nothing"}},
    {"nan_row", {"yyyy", "gives zeros when all is masked"}},
    {"causal_corner", {"yyyy", "continues a sentence"}},
    {"split_reshape", {"yyyy", "keeps tokens apart"}},
    {"merge_order", {"yyyy", "merging undoes splitting"}},
    {"exponent_doubled", {"yyy-", "has the paper's waves"}},
    {"halves", {"yyy-", "sine and cosine alternate"}},
    {"unbiased_variance", {"yyy-", "gives variance 1"}},
    {"epsilon_outside", {"yyy-", "adds epsilon to the variance"}},
    {"norm_place", {"yyy-", "passes on normalized rows"}},
    {"residual", {"yyy-", "adds the attention output"}},
    {"gelu_kind", {"yyy-", "is x times the area"}},
    {"dropout_on", {"yyy-", "does nothing in evaluation"}},
    {"online_blocks", {"yyyy", "rows sum to 1"}}};

}  // namespace

TEST_CASE("Each mutant passes what the table says, and the named property catches it",
          "[chapter20]") {
    REQUIRE(exhibit_names().size() == told.size());
    Labels names_of_mutants;
    for (const mistakes::Mutant& mutant : mistakes::mutants())
        names_of_mutants.push_back(mutant.name);
    CHECK(names_of_mutants == exhibit_names());
    std::size_t unseen = 0;
    for (const std::string& name : exhibit_names()) {
        INFO(name);
        const Exhibit e = exhibit(name);
        CHECK(e.words.name == name);
        REQUIRE(told.contains(name));
        CHECK(checks_of(e) == told.at(name).first);
        CHECK(e.words.caught_by == told.at(name).second);
        CHECK(e.evidence().has_value());
        if (e.checks.sums.value_or(false)) ++unseen;
    }
    CHECK(unseen == 14);
    CHECK(unseen == count_of_unseen(all_exhibits()));
    CHECK(count_with_weights(all_exhibits()) == 16);
}

TEST_CASE("What is right has every property that is put to a mutant", "[chapter20]") {
    for (const std::string& name : exhibit_names()) {
        for (const Verdict& verdict : exhibit(name).verdicts) {
            INFO(name << ", " << verdict.property);
            CHECK_FALSE(verdict.of_right.has_value());
        }
    }
}

TEST_CASE("One wrong row by hand: weights without an exponential", "[chapter20]") {
    const auto row_you = [](const Matrix& queries, const Matrix& keys) {
        return mistakes::no_exponential(queries, keys, v, open_mask(4, 4)).weights(2, 0);
    };
    const Matrix w = mistakes::no_exponential(q, k, v, open_mask(4, 4)).weights;
    CHECK(w(2, 0) == 0);
    CHECK(w(2, 1) == 0.5);
    CHECK(w(2, 2) == -0.5);
    CHECK(w(2, 3) == 1);
    CHECK(w(3, 0) == 3);
    CHECK(w(3, 1) == -1);
    CHECK(w(3, 2) == -2);
    CHECK(w(3, 3) == 1);
    // (1, 0, 0, 0) added to every key adds q's first entry, 2, to the scores of "you", 1
    // after the division by 2.
    Matrix moved = k;
    for (std::size_t j = 0; j < 4; ++j) moved(j, 0) += 1;
    CHECK_THAT(row_you(q, moved), WithinAbs(1.0 / 6, 1e-15));
    CHECK_THAT(right(q, moved, v, open_mask(4, 4)).weights,
               IsCloseTo(right(q, k, v, open_mask(4, 4)).weights, 1e-15));
}

TEST_CASE("Each block by itself is right while one block holds all keys", "[chapter20]") {
    Random generator(12);
    const Matrix queries = random_normal_matrix(3, 5, generator);
    const Matrix keys = random_normal_matrix(128, 5, generator);
    const auto row_sums = [&](std::size_t n_key) {
        Matrix few(n_key, 5);
        for (std::size_t j = 0; j < n_key; ++j) {
            few.set_row(j, keys.row(j));
        }
        const AttentionMask all = open_mask(3, n_key);
        return matmul(mistakes::each_block_by_itself(queries, few, few, all).weights,
                      Matrix(n_key, 1, 1.0));
    };
    CHECK_THAT(row_sums(4), IsCloseTo(Matrix(3, 1, 1.0), 1e-12));
    CHECK_THAT(row_sums(5), IsCloseTo(Matrix(3, 1, 2.0), 1e-12));
    CHECK_THAT(row_sums(128), IsCloseTo(Matrix(3, 1, 32.0), 1e-12));
    CHECK(broken_names(mistakes::each_block_by_itself) ==
          "rows sum to 1, commutes with permutation, stays between values");
    // Halving the picture's rows does not mend them.
    const Exhibit e = exhibit("online_blocks");
    const auto& panels = std::get<Panels>(e.view);
    CHECK(max_abs_difference(panels.wrong * 0.5, panels.right) > 0.1);
}

TEST_CASE("Each fork of the gallery's table was tried on both of its suspects",
          "[chapter20]") {
    // NaN. Without the mask only the row without a key recovers.
    const auto nothing_for_you =
        AttentionMask::where(4, 4, [](std::size_t i, std::size_t) { return i != 2; });
    const auto is_nan = [](const AttentionTrace& t) { return std::isnan(t.weights(2, 3)); };
    CHECK(is_nan(mistakes::nan_where_all_is_masked(q, k, v, nothing_for_you)));
    CHECK(!is_nan(mistakes::nan_where_all_is_masked(q, k, v, open_mask(4, 4))));
    const auto from_a_number = mistakes::running_maximum_from_a_number;
    CHECK(std::isnan(from_a_number(std::vector{-20000.0, -20001.0})[0]));
    const AttentionFunction wrapped = mistakes::wrapped(mistakes::somebodys_attention);
    const Matrix large = q * 1000;  // row "you" has scores of 0, 1000, -1000 and 2000
    CHECK(is_nan(wrapped(large, k, v, open_mask(4, 4))));
    // A key of zeros, whose score is 0, heals the maximum from a number, not the overflow.
    const std::vector<double> healed = from_a_number(std::vector{-20000.0, -20001.0, 0.0});
    CHECK(healed == std::vector<double>{0, 0, 1});
    Matrix one_key_more(5, k.cols()), one_value_more(5, v.cols());
    for (std::size_t j = 0; j < 4; ++j) {
        one_key_more.set_row(j, k.row(j));
        one_value_more.set_row(j, v.row(j));
    }
    CHECK(is_nan(wrapped(large, one_key_more, one_value_more, open_mask(4, 5))));

    // Padding: with the rows masked nothing has changed, with the mask inverted it has all.
    const auto no_all =
        AttentionMask::where(4, 4, [](std::size_t, std::size_t j) { return j != 3; });
    CHECK_THAT(mistakes::mask_on_rows(q, k, v, no_all).weights,
               IsCloseTo(right(q, k, v, open_mask(4, 4)).weights, 1e-6));
    CHECK(mistakes::mask_inverted(q, k, v, no_all).weights(2, 3) == 1);
    // A causal mask shows that the mask arrives, on its side: "all" sees only itself.
    const Matrix turned = mistakes::mask_on_rows(q, k, v, causal_mask(4)).weights;
    CHECK_THAT(
        turned,
        IsCloseTo(right(q, k, v,
                        AttentionMask::where(
                            4, 4, [](std::size_t i, std::size_t j) { return i <= j; }))
                      .weights,
                  1e-6));
    CHECK(turned(3, 3) == 1);
    // Inverted, a causal mask gives the last word a sum of 0, and padding hides that.
    const auto sums = [&](const AttentionMask& mask) {
        return sums_of_rows(mistakes::mask_inverted(q, k, v, mask).weights);
    };
    CHECK(sums(causal_mask(4))[3] == 0);
    CHECK_THAT(sums(no_all)[3], WithinAbs(1, 1e-12));

    // Heads: merged again, only the order differs; split, only the reshaping moves others.
    CHECK(max_abs_difference(mistakes::merge_last_head_first(split_heads(q, 2)), q) > 0);
    CHECK(mistakes::merge_by_reshaping(mistakes::split_by_reshaping(q, 2)) == q);
    Matrix changed = q;
    for (double& entry : changed.row(1)) entry += 1;
    const auto others_move = [&](auto split) {
        const std::vector<Matrix> before = split(q, 2), after = split(changed, 2);
        bool moved = false;
        for (std::size_t h = 0; h < 2; ++h) {
            for (const std::size_t i : std::vector<std::size_t>{0, 2, 3}) {
                moved |= !std::ranges::equal(before[h].row(i), after[h].row(i));
            }
        }
        return moved;
    };
    CHECK(others_move(mistakes::split_by_reshaping));
    CHECK(!others_move(split_heads));  // what a wrong root leaves alone
}

TEST_CASE("Somebody's attention, wrapped: eight properties hold, one does not",
          "[chapter20]") {
    const AttentionFunction wrapped = mistakes::wrapped(mistakes::somebodys_attention);
    const std::vector<std::string> broken = mistakes::broken_by(wrapped);
    REQUIRE(broken.size() == 1);
    CHECK_THAT(broken[0], ContainsText("gives zeros when all is masked: "));
    CHECK(mistakes::broken_by(right).empty());
    CHECK_THAT(wrapped(q, k, v, causal_mask(4)).output,
               IsCloseTo(right(q, k, v, causal_mask(4)).output, 1e-12));
    CHECK_THAT(wrapped(q, k, v, open_mask(4, 4)).weights,
               IsCloseTo(right(q, k, v, open_mask(4, 4)).weights, 1e-12));
}

TEST_CASE("Somebody's attention is repaired without its blocked keys and with a maximum",
          "[chapter20]") {
    const AttentionFunction theirs = mistakes::wrapped(mistakes::somebodys_attention),
                            repaired = mistakes::wrapped(mistakes::repaired_attention);
    CHECK(mistakes::broken_by(repaired).empty());
    const Matrix loud{{1600, 0, 0, 0}}, key{{1, 0, 0, 0}}, value{{1, 2, 3, 4}};
    CHECK(std::isnan(theirs(loud, key, value, open_mask(1, 1)).output(0, 0)));
    CHECK(repaired(loud, key, value, open_mask(1, 1)).output == value);
}

TEST_CASE(
    "A sample of 60 queries, 60 keys and 4 columns has a variance that swings by 0.15",
    "[chapter20]") {
    Random generator(18);
    double squares = 0;
    for (int draw = 0; draw < 50; ++draw) {
        const Matrix queries = random_normal_matrix(60, 4, generator),
                     keys = random_normal_matrix(60, 4, generator);
        double variance = 0;
        const Matrix scores = matmul_transpose_b(queries, keys);
        for (const double score : scores.values()) variance += score * score / 4 / 3600;
        squares += (variance - 1) * (variance - 1) / 50;
    }
    CHECK_THAT(std::sqrt(squares), WithinAbs(0.15, 0.03));
}

TEST_CASE("Answers of chapter 20 to predict and to change", "[chapter20]") {
    // Which mutants give 0, 1, -1, 2 the weights of softmax, when no cell is masked?
    const Matrix wanted = right(q, k, v, open_mask(4, 4)).weights;
    for (const AttentionFunction& same :
         {AttentionFunction(mistakes::mask_after_softmax),
          AttentionFunction(mistakes::mask_on_rows),
          AttentionFunction(mistakes::fill_too_small),
          AttentionFunction(mistakes::clipped_after_the_mask),
          AttentionFunction(mistakes::nan_where_all_is_masked)}) {
        CHECK_THAT(same(q, k, v, open_mask(4, 4)).weights, IsCloseTo(wanted, 1e-15));
    }
    CHECK_THAT(mistakes::running_maximum_from_a_number(std::vector<double>{0, 1, -1, 2})[3],
               WithinAbs(wanted(2, 3), 1e-15));
    // A factor of sqrt((d - 1) / d).
    CHECK_THAT(std::sqrt(511.0 / 512), WithinAbs(0.9990, 5e-5));
    CHECK_THAT(std::sqrt(0.5), WithinAbs(0.7071, 5e-5));
    // Eight heads.
    const Counterexample eighth = has_unit_variance(
        [](const Matrix& a, const Matrix& b, const Matrix& c, const AttentionMask& mask) {
            return right(a * (1 / std::sqrt(8.0)), b, c, mask);
        });
    CHECK_THAT(eighth.value(),
               ContainsText("for d_k = 4 the scaled scores have a variance of 0.124"));
    // The right divisor, with queries ten times as long: what the sample itself has.
    const Counterexample hundredfold = has_unit_variance(
        [](const Matrix& a, const Matrix& b, const Matrix& c, const AttentionMask& mask) {
            return right(a * 10, b, c, mask);
        });
    CHECK_THAT(hundredfold.value(),
               ContainsText("for d_k = 4 the scaled scores have a variance of 99.158"));
    // -1e9 for -10.
    CHECK(broken_names([](const Matrix& a, const Matrix& b, const Matrix& c,
                          const AttentionMask& mask) {
              return scaled_dot_product_attention(a, b, c,
                                                  score_bias(additive_matrix(mask, -1e9)));
          }) == "gives zeros when all is masked");
    // First clipped, then masked.
    CHECK(broken_names([](const Matrix& a, const Matrix& b, const Matrix& c,
                          const AttentionMask& mask) {
              AttentionTrace trace = right(a, b, c, mask);
              for (std::size_t i = 0; i < trace.scaled.rows(); ++i) {
                  for (double& score : trace.scaled.row(i))
                      score = std::clamp(score, -5.0, 5.0);
              }
              trace.masked = trace.scaled + additive_matrix(mask);
              trace.weights = softmax_rows(trace.masked);
              trace.output = matmul(trace.weights, c);
              for (std::size_t i = 0; i < mask.n_query(); ++i) {
                  if (mask.allows_any(i)) continue;
                  for (double& weight : trace.weights.row(i)) weight = 0;
                  for (double& entry : trace.output.row(i)) entry = 0;
              }
              return trace;
          }) == "ignores shifted keys");
}

TEST_CASE(
    "A property that holds of anything catches nothing, one that holds of nothing all",
    "[chapter20]") {
    for (const Counterexample& found :
         mistakes::put_to_the_mutants([](const Parts&) { return Counterexample{}; }))
        CHECK_FALSE(found);
    for (const Counterexample& found : mistakes::put_to_the_mutants(
             [](const Parts&) -> Counterexample { throw ShapeError(""); }))
        CHECK(found == "it threw: ");
    CHECK_THROWS_AS(mistakes::mutant("no_such_bug"), std::out_of_range);
}

TEST_CASE("The chapter's table has the properties of the figure, and no others",
          "[chapter20]") {
    const std::string text =
        read_whole_file(chapters::chapters_folder() / "../docs/20_bug_gallery.md");
    std::set<std::string> in_figure, in_table;
    for (const std::string& name : exhibit_names())
        in_figure.insert(exhibit(name).words.caught_by);
    for (std::size_t at = text.find("\n| *"); at != std::string::npos;
         at = text.find("\n| *", at + 1))
        in_table.insert(text.substr(at + 4, text.find('*', at + 4) - at - 4));
    CHECK(in_table == in_figure);
}

TEST_CASE("A phone gets as many dots and crosses of the line-up", "[chapter20]") {
    for (const plots::Row& row : lineup_figure().rows) {
        const auto& family = std::get<plots::Plot>(row[0]);
        const plots::Texts& said = *plots::cells_of(family)->texts;
        std::ptrdiff_t dots = 0, strokes = 0;
        for (const plots::Mark& mark : plots::Plot(family.narrow.at(0)).marks) {
            if (const auto* all = std::get_if<plots::Dots>(&mark))
                dots += std::ssize(all->points);
            strokes += std::holds_alternative<plots::Line>(mark);
        }
        CHECK(dots == std::ranges::count(said, "•"));
        CHECK(strokes == 2 * std::ranges::count(said, "×"));
    }
}

}  // namespace attn::chapters::ch20
