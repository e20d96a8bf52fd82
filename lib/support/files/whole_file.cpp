#include "support/files/whole_file.hpp"

#include <cerrno>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "support/text/utf8.hpp"

namespace fs = std::filesystem;

namespace attn {
namespace {

[[noreturn]] void fail(const char* what, const fs::path& file,
                       const std::error_code& reason) {
    throw std::runtime_error(std::string(what) + clean_utf8(file.string()) + ": " +
                             reason.message());
}

/// A pipe would be waited for, some devices never end, and none may become a file.
void require_no_device(const char* what, const fs::path& file) {
    std::error_code none_there;
    if (!fs::is_other(file, none_there)) return;
    throw std::runtime_error(what + clean_utf8(file.string()) +
                             ": it is a pipe or a device, give a file");
}

std::error_code last_error() {
    return {errno == 0 ? EIO : errno, std::generic_category()};
}

}  // namespace

std::string read_whole_file(const fs::path& file) {
    require_no_device("cannot read ", file);
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream bytes;
    const bool is_empty =
        stream.is_open() && stream.peek() == std::ifstream::traits_type::eof();
    if (!is_empty) bytes << stream.rdbuf();
    if (fs::is_directory(file))
        fail("cannot read ", file, {EISDIR, std::generic_category()});
    if (!stream.is_open() || stream.bad() || !bytes)
        fail("cannot read ", file, last_error());
    return bytes.str();
}

void write_whole_file(const fs::path& file, std::string_view bytes) {
    require_no_device("cannot write ", file);
    std::error_code error, ignored;
    const fs::path to = fs::is_symlink(file, ignored) ? fs::canonical(file) : file;
    // A name of this call's own, so that two programs at work on one file do no harm.
    const fs::path part =
        to.string() + "." + std::to_string(std::random_device()()) + ".part";
    errno = 0;
    std::ofstream stream(part, std::ios::binary);
    stream << bytes;
    stream.close();
    if (!stream) error = last_error();
    if (!error) fs::rename(part, to, error);
    if (!error) return;
    fs::remove(part, ignored);
    fail("cannot write ", file, error);
}

}  // namespace attn
