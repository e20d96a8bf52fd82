// The numbers of chapter 19 that are no library function's own, and the files that it reads.

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "attn/parameters.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/19_since_2017/19_since_2017.hpp"
#include "chapters/mistakes/llama.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"

namespace attn::chapters::ch19 {

using namespace mistakes;
namespace {

// ---- a small model's two files

void append_whole(std::string& bytes, std::uint32_t number) {
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> 8 * i & 255);
}

void append_reals(std::string& bytes, std::span<const double> numbers) {
    for (const double number : numbers)
        append_whole(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number)));
}

/// Numbers that float32 holds, 270 tokens, texts of 16 tokens at most.
Llama small_model(const LlamaConfig& config, bool is_tied = true) {
    Random generator(231);
    Llama model = random_llama(config, generator);
    if (!is_tied)
        model.output.weight = random_normal_matrix(config.d_model, 270, generator);
    shake(parameters(model), 231, 0.5);
    for (const Parameter& one : parameters(model)) {
        for (double& value : one.values) value = static_cast<float>(value);
    }
    return model;
}

/// 16 columns, two layers, 4 heads and 2 of keys.
const LlamaConfig small{.n_vocabulary = 270,
                        .d_model = 16,
                        .n_heads = 4,
                        .n_kv_heads = 2,
                        .d_ff = 3,
                        .n_layers = 2};
Llama small_model() {
    return small_model(small);
}

std::string header(const std::vector<std::uint32_t>& numbers) {
    std::string bytes;
    for (const std::uint32_t number : numbers) append_whole(bytes, number);
    return bytes;
}

const std::vector<std::uint32_t> sizes{16, 3, 2, 4, 2, 270, 16};

std::string bytes_of(const Llama& model) {
    const auto whole = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
    const LlamaLayer& first = model.layers[0];
    const std::size_t n_vocabulary = model.embedding.table.rows(),
                      d_model = model.embedding.table.cols();
    const bool is_tied = model.output.weight.cols() == 0;
    std::string bytes = header({whole(d_model), whole(first.feed_forward.up.weight.cols()),
                                whole(model.layers.size()), whole(first.attention.n_heads),
                                whole(first.attention.n_kv_heads),
                                is_tied ? whole(n_vocabulary) : -whole(n_vocabulary), 16});
    const auto map = [&](const Linear& one) {
        const Matrix as_written = transpose(one.weight);
        append_reals(bytes, as_written.values());
    };
    const auto maps = [&](auto part) {
        for (const LlamaLayer& layer : model.layers) map(part(layer));
    };
    append_reals(bytes, model.embedding.table.values());
    for (const LlamaLayer& layer : model.layers) append_reals(bytes, layer.norm1.gamma);
    maps([](const LlamaLayer& layer) { return layer.attention.w_q; });
    maps([](const LlamaLayer& layer) { return layer.attention.w_k; });
    maps([](const LlamaLayer& layer) { return layer.attention.w_v; });
    maps([](const LlamaLayer& layer) { return layer.attention.w_o; });
    for (const LlamaLayer& layer : model.layers) append_reals(bytes, layer.norm2.gamma);
    maps([](const LlamaLayer& layer) { return layer.feed_forward.gate; });
    maps([](const LlamaLayer& layer) { return layer.feed_forward.down; });
    maps([](const LlamaLayer& layer) { return layer.feed_forward.up; });
    append_reals(bytes, model.final_norm.gamma);
    // Cosines and sines.
    append_reals(bytes, std::vector<double>(16 * d_model / first.attention.n_heads, 0.25));
    if (!is_tied) map(model.output);
    return bytes;
}

/// <unk>, <s>, </s>, 256 bytes, then pieces, the later the better.
std::string bytes_of_tokens(std::size_t n_bytes = 256) {
    std::vector<std::string> texts{"<unk>", "\n<s>\n", "\n</s>\n"};
    const std::string digits = "0123456789ABCDEF";
    for (std::size_t byte = 0; byte < n_bytes; ++byte)
        texts.push_back(std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">");
    for (const char* piece :
         {" ", "a", "b", "c", "é", "bc", "ab", " a", "abc", " ab", "cc"})
        texts.push_back(piece);
    std::string bytes = header({5});
    for (std::size_t i = 0; i < texts.size(); ++i) {
        append_reals(bytes, std::vector<double>{static_cast<double>(i)});
        append_whole(bytes, static_cast<std::uint32_t>(texts[i].size()));
        bytes += texts[i];
    }
    return bytes;
}

