#include "chapters/16_translation/16_translation.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>

#include "attn/decoding.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/recording.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch16 {
namespace {

template <class Write>
double best_of_five(Write write) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        write();
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count());
    }
    return best;
}

}  // namespace

LongWriter::LongWriter() {
    const Task task = task_of(TaskName::wishes, 1);
    model_ = random_translator({}, task, 1);
    memory_ = model_.read(task.unseen[0].source);
}

Ids LongWriter::write_without(std::size_t n_words) const {
    Ids written{begin_id};
    while (written.size() <= n_words) {
        const Matrix logits = model_.write(written, memory_);
        written.push_back(argmax(logits.row(written.size() - 1)));
    }
    return written;
}

Ids LongWriter::write_with_cache(std::size_t n_words) const {
    KvCache cache = start_decoding(model_.decoder, memory_);
    const Matrix positions = positional_encoding(n_words, memory_.cols());
    Ids written{begin_id};
    while (written.size() <= n_words) {
        Matrix y = model_.target.forward({written.back()});
        for (std::size_t j = 0; j < y.cols(); ++j)
            y(0, j) += positions(written.size() - 1, j);
        const Matrix logits =
            model_.to_logits.forward(decode_next(model_.decoder, y, cache));
        written.push_back(argmax(logits.row(0)));
    }
    return written;
}

std::vector<CacheTime> measure_cache_times() {
    const LongWriter writer;
    std::vector<CacheTime> times;
    for (std::size_t n = 8; n <= 512; n *= 2) {
        if (writer.write_with_cache(n) != writer.write_without(n)) {
            throw std::logic_error("the cache changed what is written");
        }
        times.push_back({n, best_of_five([&] { writer.write_without(n); }),
                         best_of_five([&] { writer.write_with_cache(n); })});
    }
    return times;
}

std::string cache_times_text(const std::vector<CacheTime>& times) {
    std::string text =
        "# Milliseconds to write so many words without a cache, and with one; the best of\n"
        "# five. Written by: 16_translation --times FILE\n";
    for (const CacheTime& time : times) {
        text += std::to_string(time.n_words) + " " + number_text(time.without, 3) + " " +
                number_text(time.with, 3) + "\n";
    }
    return text;
}

std::vector<CacheTime> read_cache_times(const std::string& text) {
    std::vector<CacheTime> times;
    for (RecordedLine& line : recorded_lines(text, "WORDS WITHOUT WITH")) {
        CacheTime time{.n_words = line.whole()};
        time.without = line.number();
        time.with = line.number();
        line.require(line.is_at_end());
        times.push_back(time);
    }
    return times;
}

const std::vector<CacheTime>& book_cache_times() {
    static const std::vector<CacheTime> times = read_cache_times(
        read_whole_file(chapters_folder() / "16_translation/cache_times.txt"));
    return times;
}

}  // namespace attn::chapters::ch16
