// The bytes of llama2.c's two files, weights and tokens: refused with a message, or read and used.
#include "chapters/19_since_2017/19_since_2017.hpp"
#include "chapters/program/knobs.hpp"
#include "fuzz/fuzz.hpp"

using namespace attn;
using namespace attn::chapters;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = fuzz::text_of(data, size);
    try {
        std::size_t longest = 0;
        const Llama model = ch19::llama_from(bytes, "stories.bin", longest);
        fuzz::require(4 * model.embedding.table.rows() < size,
                      "no model is larger than its file");
        LlamaCache cache;
        const Matrix logits = model.forward({0}, cache);
        fuzz::require(logits.cols() == model.embedding.table.rows(),
                      "each word has a logit");
    } catch (const UsageError& error) {
        fuzz::require_readable(error.what());
    }
    try {
        const ch19::Tokens tokens = ch19::tokens_from(bytes, "tok.bin", 262);
        for (const std::size_t id : tokens.ids_of("Lily is 7 é\n"))
            fuzz::require(tokens.written(1, id).size() < size,
                          "no token is longer than its file");
    } catch (const UsageError& error) {
        fuzz::require_readable(error.what());
    }
    return 0;
}
