#include "tools/places.hpp"

namespace book {

std::filesystem::path source_folder() {
    return ATTN_SOURCE_FOLDER;
}

std::filesystem::path build_folder() {
    return ATTN_BUILD_FOLDER;
}

std::string compiler() {
    return ATTN_COMPILER;
}

}  // namespace book
