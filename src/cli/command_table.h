#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace drystone {

/// What the command line takes, read off the parser itself, so that manual and completion cannot forget anything.
struct OptionRow {
    std::vector<std::string> names;  // "--out", "-h"; none: a positional argument
    std::string value;               // what stands for the value, "DIR"; none: a flag
    std::vector<std::string> words;  // the values it can have, where they are few
    std::string about;
    bool required = false;
    bool repeats = false;
};

struct CommandRow {
    std::vector<std::string> path;  // {"bench", "solvers"}; none: the program itself
    std::string about;
    std::vector<OptionRow> options;      // in the order of the help
    std::vector<OptionRow> positionals;  // likewise
    std::vector<CommandRow> commands;
};

CommandRow command_table(const CLI::App& app);

/// The table and all below it that can be run, the program first.
std::vector<const CommandRow*> all_commands(const CommandRow& program);

/// "bench solvers".
std::string words_joined(const std::vector<std::string>& words, const std::string& between = " ");

}  // namespace drystone
