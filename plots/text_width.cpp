#include "plots/text_width.hpp"

#include <algorithm>
#include <array>

#include "support/text/utf8.hpp"

namespace attn::plots {
namespace {

/// How wide the signs from ' ' to '~' are, in thousandths of the text's size: in the widest of
/// Helvetica (Arial and Liberation Sans have its widths), Source Sans and DejaVu Sans.
using Advances = std::array<short, 95>;

constexpr Advances plain_signs{
    318,  401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 350,
    636,  636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556,
    1015, 684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 557, 863, 748, 787,
    667,  787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 350, 390, 838, 556,
    542,  613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};
constexpr Advances bold_signs{
    348,  456, 537, 838, 696, 1002, 872, 306,  457, 457, 523, 838, 380, 415,  380, 365,
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 611,
    1000, 774, 762, 734, 830, 683,  683, 821,  837, 372, 556, 775, 637, 995,  837, 850,
    733,  850, 770, 720, 682, 812,  774, 1103, 771, 724, 725, 457, 365, 457,  838, 556,
    555,  675, 716, 593, 716, 678,  435, 716,  712, 343, 343, 665, 343, 1042, 712, 687,
    716,  716, 493, 595, 478, 712,  652, 924,  645, 652, 582, 712, 365, 712,  838};

/// The other signs that figures use.
struct Sign {
    std::string_view sign;
    short plain, bold;
};

constexpr std::array signs{
    Sign{"°", 500, 500}, Sign{"²", 401, 438},   Sign{"·", 318, 380},
    Sign{"×", 838, 838}, Sign{"÷", 838, 838},   Sign{"β", 638, 716},
    Sign{"γ", 592, 681}, Sign{"θ", 612, 687},   Sign{"π", 690, 791},
    Sign{"ᵀ", 385, 430}, Sign{"–", 556, 556},   Sign{"—", 1000, 1000},
    Sign{"‘", 318, 380}, Sign{"’", 318, 380},   Sign{"“", 518, 657},
    Sign{"”", 518, 657}, Sign{"…", 1000, 1000}, Sign{"←", 1000, 1000},
    Sign{"↑", 838, 838}, Sign{"→", 1000, 1000}, Sign{"↓", 838, 838},
    Sign{"−", 838, 838}, Sign{"√", 637, 667},   Sign{"∞", 833, 833},
    Sign{"≈", 838, 838}, Sign{"≤", 838, 838},   Sign{"≥", 838, 838},
    Sign{"✓", 838, 838}, Sign{"✕", 838, 838}};

constexpr short wide_sign = 940, other_sign = 620;  // Hangul fills a square; é, Ж, ψ

/// The advance of one sign, which takes one byte or more.
short advance_of(std::string_view sign, bool bold) {
    const auto first = static_cast<unsigned char>(sign.front());
    if (first >= ' ' && first <= '~') {
        const std::size_t i = first - static_cast<std::size_t>(' ');
        return bold ? bold_signs[i] : plain_signs[i];
    }
    const auto known = std::find_if(signs.begin(), signs.end(),
                                    [&](const Sign& s) { return s.sign == sign; });
    if (known != signs.end()) return bold ? known->bold : known->plain;
    const std::size_t columns = display_width(sign);
    return columns == 0 ? 0 : columns == 2 ? wide_sign : other_sign;
}

/// The sign at the front of clean text.
std::string_view front_sign(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    return text.substr(0, first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);
}

double width_of_clean(std::string_view text, double size, bool bold) {
    int sum = 0;
    while (!text.empty()) {
        const std::string_view sign = front_sign(text);
        sum += advance_of(sign, bold);
        text.remove_prefix(sign.size());
    }
    return sum * size / 1000;
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
