/// Programs of our own on the PATH, in place of gnuplot and others.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "support/files/whole_file.hpp"
#include "temporary_folder.hpp"

/// An environment variable, set or unset until the end of the scope.
class Variable {
public:
    Variable(const std::string& name, const std::optional<std::string>& value)
        : name_(name) {
        if (const char* before = std::getenv(name.c_str())) before_ = before;
        set(value);
    }
    ~Variable() { set(before_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    void set(const std::optional<std::string>& value) const {
        if (value) {
            setenv(name_.c_str(), value->c_str(), 1);
        } else {
            unsetenv(name_.c_str());
        }
    }

    std::string name_;
    std::optional<std::string> before_;
};

inline void write_program(const std::filesystem::path& path, const std::string& body) {
    attn::write_whole_file(path, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

/// A folder of programs that are found before the system's, until the end of the scope.
struct FakePrograms {
    void add(const std::string& name, const std::string& body) const {
        write_program(folder.path / name, body);
    }

    TemporaryFolder folder;
    Variable path{"PATH", folder.path.string() + ":" + std::getenv("PATH")};
};
