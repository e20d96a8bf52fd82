#include "chapters/program/folders.hpp"

namespace attn::chapters {

std::filesystem::path chapters_folder() {
    return ATTN_CHAPTERS_FOLDER;
}

std::filesystem::path figures_folder() {
    return ATTN_FIGURES_FOLDER;
}

}  // namespace attn::chapters
