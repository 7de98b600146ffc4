#include "cli/completion.h"

#include <algorithm>

#include <fmt/format.h>

namespace drystone {

namespace {

enum class Kind { flag, folder, file, words, other };  // what stands behind an option

bool holds(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }

Kind kind_of(const OptionRow& row) {
    if (row.value.empty()) return Kind::flag;
    if (!row.words.empty()) return Kind::words;
    if (holds(row.value, "SCENE") || holds(row.value, "FILE")) return Kind::file;
    return holds(row.value, "DIR") ? Kind::folder : Kind::other;
}

std::vector<std::string> names_of_options(const CommandRow& command) {
    std::vector<std::string> names;
    for (const OptionRow& row : command.options) names.insert(names.end(), row.names.begin(), row.names.end());
    return names;
}

std::vector<std::string> names_of_commands(const CommandRow& command) {
    std::vector<std::string> names;
    for (const CommandRow& below : command.commands) names.push_back(below.path.back());
    return names;
}

/// First line, and only so far as a shell shows it.
std::string short_about(const std::string& about) { return about.substr(0, about.find_first_of("\n;")); }

/// Inside single quotes of a POSIX shell.
std::string in_quotes(const std::string& text) {
    std::string out = "'";
    for (const char letter : text) out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return out + "'";
}

// bash

std::string bash_reply(Kind kind, const OptionRow& row) {
    switch (kind) {
        case Kind::folder: return "COMPREPLY=($(compgen -d -- \"$word\"))";
        case Kind::file: return "COMPREPLY=($(compgen -f -- \"$word\"))";
        case Kind::words: return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", words_joined(row.words));
        default: return "COMPREPLY=()";
    }
}

std::string bash_values(const CommandRow& command) {
    std::string text;
    for (const OptionRow& row : command.options) {
        if (kind_of(row) == Kind::flag) continue;
        for (const std::string& name : row.names)
            text += fmt::format("        '{}:{}') {}; return ;;\n", words_joined(command.path), name, bash_reply(kind_of(row), row));
    }
    return text;
}

std::string bash_words(const CommandRow& command) {
    std::string positional = "COMPREPLY=()";
    if (!command.positionals.empty()) positional = bash_reply(kind_of(command.positionals[0]), command.positionals[0]);
    if (!command.commands.empty())
        positional = fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", words_joined(names_of_commands(command)));
    return fmt::format(
        "        '{}')\n            case $word in\n                -*) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;\n"
        "                *) {} ;;\n            esac ;;\n",
        words_joined(command.path), words_joined(names_of_options(command)), positional);
}

// zsh

std::string zsh_escaped(std::string text) {
    std::string out;
    for (const char letter : text) {
        if (letter == ':' || letter == '[' || letter == ']') out += '\\';
        out += letter;
    }
    return out;
}

std::string zsh_action(const OptionRow& row) {
    const std::string label = ":" + zsh_escaped(row.value) + ":";
    switch (kind_of(row)) {
        case Kind::folder: return label + "_files -/";
        case Kind::file: return label + "_files";
        case Kind::words: return label + "(" + words_joined(row.words) + ")";
        case Kind::flag: return "";
        default: return label + " ";
    }
}

std::string zsh_options(const CommandRow& command) {
    std::string text;
    for (const OptionRow& row : command.options)
        for (const std::string& name : row.names)
            text += " \\\n                " + in_quotes((row.repeats ? "*" : "") + name + "[" + zsh_escaped(short_about(row.about)) + "]" +
                                                     zsh_action(row));
    for (const OptionRow& row : command.positionals)
        text += " \\\n                " + in_quotes((row.repeats ? "*" : "") + zsh_action(row));
    return text;
}

std::string zsh_case(const CommandRow& command) {
    if (command.commands.empty())
        return fmt::format("        '{}')\n            _arguments -S{} ;;\n", words_joined(command.path), zsh_options(command));
    std::string values;
    for (const CommandRow& below : command.commands)
        values += " " + in_quotes(below.path.back() + ":" + short_about(below.about));
    return fmt::format("        '{}')\n            commands=({})\n            _describe command commands\n"
                       "            _arguments -S{} ;;\n",
                       words_joined(command.path), values, zsh_options(command));
}

// fish

std::string fish_line(const std::string& condition, const std::string& what, const std::string& about) {
    return fmt::format("complete -c drystone -n {} {} -d {}\n", in_quotes(condition), what, in_quotes(short_about(about)));
}

std::string fish_condition(const CommandRow& command) {
    if (command.path.empty()) return "__fish_use_subcommand";
    std::string text;
    for (const std::string& word : command.path) text += (text.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
    if (!command.commands.empty()) text += "; and not __fish_seen_subcommand_from " + words_joined(names_of_commands(command));
    return text;
}

std::string fish_value(const OptionRow& row) {
    switch (kind_of(row)) {
        case Kind::flag: return "";
        case Kind::folder: return " -x -a '(__fish_complete_directories)'";
        case Kind::words: return " -x -a " + in_quotes(words_joined(row.words));
        case Kind::file: return " -r -F";
        default: return " -x";
    }
}

std::string fish_lines(const CommandRow& command) {
    const std::string condition = fish_condition(command);
    std::string text;
    for (const CommandRow& below : command.commands) text += fish_line(condition, "-a " + below.path.back(), below.about);
    for (const OptionRow& row : command.options) {
        for (const std::string& name : row.names) {
            const bool is_long = name.starts_with("--");
            text += fish_line(condition, (is_long ? "-l " : "-s ") + name.substr(is_long ? 2 : 1) + fish_value(row), row.about);
        }
    }
    const bool takes_files = !command.positionals.empty() && kind_of(command.positionals[0]) != Kind::other;
    if (!command.path.empty() && takes_files) text += fmt::format("complete -c drystone -n {} -F\n", in_quotes(condition));
    return text;
}

/// The words that say which command it is, in bash and zsh: `words` the shell's, `last` the index of the one under the cursor.
std::string find_command(const CommandRow& program, const std::string& item) {
    std::string known;
    for (const CommandRow* command : all_commands(program))
        if (!command->path.empty()) known += (known.empty() ? "" : "|") + ("'" + words_joined(command->path) + "'");
    return fmt::format(
        "    for part in {}; do\n        case $command${{command:+ }}$part in\n"
        "            {}) command=$command${{command:+ }}$part ;;\n        esac\n    done\n",
        item, known);
}

}  // namespace

std::string bash_completion(const CommandRow& program) {
    std::string values, words;
    for (const CommandRow* command : all_commands(program)) {
        values += bash_values(*command);
        words += bash_words(*command);
    }
    return "# drystone: completion for bash. Load it: source <(drystone completion bash)\n_drystone() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= part\n" +
           find_command(program, "\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"") + "    case $command:$before in\n" + values +
           "    esac\n    case $command in\n" + words + "    esac\n}\ncomplete -o filenames -F _drystone drystone\n";
}

std::string zsh_completion(const CommandRow& program) {
    std::string cases;
    for (const CommandRow* command : all_commands(program)) cases += zsh_case(*command);
    return "#compdef drystone\n# drystone: completion for zsh. Put it into a folder of $fpath as _drystone.\n_drystone() {\n"
           "    local command= part\n    local -a commands\n" +
           find_command(program, "\"${(@)words[2,CURRENT-1]}\"") +
           "    local depth=${#${(z)command}}\n"
           "    (( depth )) && { words=(\"${(@)words[depth+1,-1]}\"); (( CURRENT -= depth )); }\n"
           "    case $command in\n" +
           cases + "    esac\n}\n_drystone \"$@\"\n";
}

std::string fish_completion(const CommandRow& program) {
    std::string text = "# drystone: completion for fish. Load it: drystone completion fish | source\ncomplete -c drystone -f\n";
    for (const CommandRow* command : all_commands(program)) text += fish_lines(*command);
    return text;
}

}  // namespace drystone
