// The lines in which measurements and trainings are kept: read, or refused with a message. The first
// byte chooses the reader.
#include <stdexcept>
#include <string>

#include "chapters/19_speed/19_speed.hpp"
#include "chapters/training/curves.hpp"
#include "fuzz/fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(fuzz::text_of(data + 1, size - 1));
    try {
        if (data[0] % 2 == 0)
            attn::speed::read_table(text);
        else
            attn::chapters::read_curves(text);
    } catch (const std::runtime_error&) {  // it names the line
    }
    return 0;
}
