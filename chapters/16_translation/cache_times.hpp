/// How long it takes to write a sentence, with the keys and values of what is written kept and
/// without.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "chapters/16_translation/translator.hpp"

namespace attn::chapters::ch16 {

/// The times of one length.
struct CacheTime {
    std::size_t n_words = 0;
    double without = 0, with = 0;  // milliseconds, the best of five
};

/// A decoder of the chapter's size, of random weights, that has read 5 words and writes as many as
/// it is told, even past an end. Both ways write the same.
class LongWriter {
public:
    LongWriter();
    Ids write_without(std::size_t n_words) const;
    Ids write_with_cache(std::size_t n_words) const;

private:
    Translator model_ = {};
    Matrix memory_ = {};
};

/// Writes 8, 16 ... 512 words both ways. Some seconds.
std::vector<CacheTime> measure_cache_times();

/// The times as lines of words, and back.
///
/// throws  std::runtime_error  when a line cannot be read; it says which
std::string cache_times_text(const std::vector<CacheTime>& times);
std::vector<CacheTime> read_cache_times(const std::string& text);

/// One such measurement, chapters/16_translation/cache_times.txt.
const std::vector<CacheTime>& book_cache_times();

}  // namespace attn::chapters::ch16
