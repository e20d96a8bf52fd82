#include "support/files/whole_file.hpp"

#include <cerrno>
#include <fstream>
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

std::error_code last_error() {
    return {errno == 0 ? EIO : errno, std::generic_category()};
}

}  // namespace

std::string read_whole_file(const fs::path& file) {
    if (fs::is_other(file)) {  // a pipe would be waited for, and some devices never end
        throw std::runtime_error("cannot read " + clean_utf8(file.string()) +
                                 ": it is a pipe or a device, give a file");
    }
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
    const fs::path part = file.string() + ".part";
    std::error_code error, ignored;
    errno = 0;
    std::ofstream stream(part, std::ios::binary);
    stream << bytes;
    stream.close();
    if (!stream) error = last_error();
    if (!error) fs::rename(part, file, error);
    if (!error) return;
    fs::remove(part, ignored);
    fail("cannot write ", file, error);
}

}  // namespace attn
