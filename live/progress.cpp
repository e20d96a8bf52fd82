// What a chapter says while it works goes to the page line by line, as it comes.

#include <emscripten.h>

#include <iostream>
#include <streambuf>
#include <string>

EM_JS(void, live_tell, (const char* line), {
    if (Module["tell"]) Module["tell"](UTF8ToString(line));
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

}  // namespace
