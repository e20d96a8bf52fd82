#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

#include "attn/sampling.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "chapters/19_since_2017/19_since_2017.hpp"
#include "chapters/mistakes/llama.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/first_bytes.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch19 {
namespace {

constexpr std::size_t begin_id = 1, first_byte_id = 3;

/// Numbers from the front of a file's bytes, the lowest byte first.
class Reader {
public:
    Reader(std::string_view bytes, const std::string& name) : left_(bytes), name_(name) {}

    std::string_view bytes(std::size_t n) {
        if (n > left_.size())
            throw UsageError(name_ + " is cut off: it ends inside a number or a token");
        const std::string_view front = left_.substr(0, n);
        left_.remove_prefix(n);
        return front;
    }
    std::uint32_t whole() {
        std::uint32_t number = 0, place = 1;
        for (const char byte : bytes(4)) {
            number += place * static_cast<unsigned char>(byte);
            place *= 256;
        }
        return number;
    }
    double real() {
        const double number = std::bit_cast<float>(whole());
        if (!std::isfinite(number))
            throw UsageError(name_ + " holds a number that is infinite or NaN");
        return number;
    }
    bool is_at_end() const { return left_.empty(); }

private:
    std::string_view left_;
    std::string name_;
};

/// The layers' parts of one kind.
template <class Part>
void read_maps(Reader& in, Llama& model, Part part) {
    for (LlamaLayer& layer : model.layers) {
        Linear& map = part(layer);
        Matrix as_written = transpose(map.weight);  // [out x in]
        for (double& number : as_written.values()) number = in.real();
        map.weight = transpose(as_written);
    }
}

void read_numbers(Reader& in, std::span<double> numbers) {
    for (double& number : numbers) number = in.real();
}

std::string byte_text(std::size_t byte) {
    const char* digits = "0123456789ABCDEF";
    return std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">";
}

/// The byte that a token's text names: <0x0A>.
std::optional<std::size_t> byte_of(const std::string& text) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
        if (text == byte_text(byte)) return byte;
    }
    return {};
}

/// Nats a token: how surprised the model is by a text.
double surprise(const Llama& model, const Ids& ids) {
    LlamaCache cache;
    const Matrix logits = model.forward(ids, cache);
    double sum = 0;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i)
        sum += log_sum_exp(logits.row(i)) - logits(i, ids[i + 1]);
    return sum / static_cast<double>(ids.size() - 1);
}

/// The one file of a kind in a folder.
Path one_of(const std::vector<Path>& files, const std::string& kind, const Path& folder) {
    if (files.size() == 1) return files[0];
    std::string found = files.empty() ? "none" : "";
    for (const Path& file : files)
        found += (found.empty() ? "" : " and ") + clean_utf8(file.filename().string());
    throw UsageError(
        "--weights needs a folder with one model of llama2.c and its tokens, such as "
        "stories260K.bin and tok512.bin; of " +
        kind + " " + clean_utf8(folder.string()) + " has " + found);
}

/// This machine's memory in bytes, or 0 where it cannot be asked.
double memory_of_machine() {
#ifdef _SC_PHYS_PAGES
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<double>(sysconf(_SC_PAGESIZE));
#else
    return 0;
#endif
}

/// A file's bytes, where the numbers in it, as doubles, find room beside them.
std::string bytes_of(const Path& file) {
    std::error_code ignored;
    const double size = static_cast<double>(std::filesystem::file_size(file, ignored));
    const double needed = 3 * size, there = memory_of_machine();
    if (!ignored && there > 0 && needed > there)
        throw UsageError(file.filename().string() + " needs " +
                         number_text(needed / 1e9, 0) +
                         " GB of memory as doubles, this machine has " +
                         number_text(there / 1e9, 0) + "; take a smaller model");
    try {
        return read_whole_file(file);
    } catch (const std::runtime_error& error) {
        throw UsageError(error.what());
    }
}

}  // namespace

