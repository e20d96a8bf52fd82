#include "chapters/03_query_key_value/03_query_key_value.hpp"

// Chapter 3, docs/03_query_key_value.md: What is looked up, and what comes back?
//
// A lookup that needs no exact match: score every entry, weigh it, average.
// New: dot_product_attention (attn/attention.hpp), and the sentence "I love you all". From
// before: the dot product and the matrix product (1), softmax (2).
// Turn a knob: --query 0,1    --query -2,2. Detours, in further.cpp: --more.

#include <map>

#include "attn/attention.hpp"
#include "attn/softmax.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch03 {
namespace {

/// A lookup as std::map does it: the name of the entry whose key equals the query, if any.
std::string hard_lookup(const Numbers& query, const std::map<Numbers, std::string>& names) {
    const auto entry = names.find(query);
    return entry == names.end() ? "nothing" : entry->second;
}

/// Attention: every entry answers, each as much as its key fits the query.
///
/// returns  [n_query x d_v]  one weighted average of v per query
Matrix soft_lookup(const Matrix& q, const Matrix& k, const Matrix& v) {
    const Matrix scores = matmul_transpose_b(q, k);  // 1. every query with every key
    const Matrix weights = softmax_rows(scores);     // 2. each row sums to 1
    return matmul(weights, v);                       // 3. average the values
}

// The menu. We made these numbers up, so that each of them can be read.
const Labels dishes{"Pepsi", "coffee", "kimbap", "bibimbap"};
const Matrix dish_keys{{1, 1}, {1, -1}, {-1, 0}, {-1, -1}};  // drink, cold
const Matrix prices{{1500}, {2500}, {4000}, {9000}};         // won

void require_two_numbers(const Numbers& query) {
    if (query.size() == dish_keys.cols()) return;
    throw UsageError("--query has " + counted(query.size(), "number") +
                     "; the menu's keys have " + std::to_string(dish_keys.cols()));
}

// Chapter 2's hour, spent: "it" takes a part of each of five rows.
void an_hour_spent(Page& page) {
    using namespace animal_sentence;
    const Matrix row_of_it = select_rows(five_words, {3});
    const AttentionTrace heard = dot_product_attention(row_of_it, five_words, five_words);
    page.show("it", below({row_of_it, heard.output}), {"goes in", "comes out"}, columns, 2);
    page.draw(moved_figure(heard));
}

void menu(Page& page) {
    Matrix card(dishes.size(), 3);
    for (std::size_t i = 0; i < dishes.size(); ++i) {
        card(i, 0) = dish_keys(i, 0);
        card(i, 1) = dish_keys(i, 1);
        card(i, 2) = prices(i, 0);
    }
    page.show("menu", card, dishes, {"drink", "cold", "won"});
}

void your_order(Page& page, const Numbers& query) {
    std::map<Numbers, std::string> names;
    for (std::size_t i = 0; i < dishes.size(); ++i) {
        names[{dish_keys(i, 0), dish_keys(i, 1)}] = dishes[i];
    }
    const AttentionTrace trace = dot_product_attention(one_row(query), dish_keys, prices);
    std::vector<Labels> lines{{"", "score", "weight"}};
    for (std::size_t i = 0; i < dishes.size(); ++i) {
        lines.push_back({dishes[i], exact_text(trace.scores(0, i)),
                         number_text(trace.weights(0, i), 4)});
    }
    const std::string found = hard_lookup(query, names);
    page.say("You say ", vector_text(query), ".");
    page.gap();
    page.show_words(lines);
    page.say("A std::map finds ", found, ".");
    page.say("Attention returns ", number_text(trace.output(0, 0), 2), " won.");
    page.draw(menu_figure(query, found, dishes, dish_keys, prices, trace));
}

void five_guests(Page& page, const Numbers& query) {
    const Matrix q{{query[0], query[1]}, {10, 10}, {10, 0}, {0, 0}, {0, -2}};
    Labels guests{"you", "Pepsi!", "any drink", "anything", "something hot"};
    for (std::size_t i = 0; i < 5; ++i) guests[i] += " " + vector_text(q.row(i));
    const AttentionTrace trace = dot_product_attention(q, dish_keys, prices);
    page.show("weights", trace.weights, guests, dishes, 2);
    page.show("output", trace.output, guests, {"won"}, 2);
}

// The direction of a query says what is wanted, its length how firmly.
void louder(Page& page, const Numbers& query) {
    std::vector<Labels> lines{{"", "query", "won"}};
    const auto pay = [&](const std::string& voice, double times, double divided_by) {
        Matrix q = one_row(query);
        for (double& entry : q.row(0)) entry = entry * times / divided_by;
        const Matrix price = soft_lookup(q, dish_keys, prices);
        lines.push_back({voice, vector_text(q.row(0)), number_text(price(0, 0), 2)});
    };
    pay("mumbled", 1, 10);
    pay("said", 1, 1);
    pay("shouted", 10, 1);
    page.show_words(lines);
}

// The repair that looks obvious: the best key's value, and nothing of the others.
void best_key_alone(Page& page) {
    for (const double lean : {0.01, -0.01}) {
        const AttentionTrace soft = dot_product_attention({{10, lean}}, dish_keys, prices);
        const double best = prices(argmax(soft.scores.row(0)), 0);
        page.say("query (10, ", number_text(lean, 2), "):  best key only ",
                 number_text(best, 0), " won,  attention ",
                 number_text(soft.output(0, 0), 2), " won");
    }
    page.draw(lean_figure(dish_keys, prices));
}

void queries_keys_and_values(Page& page) {
    using namespace small_example;
    page.show("Q, what each word looks for", q, tokens, match_columns);
    page.show("K, what each word is matched on", k, tokens, match_columns);
    page.show("V, what each word passes on", v, tokens, word_columns);
    page.draw(cards_figure());
}

void who_attends_to_whom(Page& page) {
    using namespace small_example;
    const AttentionTrace trace = dot_product_attention(q, k, v);
    page.show("scores = Q K^T", trace.scores, tokens, tokens);
    page.show("weights = softmax of each row", trace.weights, tokens, tokens);
    page.show("output = weights V", trace.output, tokens, word_columns);
    page.keep("scores", trace.scores);
    page.keep("weights", trace.weights);
    page.keep("output", trace.output);
    page.draw(you_figure());
    page.draw(path_figure(trace));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("03_query_key_value", "What is looked up, and what comes back?");
    const auto query = chapter.numbers(
        "query", {2, 1}, "what you say at the snack bar: drink, cold; below 0: food, hot");
    chapter.check(require_two_numbers, query);
    const auto word =
        chapter.whole("word", animal_sentence::it, 0, 10, "which of the eleven words asks");

    chapter.section("An hour spent", an_hour_spent).draws("03_moved");
    chapter.section("The menu", menu);
    chapter.section("Your order", your_order, query).draws("03_menu");
    chapter.section("Five guests", five_guests, query);
    chapter.section("Louder", louder, query);
    chapter.section("The best key alone", best_key_alone).draws("03_lean");
    chapter.section("Queries, keys and values", queries_keys_and_values).draws("03_cards");
    chapter.section("Who attends to whom", who_attends_to_whom)
        .draws("03_you")
        .draws("03_path");
    further(chapter, word);
}

}  // namespace attn::chapters::ch03
