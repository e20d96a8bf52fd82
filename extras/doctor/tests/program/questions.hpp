/// Questions of the kind softmax, the program that answers them in its own way, and the processes
/// that it notes in a file, one number a line.
#pragma once

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "doctor/library/probe.hpp"
#include "tools/places.hpp"

inline std::vector<attn::doctor::Probe> questions(std::size_t count) {
    std::vector<attn::doctor::Probe> all;
    for (std::size_t i = 0; i < count; ++i) {
        const double score = static_cast<double>(i);
        all.push_back({.kind = "softmax",
                       .name = "question " + std::to_string(i + 1),
                       .settings = {{"rows", "1"}, {"cols", "2"}},
                       .arrays = {{"scores", {{1, 2}, {score, 0}}}}});
    }
    return all;
}

inline std::vector<std::string> patient(const std::string& behaviour) {
    return {(book::build_folder() / "extras/doctor/tests/doctor_patient").string(),
            behaviour};
}

/// A dead process whose new parent, the system's first, does not ask after it.
inline bool is_zombie(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    std::getline(file, line);
    return line.find(") Z ") != line.npos;
}

inline bool is_alive(pid_t process) {
    return kill(process, 0) == 0 && !is_zombie(process);
}

/// How many of the processes that a patient noted live on; each is given a moment to end.
inline std::size_t count_alive(const std::filesystem::path& noted) {
    std::size_t count = 0;
    std::ifstream file(noted);
    for (pid_t process = 0; file >> process;) {
        for (int i = 0; i < 100 && is_alive(process); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        count += is_alive(process);
    }
    return count;
}

inline std::size_t lines_in(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::size_t count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
}
