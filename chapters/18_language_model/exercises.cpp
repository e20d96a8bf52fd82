#include "chapters/18_language_model/exercises.hpp"

#include "chapters/printing/not_written_yet.hpp"

namespace attn::exercises {

std::vector<std::size_t> answer_targets(const std::vector<std::size_t>& row,
                                        std::size_t n_prompt) {
    not_written_yet("answer_targets", __FILE__);
}

std::vector<double> min_p(const std::vector<double>& p, double share) {
    not_written_yet("min_p", __FILE__);
}

std::vector<std::string> merged(const std::vector<std::string>& pieces,
                                const std::string& first, const std::string& second) {
    not_written_yet("merged", __FILE__);
}

}  // namespace attn::exercises
