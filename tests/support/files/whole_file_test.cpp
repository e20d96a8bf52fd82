#include "support/files/whole_file.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "catch.hpp"
#include "temporary_folder.hpp"

using namespace attn;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

/// Files of this process end after so many bytes, as they do on a full disk.
struct FilesEndAfter {
    rlimit before{};
    void (*handler)(int) = std::signal(SIGXFSZ, SIG_IGN);

    explicit FilesEndAfter(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before);
        const rlimit small{bytes, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FilesEndAfter() {
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
    }
};

}  // namespace

TEST_CASE("A file is written and read byte by byte", "[whole_file]") {
    const TemporaryFolder folder;
    const std::string bytes("a\0b\r\n\xff", 6);
    write_whole_file(folder.path / "x", "something longer that was there before");
    write_whole_file(folder.path / "x", bytes);
    CHECK(read_whole_file(folder.path / "x") == bytes);
    write_whole_file(folder.path / "x", "");
    CHECK(read_whole_file(folder.path / "x").empty());
    CHECK(files_in(folder.path) == 1);
}

TEST_CASE("A file that cannot be read or written is named with the reason",
          "[whole_file]") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(read_whole_file("/no/such"),
                      "cannot read /no/such: No such file or directory");
    CHECK_THROWS_WITH(read_whole_file(folder.path), ContainsText(": Is a directory"));
    CHECK_THROWS_WITH(write_whole_file("/no/such", "x"),
                      "cannot write /no/such: No such file or directory");
    fs::create_directory(folder.path / "taken");
    CHECK_THROWS_WITH(write_whole_file(folder.path / "taken", "x"),
                      ContainsText("taken: Is a directory"));
    CHECK(files_in(folder.path) == 1);  // nothing half written is left
}

TEST_CASE("When the disk is full, the old file is still there", "[whole_file]") {
    const TemporaryFolder folder;
    write_whole_file(folder.path / "x", "old");
    {
        const FilesEndAfter limit(1000);
        CHECK_THROWS_WITH(write_whole_file(folder.path / "x", std::string(100000, '!')),
                          ContainsText("cannot write ") && ContainsText("File too large"));
    }
    CHECK(read_whole_file(folder.path / "x") == "old");
    CHECK(files_in(folder.path) == 1);
}

TEST_CASE("A pipe and a device are refused, and not waited for", "[whole_file]") {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path / "x.npy";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_THROWS_WITH(read_whole_file(pipe), "cannot read " + pipe.string() +
                                                 ": it is a pipe or a device, give a file");
    fs::create_symlink("/dev/null", folder.path / "device.npy");
    CHECK_THROWS_WITH(read_whole_file(folder.path / "device.npy"),
                      ContainsText("it is a pipe or a device"));
    for (const fs::path& place : {pipe, folder.path / "device.npy"}) {
        CHECK_THROWS_WITH(
            write_whole_file(place, "x"),
            ContainsText("cannot write ") && ContainsText("pipe or a device"));
    }
    CHECK(fs::is_fifo(pipe));
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("A link stays one, and the file that it names gets the bytes", "[whole_file]") {
    const TemporaryFolder folder;
    write_whole_file(folder.path / "x", "old");
    fs::create_symlink("x", folder.path / "link");
    write_whole_file(folder.path / "link", "new");
    CHECK(fs::is_symlink(folder.path / "link"));
    CHECK(read_whole_file(folder.path / "x") == "new");
}
