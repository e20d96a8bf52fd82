#include "attn/doctor/kinds.hpp"
#include "attn/doctor/weigh.hpp"

namespace attn::doctor {
namespace {

constexpr double infinity = Switches::infinity;

Probe softmax_probe(std::string name, std::string stage, Array scores) {
    return {.kind = "softmax",
            .name = std::move(name),
            .stage = std::move(stage),
            .settings = {{"rows", std::to_string(scores.shape[0])},
                         {"cols", std::to_string(scores.shape[1])}},
            .arrays = {{"scores", std::move(scores)}}};
}

std::vector<Probe> softmax_probes() {
    return {
        softmax_probe("4 x 5", "plain", random_array(70, {4, 5})),
        softmax_probe("3 x 3", "plain", random_array(71, {3, 3}, 2)),
        softmax_probe("one column", "plain", random_array(72, {3, 1})),
        softmax_probe("some -inf", "plain", {{2, 3}, {0, 1, -infinity, -infinity, 2, 0.5}}),
        softmax_probe("scores of 1000", "edge", {{2, 3}, {1000, 999, 0, 0, 1, 2}}),
        softmax_probe("scores of -20000", "edge",
                      {{2, 3}, {-20000, -20001, -20003, 0, 1, 2}}),
        softmax_probe("scores of -245000", "edge",
                      {{2, 3}, {-245000, -245001, -245003, 0, 1, 2}}),
        softmax_probe("all -inf", "edge",
                      {{2, 3}, {-infinity, -infinity, -infinity, 0, 1, 2}}),
    };
}

std::vector<Probe> softmax_small_probes() {
    std::vector<Probe> probes;
    for (const Array& scores : {
             Array{{1, 2}, {0, 1}},
             Array{{2, 2}, {0, 1, 2, 0}},
             Array{{2, 3}, {0, 1, 0, 2, 0, 1}},
             Array{{1, 2}, {1000, 999}},
             Array{{1, 2}, {-20000, -20001}},
             Array{{1, 2}, {-60000, -60001}},
             Array{{1, 2}, {-infinity, -infinity}},
             Array{{2, 2}, {2000, 2000, 0, 1}},
         }) {
        probes.push_back(softmax_probe("small", "small", scores));
    }
    return probes;
}

Arrays softmax_reference(const Probe& probe, const Switches& on) {
    return {{"output", as_array(weigh(as_block(probe.arrays.at("scores")), on), 2)}};
}

std::vector<Mistake> softmax_mistakes() {
    return {
        {"softmax_axis",
         {.along = Along::queries},
         "Softmax runs down the columns, where it should run along the rows.",
         2,
         1,
         "labml 146"},
        {"softmax_all",
         {.along = Along::table},
         "One softmax runs over the whole table: all its numbers together sum to 1, where "
         "each row should.",
         2},
        {"no_exponential",
         {.weighing = Weighing::scores_over_their_sum},
         "Scores are divided by their sum, without an exponential.",
         2,
         2,
         "agentic-flow 192"},
        {"log_softmax",
         {.weighing = Weighing::log_softmax},
         "The results are logarithms: is it log_softmax for softmax?",
         2},
        {"no_division",
         {.weighing = Weighing::exponentials},
         "The exponentials are not divided by their sum.",
         2},
        {"sigmoid",
         {.weighing = Weighing::sigmoid},
         "Each score goes through a sigmoid of its own, where softmax belongs.",
         2},
        {"base_2",
         {.weighing = Weighing::powers_of_2},
         "Powers of 2 stand where exponentials, powers of e, belong.",
         2},
        {"off_by_one",
         {.weighing = Weighing::one_more_in_the_sum},
         "The sum has an extra 1: exp / (1 + sum), where exp / sum belongs.",
         2},
        {"no_max",
         {.maximum = Maximum::none},
         "The largest score is not subtracted first: exp of 710 overflows (of 89, in "
         "float32).",
         3,
         0,
         "",
         Level::edge},
        {"running_max",
         {.maximum_from = -1e4, .nothing_open = ZeroByZero::nan},
         "The running maximum begins at -10000, where minus infinity belongs.",
         3,
         6,
         "flashinfer 4401",
         Level::edge},
        {"running_max_5",
         {.maximum_from = -5e4, .nothing_open = ZeroByZero::nan},
         "The running maximum begins at -50000, where minus infinity belongs.",
         3,
         6,
         "flashinfer 4401",
         Level::edge},
        {"global_max",
         {.maximum = Maximum::of_table},
         "One maximum serves all rows, and a row far below it is 0/0; each row has its own.",
         3,
         0,
         "",
         Level::edge},
        {"nan_row",
         {.nothing_open = ZeroByZero::nan},
         "A row of minus infinities is NaN, where zeros belong.",
         6,
         12,
         "pytorch 103963",
         Level::edge},
    };
}

}  // namespace

Kind softmax_kind() {
    return {"softmax", softmax_probes(), softmax_small_probes(), softmax_reference,
            softmax_mistakes()};
}

}  // namespace attn::doctor
