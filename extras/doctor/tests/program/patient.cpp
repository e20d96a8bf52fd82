// A program as the doctor meets them: doctor_patient BEHAVIOUR KIND FOLDER...
// It knows the kind softmax. What it does to the third folder is its behaviour's.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <string>

#include "attn/softmax.hpp"
#include "support/files/npy.hpp"
#include "support/files/whole_file.hpp"

using namespace attn;
namespace fs = std::filesystem;

namespace {

Matrix right_answer(const fs::path& folder) {
    const Matrix scores = as_matrix(read_npy(folder / "scores.npy"));
    Matrix weights = scores;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const std::vector<double> row = softmax(scores.row(i));
        weights.set_row(i, row);
    }
    return weights;
}

void answer(const fs::path& folder) {
    write_npy(folder / "output.npy", right_answer(folder));
}

/// Adds the number of a process of ours to the file that PIDS names.
void note_process(pid_t number = getpid()) {
    if (const char* file = std::getenv("PIDS")) {
        std::ofstream(file, std::ios::app) << number << '\n';
    }
}

[[noreturn]] void sleep_for_ever() {
    while (true) pause();
}

void hang_with_a_child() {
    note_process();
    if (fork() == 0) note_process();
    std::signal(SIGTERM, SIG_IGN);
    sleep_for_ever();
}

void answer_and_leave_a_child(const fs::path& folder) {
    answer(folder);
    const pid_t child = fork();
    if (child == 0) sleep_for_ever();
    note_process(child);  // which may be ended before it does so itself
}

void babble(std::ostream& out) {
    while (true) out << "words without end\n";
}

void answer_with(const fs::path& folder, const std::string& bytes) {
    write_whole_file(folder / "output.npy", bytes);
}

void answer_with_a_huge_file(const fs::path& folder) {
    answer(folder);
    fs::resize_file(folder / "output.npy", std::uintmax_t{1} << 40);  // of nothing: sparse
}

const std::map<std::string, std::function<void(const fs::path&)>> behaviours{
    {"right", answer},
    {"crashes",
     [](const fs::path&) {
         std::cerr << "one line\nthe last\x1b[2J line\n\n";
         std::abort();
     }},
    {"exits", [](const fs::path&) { std::exit(7); }},
    {"raises",
     [](const fs::path& folder) {
         write_whole_file(folder / "error", "ValueError: no\x1b[2J way\nmore\n");
     }},
    {"crashes_while_writing",
     [](const fs::path& folder) {
         answer_with(folder, "");
         std::abort();
     }},
    {"hangs_while_writing",
     [](const fs::path& folder) {
         answer_with(folder, "");
         sleep_for_ever();
     }},
    {"skips", [](const fs::path& folder) { write_whole_file(folder / "skip", ""); }},
    {"silent", [](const fs::path&) {}},
    {"hangs", [](const fs::path&) { hang_with_a_child(); }},
    {"stops", [](const fs::path&) { raise(SIGSTOP); }},
    {"leaves_a_child", answer_and_leave_a_child},
    {"babbles", [](const fs::path&) { babble(std::cout); }},
    {"babbles_to_stderr", [](const fs::path&) { babble(std::cerr); }},
    {"other_shape",
     [](const fs::path& folder) { write_npy(folder / "output.npy", Matrix(1, 7)); }},
    {"nan",
     [](const fs::path& folder) {
         Matrix m = right_answer(folder);
         m(0, 0) = std::nan("");
         write_npy(folder / "output.npy", m);
     }},
    {"garbage", [](const fs::path& folder) { answer_with(folder, "output"); }},
    {"huge", answer_with_a_huge_file},
    {"pipe",
     [](const fs::path& folder) { mkfifo((folder / "output.npy").c_str(), S_IRWXU); }},
    {"removes_its_folder", [](const fs::path& folder) { fs::remove_all(folder); }},
    {"removes_all_folders",
     [](const fs::path& folder) { fs::remove_all(folder.parent_path()); }},
    {"links_home",
     [](const fs::path& folder) {
         fs::create_directory_symlink(std::getenv("HOME"), folder / "home");
         answer(folder);
     }},
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || behaviours.count(argv[1]) == 0) return 2;
    for (int i = 3; i < argc; ++i) {
        const fs::path folder = argv[i];
        const bool is_third = folder.filename().string().starts_with("03-");
        is_third ? behaviours.at(argv[1])(folder) : answer(folder);
    }
}
