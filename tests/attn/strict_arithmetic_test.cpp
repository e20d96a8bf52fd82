#include "attn/strict_arithmetic.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"

namespace {

const std::string lib = (book::source_folder() / "lib").string();

/// What the compiler says to these words.
book::CommandResult compile_with(const std::vector<std::string>& words) {
    std::vector<std::string> command{book::compiler(), "-std=c++20", "-I" + lib};
#ifdef __i386__
    command.insert(command.end(), {"-msse2", "-mfpmath=sse"});
#endif
    command.insert(command.end(), words.begin(), words.end());
    return book::run_command(command);
}

/// What it says of a header of ours.
book::CommandResult read_header_with(const std::string& flag) {
    return compile_with({flag, "-fsyntax-only", "-x", "c++", lib + "/attn/matrix.hpp"});
}

}  // namespace

TEST_CASE("The headers refuse to compile where infinity is forgotten",
          "[strict_arithmetic]") {
    const book::CommandResult plain = read_header_with("-O2");
    INFO(plain.err);
    CHECK(plain.exit_code == 0);
    for (const char* flag : {"-ffast-math", "-Ofast", "-ffinite-math-only"}) {
        INFO(flag);
        const book::CommandResult refused = read_header_with(flag);
        CHECK(refused.exit_code != 0);
        CHECK_THAT(refused.err, ContainsText("fast-math"));
    }
}
