#include "attn/strict_arithmetic.hpp"

#include <string>

#include "catch.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"

namespace {

/// What the compiler says of a header of ours with one more flag.
book::CommandResult compile_with(const std::string& flag) {
    const std::string lib = (book::source_folder() / "lib").string();
    std::vector<std::string> command{book::compiler(), "-std=c++20", flag};
#ifdef __i386__
    command.insert(command.end(), {"-msse2", "-mfpmath=sse"});
#endif
    command.insert(command.end(),
                   {"-fsyntax-only", "-x", "c++", "-I" + lib, lib + "/attn/matrix.hpp"});
    return book::run_command(command);
}

}  // namespace

TEST_CASE("The headers refuse to compile where infinity is forgotten",
          "[strict_arithmetic]") {
    const book::CommandResult plain = compile_with("-O2");
    INFO(plain.err);
    CHECK(plain.exit_code == 0);
    for (const char* flag : {"-ffast-math", "-Ofast", "-ffinite-math-only"}) {
        INFO(flag);
        const book::CommandResult refused = compile_with(flag);
        CHECK(refused.exit_code != 0);
        CHECK_THAT(refused.err, ContainsText("fast-math"));
    }
}
