#include "support/files/first_bytes.hpp"

#include <algorithm>

#include "support/text/utf8.hpp"

namespace attn {
namespace {

struct Beginning {
    std::string_view bytes;
    std::string_view what;
};

constexpr Beginning beginnings[] = {
    {"version https://git-lfs",
     "a pointer of Git LFS and not the file itself; git lfs pull fetches that"},
    {"PK\3\4",
     "a zip archive, as torch.save and numpy.savez write; safetensors.torch.save_file and "
     "numpy.save write what is read here"},
    {"\x1f\x8b", "compressed by gzip; gunzip unpacks it"},
    {"GGUF", "llama.cpp's format; it is not read here"},
    {"\x89HDF", "HDF5, as older Keras writes; it is not read here"},
    {"\x93NUMPY", "a .npy file; its name should end so"},
    {"\x80",
     "a Python pickle, as torch.save of PyTorch 1.5 and older writes; "
     "safetensors.torch.save_file writes what is read here"},
    {"<",
     "a web page or the like: a download that failed leaves such a file; fetch it again"},
    {"{", "JSON; an index.json lists the files of a model, and these are what is read"},
};

}  // namespace

std::string first_bytes_text(std::string_view bytes) {
    if (bytes.empty()) return "nothing: it is empty, as a download that failed leaves it";
    constexpr std::size_t shown = 24;
    std::string text =
        "\"" + clean_utf8(bytes.substr(0, shown)) + (bytes.size() > shown ? "…\"" : "\"");
    if (bytes.size() > 8 && bytes[7] == '\0' && bytes[8] == '{') {
        return text + ", which is a .safetensors file; its name should end so";
    }
    const std::size_t first = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
    for (const Beginning& known : beginnings) {
        if (!bytes.substr(first).starts_with(known.bytes)) continue;
        return text + ", which is " + std::string(known.what);
    }
    return text;
}

}  // namespace attn
