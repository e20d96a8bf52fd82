#include "chapters/program/writing.hpp"

#include <fstream>
#include <system_error>

#include "support/files/whole_file.hpp"
#include "support/text/utf8.hpp"

namespace fs = std::filesystem;

namespace attn::chapters {
namespace {

/// The folder in which the path's files will be.
Path folder_of(PathUse use, const Path& path) {
    if (use == PathUse::write_folder) return path;
    return path.has_parent_path() ? path.parent_path() : ".";
}

/// Throws what is wrong with the path.
void try_to_write(PathUse use, const Path& path) {
    const bool is_file = use == PathUse::write_file;
    const Path name = path.filename();
    if (is_file &&
        (name.empty() || name == "." || name == ".." || fs::is_directory(path))) {
        throw std::runtime_error("it is a folder");
    }
    const Path folder = folder_of(use, path);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw std::runtime_error(error.message());
    // Longer than the file's own name, which must have room for what is added while it is written.
    Path probe =
        is_file ? Path(path.string() + ".can_be_written") : folder / ".can_be_written";
    while (fs::exists(fs::symlink_status(probe))) probe += "_";  // a reader's own
    write_whole_file(probe, "");
    fs::remove(probe);
    if (is_file && fs::is_other(path)) {  // it would be replaced by a file
        throw std::runtime_error("it is a pipe or a device");
    }
    if (is_file && fs::exists(path) && !std::ofstream(path, std::ios::app)) {
        throw std::runtime_error("it is write-protected");
    }
}

/// A folder that was not there before.
Path new_temporary_folder() {
    for (int i = 1;; ++i) {
        const Path folder = fs::temp_directory_path() / ("attn_" + std::to_string(i));
        std::error_code error;
        if (fs::create_directory(folder, error)) return folder;
        const bool is_taken = !error || error == std::errc::file_exists ||
                              error == std::errc::not_a_directory;
        if (!is_taken) throw fs::filesystem_error("cannot create", folder, error);
    }
}

}  // namespace

Uninterrupted::Uninterrupted() {
    sigset_t ends;
    sigemptyset(&ends);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) sigaddset(&ends, signal);
    pthread_sigmask(SIG_BLOCK, &ends, &before_);
}

Uninterrupted::~Uninterrupted() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void require_writable(const std::string& option, PathUse use, const Path& path) {
    if (use == PathUse::read) return;
    const Uninterrupted moment;
    try {
        try_to_write(use, path);
    } catch (const std::exception& error) {
        throw UsageError("--" + option + " was given '" + clean_utf8(path.string()) +
                         "', and nothing can be written there (" + error.what() +
                         "); give a " + (use == PathUse::write_file ? "file" : "folder") +
                         " that can be");
    }
}

Written write_somewhere(const Given& given) {
    Written written;
    try {
        given.write(given.to);
        return {given.to};
    } catch (const std::exception& error) {
        written.failure = error.what();
    }
    Path instead;
    try {
        // A short name of its own: the one that was given may be why it failed.
        instead = new_temporary_folder() / "saved";
        given.write(instead);
        written.where = instead;
    } catch (const std::exception& error) {
        written.failure += "; " + std::string(error.what());
        std::error_code ignored;
        fs::remove(instead.parent_path(), ignored);  // unless something is in it
    }
    return written;
}

}  // namespace attn::chapters
