#include "plots/text_width.hpp"

#include <algorithm>
#include <array>

#include "support/text/utf8.hpp"

namespace attn::plots {
namespace {

/// How wide the signs from ' ' to '~' are, in thousandths of the text's size.
using Advances = std::array<short, 95>;

constexpr Advances helvetica{
    278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};
constexpr Advances helvetica_bold{
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};
constexpr Advances source_sans{
    200, 289, 426, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350,
    497, 497, 497, 497, 497, 497, 497, 497, 497, 497, 249, 249, 497, 497, 497, 425,
    847, 543, 588, 571, 615, 527, 494, 617, 652, 263, 479, 579, 486, 727, 647, 664,
    566, 664, 569, 534, 536, 645, 515, 786, 513, 476, 539, 303, 350, 303, 497, 500,
    542, 504, 553, 456, 555, 496, 292, 504, 544, 246, 247, 495, 255, 829, 547, 542,
    555, 555, 347, 419, 338, 544, 467, 719, 446, 467, 425, 303, 241, 303, 497};
constexpr Advances source_sans_bold{
    200, 340, 537, 528, 528, 857, 667, 300, 344, 344, 457, 528, 300, 332, 300, 339,
    528, 528, 528, 528, 528, 528, 528, 528, 528, 528, 300, 300, 528, 528, 528, 463,
    902, 573, 605, 582, 635, 548, 524, 638, 674, 301, 509, 614, 518, 762, 665, 684,
    596, 684, 613, 556, 556, 665, 556, 813, 567, 525, 541, 344, 339, 344, 528, 500,
    555, 527, 573, 468, 573, 518, 341, 534, 571, 276, 278, 548, 286, 857, 572, 555,
    573, 573, 398, 443, 383, 568, 523, 776, 514, 521, 460, 344, 268, 344, 528};

/// The other signs that figures use: Helvetica, bold, Source Sans, bold.
struct Sign {
    std::string_view sign;
    std::array<short, 4> advances;
};

constexpr std::array signs{
    Sign{"°", {400, 400, 331, 365}},   Sign{"²", {333, 333, 367, 376}},
    Sign{"·", {278, 278, 249, 300}},   Sign{"×", {584, 584, 497, 528}},
    Sign{"÷", {549, 549, 497, 528}},   Sign{"β", {575, 610, 565, 600}},
    Sign{"γ", {500, 556, 484, 533}},   Sign{"θ", {556, 541, 522, 549}},
    Sign{"π", {690, 766, 586, 635}},   Sign{"ᵀ", {356, 376, 356, 376}},
    Sign{"–", {556, 556, 480, 480}},   Sign{"—", {1000, 1000, 800, 800}},
    Sign{"‘", {222, 278, 249, 300}},   Sign{"’", {222, 278, 249, 300}},
    Sign{"“", {333, 500, 426, 537}},   Sign{"”", {333, 500, 426, 537}},
    Sign{"…", {1000, 1000, 948, 978}}, Sign{"←", {1000, 1000, 619, 617}},
    Sign{"↑", {500, 500, 619, 617}},   Sign{"→", {1000, 1000, 619, 617}},
    Sign{"↓", {500, 500, 619, 617}},   Sign{"−", {584, 584, 497, 528}},
    Sign{"√", {549, 549, 557, 588}},   Sign{"∞", {713, 713, 782, 814}},
    Sign{"≈", {549, 549, 497, 528}},   Sign{"≤", {549, 549, 497, 528}},
    Sign{"≥", {549, 549, 497, 528}},   Sign{"✓", {612, 647, 612, 647}},
    Sign{"✕", {760, 760, 760, 760}}};

constexpr short wide_sign = 940, other_sign = 620;  // Hangul fills a square; é, Ж, ψ

/// The advances of one sign, which takes one byte or more.
std::array<short, 4> advances_of(std::string_view sign) {
    const auto first = static_cast<unsigned char>(sign.front());
    if (first >= ' ' && first <= '~') {
        const std::size_t i = first - static_cast<std::size_t>(' ');
        return {helvetica[i], helvetica_bold[i], source_sans[i], source_sans_bold[i]};
    }
    const auto known = std::find_if(signs.begin(), signs.end(),
                                    [&](const Sign& s) { return s.sign == sign; });
    if (known != signs.end()) return known->advances;
    const std::size_t columns = display_width(sign);
    const short all = columns == 0 ? 0 : columns == 2 ? wide_sign : other_sign;
    return {all, all, all, all};
}

/// The sign at the front of clean text.
std::string_view front_sign(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    return text.substr(0, first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
}

double width_of_clean(std::string_view text, double size, bool bold) {
    int helvetica_sum = 0, source_sum = 0;
    while (!text.empty()) {
        const std::string_view sign = front_sign(text);
        const std::array<short, 4> advances = advances_of(sign);
        helvetica_sum += advances[bold ? 1 : 0];
        source_sum += advances[bold ? 3 : 2];
        text.remove_prefix(sign.size());
    }
    return std::max(helvetica_sum, source_sum) * size / 1000;
}

}  // namespace

double text_width(std::string_view text, double size, bool bold) {
    return width_of_clean(clean_utf8(text), size, bold);
}

std::string cut_to_fit(std::string_view text, double width, double size, bool bold) {
    const std::string clean = clean_utf8(text);
    if (width_of_clean(clean, size, bold) <= width) return clean;
    std::string_view rest = clean;
    std::string cut;
    double used = text_width("…", size, bold);
    while (!rest.empty()) {
        const std::string_view sign = front_sign(rest);
        used += width_of_clean(sign, size, bold);
        if (used > width) break;
        cut += sign;
        rest.remove_prefix(sign.size());
    }
    return cut + "…";
}

bool has_hangul(std::string_view text) {
    const std::string clean = clean_utf8(text);
    std::string_view rest = clean;
    while (!rest.empty()) {
        const std::string_view sign = front_sign(rest);  // UTF-8 sorts as code points do
        const bool is_letter =
            (sign >= "\u1100" && sign <= "\u11FF") || (sign >= "ㄱ" && sign <= "ㆎ");
        const bool is_syllable = sign >= "가" && sign <= "힣";
        if (is_letter || is_syllable) return true;
        rest.remove_prefix(sign.size());
    }
    return false;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += c;
        }
    }
    return lines;
}

}  // namespace attn::plots