std::string why_not(std::string_view bytes) {
    std::size_t longest = 0;
    try {
        llama_from(bytes, "stories.bin", longest);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "it was read";
}

Tokens small_tokens() {
    return tokens_from(bytes_of_tokens(), "tok.bin", 270);
}

}  // namespace

TEST_CASE("Weights of llama2.c come back as they were", "[ch19]") {
    for (const bool is_tied : {true, false}) {
        Llama model = small_model(small, is_tied);
        std::size_t longest = 0;
        Llama read = llama_from(bytes_of(model), "stories.bin", longest);
        CHECK(longest == 16);
        const Parameters ours = parameters(model), theirs = parameters(read);
        REQUIRE(ours.size() == theirs.size());
        for (std::size_t i = 0; i < ours.size(); ++i) {
            CHECK(ours[i].name == theirs[i].name);
            CHECK(std::ranges::equal(ours[i].values, theirs[i].values));
        }
        LlamaCache one, other;
        CHECK(model.forward({1, 5, 269}, one) == read.forward({1, 5, 269}, other));
    }
}

TEST_CASE("Models of three shapes say what llama2.c's run.c makes of their files",
          "[ch19]") {
    struct Said {
        LlamaConfig config;
        bool is_tied;
        Ids ids;       // after "cab a", the likeliest again and again, by run.c in float32
        double logit;  // of the last
    };
    LlamaConfig wide = small, shared = small;
    wide.n_kv_heads = 4;
    wide.d_ff = 20;
    shared.d_model = 24;
    shared.n_heads = 6;
    shared.n_kv_heads = 1;
    shared.n_layers = 3;
    for (const Said& said :
         {Said{small,
               true,
               {1, 259, 262, 265, 266, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19},
               15.6487360},
          Said{wide,
               false,
               {1, 259, 262, 265, 266, 146, 233, 56, 239, 215, 56, 76, 95, 214, 146, 196},
               9.8590670},
          Said{shared,
               false,
               {1, 259, 262, 265, 266, 12, 263, 147, 29, 227, 161, 147, 12, 265, 94, 94},
               12.7196913}}) {
        std::size_t longest = 0;
        const std::string bytes = bytes_of(small_model(said.config, said.is_tied));
        const StoryTeller teller{llama_from(bytes, "m.bin", longest), small_tokens(),
                                 longest};
        const Ids ids = go_on(teller, teller.tokens.ids_of("cab a"), 16);
        CHECK(ids == said.ids);
        LlamaCache cache;
        const Matrix logits = teller.model.forward(ids, cache);
        const auto last = logits.row(logits.rows() - 2);
        CHECK(std::abs(last[ids.back()] - said.logit) < 1e-4);
    }
}

TEST_CASE("Every bad file of weights is refused with a sentence", "[ch19]") {
    const std::string right = bytes_of(small_model());
    CHECK(why_not(right) == "it was read");
    CHECK(why_not("") == "stories.bin is empty; fetch it again");
    CHECK_THAT(why_not(right.substr(0, 20)), ContainsText("is not a model of llama2.c"));
    CHECK_THAT(why_not(right.substr(0, right.size() - 4)),
               ContainsText("its first numbers ask for " + std::to_string(right.size())));
    CHECK_THAT(why_not(right + "more"),
               ContainsText("it is cut off, or of another format"));
    CHECK_THAT(why_not("<html><body>Not found</body></html>"), ContainsText("a web page"));
    CHECK_THAT(why_not(bytes_of_tokens()), ContainsText("is not a model of llama2.c"));
    const std::string numbers = right.substr(28);
    // Numbers that would take more than there is anywhere.
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        for (const std::uint32_t number : {0u, 0x7FFFFFFFu, 1u << 20}) {
            auto other = sizes;
            other[i] = number;
            CHECK_THAT(why_not(header(other) + numbers), ContainsText("stories.bin "));
        }
    }
    auto other = sizes;
    other[5] =
        static_cast<std::uint32_t>(-270);  // a last map of its own, which is not there
    CHECK_THAT(why_not(header(other) + numbers), ContainsText("its first numbers ask for"));
    CHECK_THAT(why_not("24ka" + numbers), ContainsText("a newer file of llama2.c"));
    other = sizes;
    other[4] = 3;  // does not divide 4
    CHECK_THAT(why_not(header(other) + numbers),
               ContainsText("is not a model of llama2.c"));
    std::string broken = right;
    broken.replace(28 + 40, 4, std::string("\0\0\xC0\x7F", 4));
    CHECK(why_not(broken) == "stories.bin holds a number that is infinite or NaN");
}