Llama llama_from(std::string_view bytes, const std::string& name, std::size_t& longest) {
    Reader in(bytes, name);
    if (bytes.empty()) throw UsageError(name + " is empty; fetch it again");
    std::array<double, 7> n{};
    if (bytes.size() >= 28) {
        for (double& number : n) number = static_cast<std::int32_t>(in.whole());
    }
    if (bytes.starts_with("24ka"))
        throw UsageError(
            name +
            " is a newer file of llama2.c (it begins with ak42); its export.py "
            "writes the kind that is read here with --version 0");
    const bool is_tied = n[5] > 0;
    n[5] = std::abs(n[5]);
    const auto [d, d_ff, n_layers, n_heads, n_kv, n_tokens, n_longest] = n;
    const auto is_whole = [](double x) { return x == std::floor(x); };
    if (std::ranges::any_of(n, [](double x) { return x < 1 || x > 1 << 20; }) ||
        !is_whole(d / n_heads) || !is_whole(d / n_heads / 2) || !is_whole(n_heads / n_kv))
        throw UsageError(name + " is not a model of llama2.c: it begins with " +
                         first_bytes_text(bytes.substr(0, 60)));
    // Counted before anything of that size is made. A double holds the product, or is too large.
    const double d_k = d / n_heads,
                 layer = 2 * d + 2 * d * d + 2 * d * d_k * n_kv + 3 * d * d_ff;
    const double size = 28 + 4 * ((is_tied ? 1 : 2) * n_tokens * d + n_layers * layer + d +
                                  n_longest * d_k);
    if (size != static_cast<double>(bytes.size()))
        throw UsageError(name + " has " + std::to_string(bytes.size()) +
                         " bytes, its first numbers ask for " + number_text(size, 0) +
                         "; it is cut off, or of another format. Fetch it again");
    Random generator(0);  // of numbers that are replaced
    const auto whole = [](double x) { return static_cast<std::size_t>(x); };
    Llama model = random_llama({.n_vocabulary = whole(n_tokens),
                                .d_model = whole(d),
                                .n_heads = whole(n_heads),
                                .n_kv_heads = whole(n_kv),
                                .d_ff = whole(d_ff),
                                .n_layers = whole(n_layers)},
                               generator);
    longest = whole(n_longest);
    read_numbers(in, model.embedding.table.values());
    for (LlamaLayer& one : model.layers) read_numbers(in, one.norm1.gamma);
    read_maps(in, model, [](LlamaLayer& one) -> Linear& { return one.attention.w_q; });
    read_maps(in, model, [](LlamaLayer& one) -> Linear& { return one.attention.w_k; });
    read_maps(in, model, [](LlamaLayer& one) -> Linear& { return one.attention.w_v; });
    read_maps(in, model, [](LlamaLayer& one) -> Linear& { return one.attention.w_o; });
    for (LlamaLayer& one : model.layers) read_numbers(in, one.norm2.gamma);
    read_maps(in, model, [](LlamaLayer& one) -> Linear& { return one.feed_forward.gate; });
    read_maps(in, model, [](LlamaLayer& one) -> Linear& { return one.feed_forward.down; });
    read_maps(in, model, [](LlamaLayer& one) -> Linear& { return one.feed_forward.up; });
    read_numbers(in, model.final_norm.gamma);
    if (!is_tied) {
        for (std::size_t i = 0; i < whole(n_longest * d_k); ++i) in.real();
        Matrix as_written = model.embedding.table;  // [out x in] too
        read_numbers(in, as_written.values());
        model.output.weight = transpose(as_written);
    }
    return model;
}

