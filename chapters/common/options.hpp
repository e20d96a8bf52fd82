/// The knobs of a chapter's program: its command line, read and checked.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace attn::chapters {

/// Thrown for a command line that cannot be used. The message says what was given and what
/// would be right.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Options that write into the program's own variables. A variable's value at the time when
/// its option is added is the default that --help shows.
class Options {
public:
    Options();
    ~Options();
    Options(const Options&) = delete;
    Options& operator=(const Options&) = delete;

    /// --name 1.5: a number from least to most.
    void add(const std::string& name, double& value, double least, double most,
             const std::string& meaning);

    /// --name 7: a whole number from least to most.
    void add(const std::string& name, std::size_t& value, std::size_t least,
             std::size_t most, const std::string& meaning);

    /// --name 3,-4,0.5: 1 to 16 numbers from -1e6 to 1e6, parted by commas.
    void add(const std::string& name, std::vector<double>& values,
             const std::string& meaning);

    /// --name TEXT; shown is the default as --help shows it.
    void add(const std::string& name, std::string& value, const std::string& shown,
             const std::string& meaning);

    /// --name WORD, one of several; each word stands for a value of what.
    void add_choice(const std::string& name, const std::vector<std::string>& words,
                    std::size_t& chosen, const std::string& meaning);

    /// --name alone.
    void add_flag(const std::string& name, bool& value, const std::string& meaning);

    /// Writes what the command line gives into the variables.
    /// throws  UsageError
    void read(int argc, char** argv);

    /// The options with their defaults, one a line.
    std::string help() const;

private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

}  // namespace attn::chapters