TEST_CASE("A text becomes tokens by joining the best neighbours", "[ch19]") {
    const Tokens tokens = small_tokens();
    const auto pieces = [&](const std::string& text) {
        std::vector<std::string> all;
        for (const std::size_t id : tokens.ids_of(text)) all.push_back(tokens.texts[id]);
        return all;
    };
    using Texts = std::vector<std::string>;
    CHECK(pieces("") == Texts{"\n<s>\n"});
    // " a" and "ab" and "bc" are there; " a" comes last of them, then " ab" from it.
    CHECK(pieces("abc") == Texts{"\n<s>\n", " ab", "c"});
    CHECK(pieces("cabc") == Texts{"\n<s>\n", " ", "c", "abc"});
    CHECK(pieces("é") == Texts{"\n<s>\n", " ", "é"});
    CHECK(pieces("나") == Texts{"\n<s>\n", " ", "<0xEB>", "<0x82>", "<0x98>"});
    for (const std::string text : {"abc", "cabc a", "나는 é", "a\nb", "ccc"}) {
        CHECK(text_of(tokens, tokens.ids_of(text)) == text);
    }
}

TEST_CASE("Every bad file of tokens is refused with a sentence", "[ch19]") {
    const auto why = [](std::string_view bytes, std::size_t n_tokens) -> std::string {
        try {
            tokens_from(bytes, "tok.bin", n_tokens);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "it was read";
    };
    const std::string right = bytes_of_tokens();
    CHECK(why(right, 270) == "it was read");
    CHECK(why("", 270) == "tok.bin is empty; fetch it again");
    CHECK_THAT(why(right.substr(0, right.size() - 1), 270),
               ContainsText("tok.bin is cut off"));
    CHECK_THAT(why(right, 512), ContainsText("tok.bin has 270 tokens, the model 512"));
    CHECK_THAT(why(bytes_of(small_model()), 270), ContainsText("tok.bin "));
    CHECK_THAT(why(bytes_of_tokens(200), 214), ContainsText("no bytes at tokens 3 to 258"));
    CHECK_THAT(why("{\"model\": 1}", 270), ContainsText("is JSON"));
}

TEST_CASE("A prompt that cannot be read is refused", "[ch19]") {
    const StoryTeller teller{small_model(), small_tokens(), 16};
    CHECK_NOTHROW(check_prompt(teller, "abc"));
    CHECK_NOTHROW(check_prompt(teller, "나는"));
    CHECK_NOTHROW(check_prompt({}, ""));
    CHECK_THROWS_WITH(check_prompt({}, "abc"), ContainsText("give --weights FOLDER too"));
    CHECK_THROWS_WITH(check_prompt(teller, "ab\xFFz"),
                      "--prompt is not UTF-8 from its byte 2 on; type it again");
    CHECK_THROWS_WITH(check_prompt(teller, "나는 바다에"), ContainsText("at most 16"));
    CHECK_THROWS_WITH(check_prompt(teller, std::string(1000000, 'a')),
                      ContainsText("at most 16"));
}

TEST_CASE("A story goes on from a prompt, with a cache as without", "[ch19]") {
    const StoryTeller teller{small_model(), small_tokens(), 16};
    const Ids ids = go_on(teller, {1, 260}, 9);
    CHECK(ids.size() <= 9);
    Ids again{1, 260};
    while (again.size() < ids.size()) {
        LlamaCache cache;
        const Matrix logits = teller.model.forward(again, cache);
        again.push_back(argmax(logits.row(logits.rows() - 1)));
    }
    CHECK(again == ids);
    CHECK(ids.size() > 3);
    CHECK(go_on(teller, {1, 260, 261}, 3) == Ids{1, 260, 261});
    // A right model, told the long way, and drawn tokens: the likeliest again where only one is left.
    CHECK(go_on(teller, {1, 260}, 9, {}, "positions from 1") == ids);
    CHECK(go_on(teller, {1, 260}, 9, {.temperature = 2, .p = 0.01}) == ids);
    CHECK(go_on(teller, {1, 260}, 16, {.temperature = 9, .seed = 1}) !=
          go_on(teller, {1, 260}, 16, {.temperature = 9, .seed = 2}));
}

TEST_CASE("A model that does not know its story is refused", "[ch19]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(teller_in(folder.path),
                      ContainsText("of models") && ContainsText("has none"));
    write_whole_file(folder.path / "stories260K.bin", bytes_of(small_model()));
    CHECK_THROWS_WITH(teller_in(folder.path), ContainsText("of files tok*.bin"));
    write_whole_file(folder.path / "tok512.bin", bytes_of_tokens());
    CHECK_THROWS_WITH(teller_in(folder.path),
                      ContainsText("does not know how its own story"));
    write_whole_file(folder.path / "other.bin", bytes_of(small_model()));
    CHECK_THROWS_WITH(teller_in(folder.path),
                      ContainsText("other.bin and stories260K.bin"));
    std::filesystem::remove(folder.path / "stories260K.bin");
    CHECK(teller_in(folder.path).name == "other.bin");
    CHECK_THROWS_WITH(teller_in(folder.path / "other.bin"),
                      ContainsText("it must be a folder"));
    // A file of a petabyte, with nothing in it.
    std::filesystem::resize_file(folder.path / "other.bin", std::uintmax_t{1} << 43);
    CHECK_THROWS_WITH(teller_in(folder.path), ContainsText("take a smaller model"));
    CHECK(teller_in({}).model.layers.empty());
}