Tokens tokens_from(std::string_view bytes, const std::string& name, std::size_t n_tokens) {
    if (bytes.empty()) throw UsageError(name + " is empty; fetch it again");
    if (bytes.starts_with('{'))
        throw UsageError(name +
                         " is JSON, as Hugging Face has tokens; the model's tokens in "
                         "llama2.c's own form are needed, a file tok*.bin");
    Reader in(bytes, name);
    in.whole();  // the longest token's length
    Tokens tokens;
    while (!in.is_at_end()) {
        tokens.scores.push_back(in.real());
        tokens.texts.emplace_back(in.bytes(in.whole()));
    }
    if (tokens.texts.size() != n_tokens)
        throw UsageError(name + " has " + std::to_string(tokens.texts.size()) +
                         " tokens, the model " + std::to_string(n_tokens) +
                         "; take the tokens that the model was trained with");
    for (std::size_t byte = 0; byte < 256; ++byte) {
        if (first_byte_id + byte >= n_tokens ||
            tokens.texts[first_byte_id + byte] != byte_text(byte))
            throw UsageError(name +
                             " has no bytes at tokens 3 to 258; take the tokens that "
                             "the model was trained with");
    }
    return tokens;
}

Ids Tokens::ids_of(const std::string& text) const {
    std::map<std::string, std::size_t> places;
    for (std::size_t id = 0; id < texts.size(); ++id) places.insert({texts[id], id});
    const auto find = [&](const std::string& piece) {
        const auto found = places.find(piece);
        return found == places.end() ? texts.size() : found->second;
    };
    const std::string spaced = text.empty() ? "" : " " + text;
    Ids ids{begin_id};
    for (std::size_t at = 0; at < spaced.size();) {
        std::size_t n = 1;  // the bytes of this letter
        while (at + n < spaced.size() && (spaced[at + n] & 0xC0) == 0x80) ++n;
        const std::string letter = spaced.substr(at, n);
        const std::size_t id = find(letter);
        if (id < texts.size()) {
            ids.push_back(id);
        } else {
            for (const char byte : letter)
                ids.push_back(first_byte_id + static_cast<unsigned char>(byte));
        }
        at += n;
    }
    for (;;) {
        std::size_t best = texts.size(), place = 0;
        for (std::size_t i = 1; i + 1 < ids.size(); ++i) {
            const std::size_t both = find(texts[ids[i]] + texts[ids[i + 1]]);
            if (both < texts.size() &&
                (best == texts.size() || scores[both] > scores[best])) {
                best = both;
                place = i;
            }
        }
        if (best == texts.size()) return ids;
        ids[place] = best;
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

std::string Tokens::written(std::size_t before, std::size_t id) const {
    const std::string& text = texts.at(id);
    if (const auto byte = byte_of(text)) return std::string(1, static_cast<char>(*byte));
    return before == begin_id && text.starts_with(' ') ? text.substr(1) : text;
}

StoryTeller teller_in(const Path& folder) {
    if (folder.empty()) return {};
    std::vector<Path> models, tokens;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
        if (entry.path().extension() != ".bin") continue;
        const bool is_of_tokens = entry.path().filename().string().starts_with("tok");
        (is_of_tokens ? tokens : models).push_back(entry.path());
    }
    if (problem)
        throw UsageError("--weights is " + clean_utf8(folder.string()) + ": " +
                         problem.message() + "; it must be a folder");
    std::ranges::sort(models);
    std::ranges::sort(tokens);
    const Path model = one_of(models, "models", folder);
    const Path pieces = one_of(tokens, "files tok*.bin", folder);
    StoryTeller teller;
    const std::string name = teller.name = model.filename().string();
    teller.model = llama_from(bytes_of(model), name, teller.longest);
    teller.tokens = tokens_from(bytes_of(pieces), pieces.filename().string(),
                                teller.model.embedding.table.rows());
    if (!is_recorded_model(teller)) return teller;
    // A wrong file of the right size is seen by what it makes of a text that it should know.
    Ids beginning = teller.tokens.ids_of(recorded_story().substr(0, 175));
    if (beginning.size() > teller.longest) beginning.resize(teller.longest);
    const double nats = surprise(teller.model, beginning);
    if (!(nats <= 2))  // NaN of a single token as well
        throw UsageError(
            "the model does not know how its own story begins: " + number_text(nats, 2) +
            " nats a token, where the right files have 0.27. A stories260K.bin is about "
            "in which matrices are transposed, and there are other files of the name "
            "tok512.bin; compare their sums with those in the text");
    return teller;
}

Ids go_on(const StoryTeller& teller, Ids ids, std::size_t most, const Choice& choice,
          const std::string& mistake) {
    LlamaCache cache;
    Random generator(choice.seed);
    Ids next = ids;
    while (ids.size() < most) {
        const Matrix logits = mistake.empty()
                                  ? teller.model.forward(next, cache)
                                  : mistakes::mistaken_logits(teller.model, ids, mistake);
        const auto last = logits.row(logits.rows() - 1);
        const std::size_t id =
            choice.temperature == 0
                ? argmax(last)
                : draw(top_p(at_temperature(last, choice.temperature), choice.p),
                       generator);
        if (id == begin_id) break;
        ids.push_back(id);
        next = {id};
    }
    return ids;
}

bool is_recorded_model(const StoryTeller& teller) {
    return teller.name == "stories260K.bin";
}

std::string text_of(const Tokens& tokens, const Ids& ids) {
    std::string text;
    for (std::size_t i = 1; i < ids.size(); ++i) text += tokens.written(ids[i - 1], ids[i]);
    return text;
}

std::string recorded_story() {
    return read_whole_file(chapters_folder() / "19_since_2017/story.txt");
}

std::vector<Labels> alike_rows(const StoryTeller& teller) {
    const std::vector<std::string>& texts = teller.tokens.texts;
    const Matrix& rows = teller.model.embedding.table;
    std::vector<Labels> lines;
    for (const std::string word :
         {"he", "in", "day", "big", "very", "said", "Lily", "mom"}) {
        const auto found = std::ranges::find(texts, " " + word);
        const auto own = static_cast<std::size_t>(found - texts.begin());
        if (found == texts.end() || norm(rows.row(own)) == 0) continue;
        std::vector<double> cosines(texts.size(), -1);
        for (std::size_t id = 0; id < texts.size(); ++id) {
            if (id != own && norm(rows.row(id)) > 0)
                cosines[id] = cosine(rows.row(own), rows.row(id));
        }
        const std::size_t best = argmax(cosines);
        lines.push_back(
            {word, teller.tokens.written(begin_id, best), number_text(cosines[best], 2)});
    }
    return lines;
}

std::vector<Labels> recorded_alike_rows() {
    std::istringstream text(read_whole_file(chapters_folder() / "19_since_2017/alike.txt"));
    std::vector<Labels> lines;
    for (std::string word, other, cosine; text >> word >> other >> cosine;)
        lines.push_back({word, other, cosine});
    return lines;
}

void check_choice(const StoryTeller& teller, const Choice& choice) {
    if (teller.model.layers.empty() && choice.temperature > 0)
        throw UsageError(
            "--temperature needs a model to draw from; give --weights FOLDER too");
}

void check_prompt(const StoryTeller& teller, const std::string& prompt) {
    if (valid_utf8_bytes(prompt) != prompt.size())
        throw UsageError("--prompt is not UTF-8 from its byte " +
                         std::to_string(valid_utf8_bytes(prompt)) + " on; type it again");
    if (teller.model.layers.empty()) {
        if (prompt.empty()) return;
        throw UsageError(
            "--prompt needs a model to go on with it; give --weights FOLDER too");
    }
    // To join letters takes long, so a prompt that no tokens could make short enough is not tried.
    std::size_t widest = 1;
    for (const std::string& text : teller.tokens.texts)
        widest = std::max(widest, text.size());
    const std::size_t least = prompt.size() / widest;
    const std::size_t n =
        least > teller.longest ? least : teller.tokens.ids_of(prompt).size();
    if (n > teller.longest)
        throw UsageError("--prompt has " + std::to_string(n) +
                         " tokens or more, the model was trained with texts of at most " +
                         std::to_string(teller.longest) + "; give a shorter one");
}

}  // namespace attn::chapters::ch19
