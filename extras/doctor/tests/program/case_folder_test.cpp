#include "doctor/program/case_folder.hpp"

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "support/files/npy.hpp"
#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"

using namespace attn;
using namespace attn::doctor;
namespace fs = std::filesystem;

TEST_CASE("A question is a folder of files", "[doctor]") {
    const TemporaryFolder folder;
    const fs::path place = folder.path / "case";
    write_case(place, {.kind = "mha",
                       .name = "two heads",
                       .settings = {{"n_heads", "2"}, {"norm", "post"}},
                       .arrays = {{"q", {{2, 3}, {1, 2, 3, 4, 5, 6}}},
                                  {"padding", {{1, 2}, {1, 0}, NumberType::uint8}},
                                  {"ids", {{2}, {7, 8}, NumberType::int64}}}});
    CHECK(read_whole_file(place / "case.txt") == "kind mha\nn_heads 2\nnorm post\n");
    CHECK(as_matrix(read_npy(place / "q.npy")) == Matrix{{1, 2, 3}, {4, 5, 6}});
    const std::string padding = read_whole_file(place / "padding.npy");
    CHECK_THAT(padding, ContainsText("'descr': '|u1'"));
    CHECK(padding.substr(padding.size() - 2) == std::string("\1\0", 2));
    CHECK(read_npy(place / "ids.npy").type == NpyType::int64);
}

TEST_CASE("Gradients are read under their names", "[doctor]") {
    const TemporaryFolder folder;
    write_npy(folder.path / "output.npy", Matrix{{1}});
    write_npy(folder.path / "grad_q.npy", Matrix{{2}});
    write_npy(folder.path / "grad_in_proj_weight.npy", Matrix{{3}});
    write_npy(folder.path / "grad_output.npy", Matrix{{4}});  // a question, no answer
    write_npy(folder.path / "weights.npy", Matrix{{5}});
    const Answer answer = read_answer(folder.path).value();
    REQUIRE(answer.what == Answer::What::given);
    CHECK(answer.outputs.size() == 3);
    CHECK(answer.outputs.at("grad_q").values == std::vector<double>{2});
    CHECK(answer.outputs.at("grad_in_proj_weight").values == std::vector<double>{3});
    std::ofstream(folder.path / "grad_q.npy") << "no array";
    CHECK_THAT(read_answer(folder.path).value().words,
               ContainsText("grad_q.npy is no answer: "));
}

TEST_CASE("A folder that a program has not come to has no answer", "[doctor]") {
    const TemporaryFolder folder;
    CHECK(!read_answer(folder.path).has_value());
    CHECK(!has_answer(folder.path));
    CHECK(!read_answer("/nowhere/at/all").has_value());
    CHECK(!has_answer(std::string(5000, 'x')));  // no place to look at
    write_whole_file(folder.path / "skip", "");
    CHECK(has_answer(folder.path));
    CHECK(read_answer(folder.path).value().what == Answer::What::skipped);
    write_whole_file(folder.path / "error", "");  // says more than that it was skipped
    CHECK(read_answer(folder.path).value().what == Answer::What::error);
}

TEST_CASE("What was raised while an array was written is read before the rest of it",
          "[doctor]") {
    const TemporaryFolder folder;
    write_whole_file(folder.path / "output.npy", "");
    write_whole_file(folder.path / "error", "ValueError('inhomogeneous')");
    CHECK(read_answer(folder.path).value().words == "raised ValueError('inhomogeneous')");
}

TEST_CASE("A question that cannot be written is an error with a reason", "[doctor]") {
    CHECK_THROWS_AS(write_case("/nowhere/at/all", {}), std::runtime_error);
    const TemporaryFolder folder;
    const Probe probe{.arrays = {{"no/such/place", {{1}, {1}}}}};
    CHECK_THROWS_WITH(write_case(folder.path / "case", probe),
                      ContainsText("no/such/place.npy"));
}