TEST_CASE("Rows of 8 bits are nearly right, of 2 they have three values", "[ch19]") {
    const Llama model = small_model();
    const Ids ids{1, 260, 5, 268};
    const auto gap = [&](const std::string& mistake) {
        return max_abs_difference(mistaken_logits(model, ids, mistake),
                                  mistaken_logits(model, ids, ""));
    };
    CHECK(gap("8 bits") < gap("5 bits"));
    CHECK(gap("5 bits") < gap("3 bits"));
    // By hand: 3 bits are -3 to 3 thirds of the largest.
    Matrix row{{0.9, -0.4, 0.2, -0.1}};
    round_rows(row, 3);
    CHECK_THAT(row, IsCloseTo(Matrix{{0.9, -0.3, 0.3, 0}}, 1e-15));
}

TEST_CASE("A mistake of no such name is told those that are like it", "[ch19]") {
    CHECK_NOTHROW(check_mistake(""));
    CHECK_NOTHROW(check_mistake("no root"));
    CHECK_THROWS_WITH(check_mistake("no rot"), ContainsText("nearest are \"no root\""));
    CHECK_THROWS_WITH(check_choice({}, {.temperature = 1}),
                      ContainsText("give --weights FOLDER"));
}

TEST_CASE("Without a mistake the second way gives the model's logits", "[ch19]") {
    const Llama model = small_model();
    const Ids ids{1, 260, 5, 268, 260, 9, 1};
    LlamaCache cache;
    const Matrix right = model.forward(ids, cache);
    CHECK_THAT(mistaken_logits(model, ids, ""), IsCloseTo(right, 1e-13));
    CHECK_THAT(mistaken_logits(model, ids, "positions from 1"), IsCloseTo(right, 1e-13));
    CHECK_THROWS_AS(mistaken_logits(model, ids, "no such"), std::invalid_argument);
    for (const LlamaMistake& mistake : llama_mistakes()) {
        INFO(mistake.name);
        // The windows are wider than these seven tokens.
        const bool changes_nothing = mistake.name.starts_with("window ");
        const double gap =
            max_abs_difference(mistaken_logits(model, ids, mistake.name), right);
        CHECK((gap < 1e-13) == changes_nothing);
    }
}

TEST_CASE("Four heads of queries are drawn to as many heads of keys as there are",
          "[ch19]") {
    for (const std::size_t n_keys : {1u, 2u, 4u}) {
        const plots::Figure figure = groups_figure(n_keys);
        const auto& plot = std::get<plots::Plot>(figure.rows[0][0]);
        std::size_t keys = 0, lines = 0;
        for (const plots::Mark& mark : plot.marks) {
            const auto* part = std::get_if<plots::Part>(&mark);
            keys += part != nullptr && part->text.starts_with("keys");
            lines += std::holds_alternative<plots::Line>(mark);
        }
        CHECK(keys == n_keys);
        CHECK(lines == 4);
    }
}

