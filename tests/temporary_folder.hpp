/// A folder that is gone when its owner is.
#pragma once

#include <filesystem>
#include <random>
#include <string>

/// A new, empty folder; it and what it holds are deleted at the end of its scope.
struct TemporaryFolder {
    TemporaryFolder() {
        do {
            const std::string name = "attn-" + std::to_string(std::random_device{}());
            path = std::filesystem::temp_directory_path() / name;
        } while (!std::filesystem::create_directory(path));
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path path;
};
