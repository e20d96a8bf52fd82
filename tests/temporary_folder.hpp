/// A folder that is gone when its owner is.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

/// A new, empty folder; it and what it holds are deleted at the end of its scope.
struct TemporaryFolder {
    TemporaryFolder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "attn-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("TemporaryFolder: cannot create " + name);
        }
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::filesystem::path path;
};
