/// What stands on a program's command line, read by Boost.Program_options and nothing more: the
/// values are checked by the knobs that they turn.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attn::chapters {

/// The options of a command line, by name.
class Options {
public:
    Options();
    ~Options();
    Options(const Options&) = delete;
    Options& operator=(const Options&) = delete;

    /// --name alone; "help,h" has a short name too.
    void add_flag(const std::string& name, const std::string& meaning);

    /// --name VALUE, where shown stands for VALUE in the list of options.
    void add(const std::string& name, const std::string& shown, const std::string& meaning);

    /// As add, but not among the options that help lists.
    void add_unlisted(const std::string& name);

    /// What is given, in the order of the command line; a flag is given as "on".
    ///
    /// throws  UsageError  when the command line cannot be understood
    std::vector<std::pair<std::string, std::string>> read(int argc, char** argv) const;

    /// The options, one per line, but for the unlisted ones.
    std::string help() const;

private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

}  // namespace attn::chapters
