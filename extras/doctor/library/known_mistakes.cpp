#include "doctor/library/known_mistakes.hpp"

#include <algorithm>
#include <iterator>

namespace attn::doctor {

std::vector<Mistake> joined(std::initializer_list<std::vector<Mistake>> lists) {
    std::vector<Mistake> all;
    for (const std::vector<Mistake>& list : lists) {
        all.insert(all.end(), list.begin(), list.end());
    }
    return all;
}

std::vector<Mistake> named(const std::vector<Mistake>& mistakes,
                           std::initializer_list<const char*> names) {
    std::vector<Mistake> some;
    std::copy_if(mistakes.begin(), mistakes.end(), std::back_inserter(some),
                 [&](const Mistake& mistake) {
                     return std::count(names.begin(), names.end(), mistake.name) > 0;
                 });
    return some;
}

std::vector<Mistake> without(std::vector<Mistake> mistakes,
                             std::initializer_list<const char*> names) {
    std::erase_if(mistakes, [&](const Mistake& mistake) {
        return std::count(names.begin(), names.end(), mistake.name) > 0;
    });
    return mistakes;
}

std::vector<Mistake> judged(std::vector<Mistake> mistakes, const std::string& name,
                            Level level, const std::string& sentence) {
    for (Mistake& mistake : mistakes) {
        if (mistake.name != name) continue;
        mistake.level = level;
        mistake.sentence = sentence;
    }
    return mistakes;
}

}  // namespace attn::doctor
