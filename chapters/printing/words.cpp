#include "chapters/printing/words.hpp"

#include <algorithm>
#include <cmath>

#include "attn/vector.hpp"
#include "support/text/print.hpp"

namespace attn::chapters {
namespace {

constexpr double rounding = 1e-12;

}  // namespace

std::string yes_or_no(bool answer) {
    return answer ? "yes" : "no";
}

std::vector<std::string> in_order(const std::vector<std::string>& words,
                                  const std::vector<std::size_t>& order) {
    std::vector<std::string> moved;
    for (const std::size_t id : order) moved.push_back(words.at(id));
    return moved;
}

std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

std::string distance_text(const Matrix& a, const Matrix& b) {
    const double distance = max_abs_difference(a, b);
    return distance < rounding ? "below 1e-12" : number_text(distance, 4);
}

std::string changed_rows(const Matrix& a, const Matrix& b,
                         const std::vector<std::string>& names) {
    std::vector<std::string> changed;
    for (std::size_t i = 0; i < a.rows(); ++i) {
        double distance = 0;
        for (std::size_t j = 0; j < a.cols(); ++j) {
            distance = std::max(distance, std::abs(a(i, j) - b(i, j)));
        }
        if (distance > rounding) changed.push_back(names.at(i));
    }
    return changed.empty() ? "no row" : joined(changed);
}

std::string rows_of_nan(const Matrix& m, const std::vector<std::string>& names) {
    const auto is_nan = [](double entry) { return std::isnan(entry); };
    std::vector<std::string> found;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        if (std::ranges::any_of(m.row(i), is_nan)) found.push_back(names.at(i));
    }
    return found.empty() ? "no row" : joined(found);
}

std::vector<std::string> largest_of_each_row(const Matrix& m,
                                             const std::vector<std::string>& names) {
    std::vector<std::string> largest;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        largest.push_back(names.at(argmax(m.row(i))));
    }
    return largest;
}

}  // namespace attn::chapters
