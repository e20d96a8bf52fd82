/// What a stream gets.
#pragma once

#include <ostream>
#include <sstream>
#include <string>

/// What a stream gets while this lives.
class Caught {
public:
    explicit Caught(std::ostream& stream)
        : stream_(stream), before_(stream.rdbuf(text_.rdbuf())) {}
    ~Caught() { stream_.rdbuf(before_); }
    Caught(const Caught&) = delete;
    Caught& operator=(const Caught&) = delete;
    std::string text() const { return text_.str(); }

private:
    std::ostringstream text_ = {};
    std::ostream& stream_;
    std::streambuf* before_;
};