TEST_CASE("The recorded mistakes are those that are known, in three zones", "[ch19]") {
    const std::vector<Harm>& all = book_harm();
    REQUIRE(all.size() == llama_mistakes().size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i].name == llama_mistakes()[i].name);
        const std::string zone = zone_of(all[i]);
        // The other ten texts put it into the same zone.
        Harm again = all[i];
        again.extra = again.extra_again;
        CHECK(zone_of(again) == zone);
    }
    CHECK(read_harm(harm_text(all)).back().story == all.back().story);
    CHECK_THROWS_WITH(read_harm("# a line\n0.5 rabbit\n"),
                      ContainsText("line 2 cannot be read"));
}

TEST_CASE("The row most like a word's own is the other one of largest cosine", "[ch19]") {
    StoryTeller teller;
    teller.tokens.texts = {"unused", " in", "x", " on", " he"};
    teller.model.embedding.table = {{0, 0}, {3, 4}, {-6, 0}, {6, 9}, {0, 0}};
    // 18 + 36 over 5 times the root of 117; a row of zeros points nowhere.
    CHECK(alike_rows(teller) == std::vector<Labels>{{"in", "on", "1.00"}});
}

TEST_CASE("stories260K tells run.c's story, to the byte", "[ch19]") {
    const char* folder = std::getenv("ATTN_STORIES");
    if (folder == nullptr) {
        WARN("skipped: ATTN_STORIES names no folder with stories260K.bin and tok512.bin");
        return;
    }
    const StoryTeller teller = teller_in(folder);
    CHECK(teller.longest == 512);
    const Ids story = go_on(teller, {1}, 512);
    CHECK(text_of(teller.tokens, story) + "\n" == recorded_story());
    CHECK(story.size() == 346);
    Llama model = teller.model;
    CHECK(parameter_count(model) == 260032);
    CHECK(alike_rows(teller) == recorded_alike_rows());
    const Matrix& rows = model.embedding.table;
    std::vector<std::size_t> words;  // of three letters or more
    for (std::size_t id = 0; id < rows.rows(); ++id) {
        if (teller.tokens.texts[id].starts_with(' ') && teller.tokens.texts[id].size() > 3)
            words.push_back(id);
    }
    double sum = 0;
    for (const std::size_t a : words) {
        for (const std::size_t b : words)
            if (a < b) sum += cosine(rows.row(a), rows.row(b));
    }
    const auto n = static_cast<double>(words.size());
    CHECK(number_text(sum / (n * (n - 1) / 2), 2) == "0.15");
    LlamaCache cache;
    CHECK_THAT(mistaken_logits(teller.model, story, ""),
               IsCloseTo(teller.model.forward(story, cache), 1e-12));
    // The file of the same size that is about: W_q and W_o transposed.
    StoryTeller transposed = teller;
    for (LlamaLayer& layer : transposed.model.layers) {
        layer.attention.w_q.weight = transpose(layer.attention.w_q.weight);
        layer.attention.w_o.weight = transpose(layer.attention.w_o.weight);
    }
    CHECK_FALSE(
        text_of(teller.tokens, go_on(transposed, {1}, 40)).starts_with("Once upon a time"));
    const TemporaryFolder other;
    std::string bytes = read_whole_file(std::filesystem::path(folder) / "stories260K.bin");
    const std::size_t w_q = 28 + 4 * (512 * 64 + 5 * 64);  // of layer 1, 64 x 64
    for (std::size_t i = 0; i < 5 * 64; ++i) {
        for (std::size_t j = 0; j < i % 64; ++j) {
            const std::size_t layer = i / 64 * 64 * 64;
            const std::size_t a = w_q + 4 * (layer + i % 64 * 64 + j),
                              b = w_q + 4 * (layer + j * 64 + i % 64);
            for (std::size_t k = 0; k < 4; ++k) std::swap(bytes[a + k], bytes[b + k]);
        }
    }
    write_whole_file(other.path / "stories260K.bin", bytes);
    std::filesystem::copy_file(std::filesystem::path(folder) / "tok512.bin",
                               other.path / "tok512.bin");
    CHECK_THROWS_WITH(teller_in(other.path), ContainsText("matrices are transposed"));
}

}  // namespace attn::chapters::ch19
