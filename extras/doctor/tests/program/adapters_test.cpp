// Each adapter, filled in as a reader would, is called right.
#include "doctor/program/adapters.hpp"

#include <bit>

#include "catch.hpp"
#include "doctor/program/command_line.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"
#include "tools/run_command.hpp"

using namespace attn::doctor;
using namespace book;
namespace fs = std::filesystem;

namespace {

std::string replaced(std::string text, const std::string& old, const std::string& with) {
    const std::size_t place = text.find(old);
    REQUIRE(place != text.npos);
    return text.replace(place, old.size(), with);
}

/// Attention in C, on what the adapter has read; the mask and the causal mask are joined.
const std::string loops = R"(
for (int a = 0; a < n; ++a) {
    double top = -INFINITY, sum = 0;
    double weight[1000];
    for (int j = 0; j < m; ++j) {
        double score = 0;
        for (int c = 0; c < d_k; ++c) score += q[a * d_k + c] * k[j * d_k + c];
        int is_open = (!has_mask || mask[a * m + j] != 0) && (!causal || j <= a + m - n);
        weight[j] = is_open ? score / sqrt(d_k) : -INFINITY;
        if (weight[j] > top) top = weight[j];
    }
    for (int j = 0; j < m; ++j) {
        weight[j] = top == -INFINITY ? 0 : exp(weight[j] - top);
        sum += weight[j];
    }
    for (int c = 0; c < d_v; ++c) {
        output[a * d_v + c] = 0;
        for (int j = 0; j < m && sum > 0; ++j) output[a * d_v + c] += weight[j] / sum * v[j * d_v + c];
    }
}
)";

CommandResult ask(const std::string& kind, const std::vector<std::string>& command) {
    std::vector<std::string> words{(build_folder() / "extras/doctor/attn-doctor").string(),
                                   kind, "--"};
    words.insert(words.end(), command.begin(), command.end());
    return run_command(words);
}

void check_is_right(const CommandResult& result, const std::string& kind) {
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out.starts_with(kind + ": RIGHT. "));
    CHECK_THAT(result.out, !ContainsText("skipped"));
}

/// Compiles a filled-in adapter and asks about it.
void check_compiled(const std::string& name, const std::vector<std::string>& flags,
                    const std::string& source) {
    const TemporaryFolder folder;
    const std::string file = (folder.path / name).string();
    const std::string mine = (folder.path / "mine").string();
    attn::write_whole_file(file, source);
    std::vector<std::string> command{compiler()};
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), {file, "-o", mine, "-lm"});
    const CommandResult compiled = run_command(command);
    INFO(compiled.err);
    REQUIRE(compiled.exit_code == 0);
    check_is_right(ask("attention", {mine}), "attention");
}

/// The first Python with that module, or nothing.
std::string python_with(const std::string& module) {
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        if (run_command({python, "-c", "import " + module}).exit_code == 0) return python;
    }
    return "";
}

void check_python(const std::string& language, const std::string& yours,
                  const std::string& kind = "attention") {
    const std::string python = python_with(language);
    if (python.empty()) {
        WARN("python3 has no " + language + ": not tried");
        return;
    }
    const TemporaryFolder folder;
    const std::string file = (folder.path / "mine.py").string();
    const std::string before = "    return None";
    attn::write_whole_file(file, replaced(adapter(language), before, yours + before));
    check_is_right(ask(kind, {python, file}), kind);
}

}  // namespace

TEST_CASE("The adapter for C, filled in, is right", "[doctor]") {
    if (std::endian::native != std::endian::little) return;
    const std::string yours = "int has_mask = mask != NULL;" + loops;
    check_compiled(
        "mine.c", {"-x", "c"},
        "#include <math.h>\n" +
            replaced(adapter("c"), "skip(dir); /* yours in its place", yours + "/*"));
}

TEST_CASE("The adapter for C++, filled in, is right", "[doctor]") {
    if (std::endian::native != std::endian::little) return;
    const std::string yours = "const bool has_mask = !mask.empty();" + loops;
    check_compiled("mine.cpp", {"-std=c++17"},
                   "#include <cmath>\nusing std::exp, std::sqrt;\n" +
                       replaced(adapter("c++"), "skip(dir);  // yours", yours + "//"));
}

TEST_CASE("The adapter for NumPy, filled in, is right", "[doctor]") {
    check_python("numpy", R"(
    q, k, v = case["q"], case["k"], case["v"]
    is_open = np.array(case.get("mask", np.ones((len(q), len(k)))), bool)
    if case["causal"]: is_open = np.tril(is_open, len(k) - len(q))
    scores = np.where(is_open, q @ k.T / np.sqrt(q.shape[1]), -np.inf)
    top = scores.max(1, keepdims=True)
    e = np.exp(scores - np.where(np.isinf(top), 0, top))
    return e / np.maximum(e.sum(1, keepdims=True), 1e-300) @ v
)");
}

TEST_CASE("The doctor says of the two programs on its page what stands there", "[doctor]") {
    const std::string page =
        attn::read_whole_file(source_folder() / "extras/doctor/README.md");
    std::size_t read = 0;  // the page's blocks, in turn
    const auto next_block = [&](const std::string& language) {
        const std::size_t begin =
            page.find("```" + language + "\n", read) + language.size() + 4;
        read = page.find("```", begin) + 3;
        return page.substr(begin, read - 3 - begin);
    };
    const std::string first_report = next_block("text");
    const std::string loops_of_second = next_block("cpp");
    const std::string second_report = next_block("text");
    const std::string first_program = next_block("python");
    const TemporaryFolder folder;
    if (std::endian::native == std::endian::little) {
        const std::string file = (folder.path / "mine.cpp").string(),
                          mine = (folder.path / "mine").string();
        attn::write_whole_file(
            file, replaced(adapter("c++"), "skip(dir);  // yours", loops_of_second + "//"));
        REQUIRE(run_command({compiler(), "-std=c++17", file, "-o", mine}).exit_code == 0);
        CHECK(ask("attention", {mine}).out == second_report);
    }
    const std::string python = python_with("numpy");
    if (python.empty()) {
        WARN("python3 has no numpy: the page's first program is not tried");
        return;
    }
    const std::string file = (folder.path / "mine.py").string();
    attn::write_whole_file(file, first_program);
    CHECK(ask("attention", {python, file}).out == first_report);
}

TEST_CASE("The adapter for PyTorch, filled in, is right", "[doctor]") {
    check_python("torch", R"(
    q, k, v = case["q"], case["k"], case["v"]
    is_open = torch.as_tensor(case.get("mask", torch.ones(len(q), len(k)))).bool()
    if case["causal"]: is_open = is_open.tril(len(k) - len(q))
    scores = (q @ k.T / q.shape[1] ** 0.5).masked_fill(~is_open, -float("inf"))
    return torch.softmax(scores, 1).nan_to_num() @ v
)");
}

TEST_CASE("The adapters for Python take gradients by their names", "[doctor]") {
    const std::string end = R"(
    back = y * (g - (y * g).sum(1)[:, None])
    return {"output": y, "grad_scores": back}
)";
    check_python("numpy",
                 R"(
    g = case["grad_output"]
    y = np.exp(case["scores"])
    y /= y.sum(1, keepdims=True))" +
                     end,
                 "softmax_grad");
    check_python("torch",
                 R"(
    g, y = case["grad_output"], torch.softmax(case["scores"], 1))" +
                     end,
                 "softmax_grad");
}
