/// Processes that a patient noted in a file, one number a line.
#pragma once

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

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
