// What a chapter says and draws while it works goes to the page as it comes.

#include <emscripten.h>

#include <iostream>
#include <streambuf>
#include <string>

#include "book/live/entrance.hpp"

EM_JS(void, live_tell, (const char* line), {
    if (Module["tell"]) Module["tell"](UTF8ToString(line));
});

EM_JS(void, live_show, (const char* json), {
    if (Module["show"]) Module["show"](UTF8ToString(json));
});

namespace {

class Teller : public std::streambuf {
protected:
    int_type overflow(int_type c) override {
        if (c == '\r' || c == '\n') {
            sync();
        } else {
            line_ += traits_type::to_char_type(c);
        }
        return c;
    }

    int sync() override {
        if (!line_.empty()) live_tell(line_.c_str());
        line_.clear();
        return 0;
    }

private:
    std::string line_ = {};
};

Teller teller;
[[maybe_unused]] std::streambuf* const before = std::cerr.rdbuf(&teller);
[[maybe_unused]] const bool is_watched = (live_watch(live_show), true);

}  // namespace
