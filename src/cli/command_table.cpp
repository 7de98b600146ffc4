#include "cli/command_table.h"

namespace drystone {

namespace {

/// "FLOW:{associated,coulomb}" is the type of an option whose words were given to the parser.
std::vector<std::string> words_of_type(const std::string& type) {
    std::vector<std::string> words;
    const auto begin = type.find(":{");
    if (begin == std::string::npos || type.back() != '}') return words;
    std::string word;
    for (const char letter : type.substr(begin + 2)) {
        if (letter != ',' && letter != '}') {
            word += letter;
            continue;
        }
        words.push_back(word);
        word.clear();
    }
    return words;
}

/// "N" of "N:INT in [1 - 5]".
std::string bare_type(const std::string& type) {
    const auto end = type.find_first_of(": ");
    return end == std::string::npos ? type : type.substr(0, end);
}

OptionRow row_of(const CLI::Option& option) {
    OptionRow row;
    for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
    row.about = option.get_description();
    row.required = option.get_required();
    row.repeats = option.get_items_expected_max() > 1;
    if (row.names.empty()) {
        row.value = option.get_name(true);
    } else if (option.get_items_expected_max() > 0) {
        row.value = bare_type(option.get_type_name());
        row.words = words_of_type(option.get_type_name());
    }
    return row;
}

CommandRow row_of(const CLI::App& app, std::vector<std::string> path) {
    CommandRow row{.path = std::move(path), .about = app.get_description(), .options = {}, .positionals = {}, .commands = {}};
    for (const CLI::Option* option : app.get_options())
        (option->get_positional() ? row.positionals : row.options).push_back(row_of(*option));
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        std::vector<std::string> below = row.path;
        below.push_back(command->get_name());
        row.commands.push_back(row_of(*command, below));
    }
    return row;
}

void gather(const CommandRow& row, std::vector<const CommandRow*>& all) {
    all.push_back(&row);
    for (const CommandRow& below : row.commands) gather(below, all);
}

}  // namespace

CommandRow command_table(const CLI::App& app) { return row_of(app, {}); }

std::vector<const CommandRow*> all_commands(const CommandRow& program) {
    std::vector<const CommandRow*> all;
    gather(program, all);
    return all;
}

std::string words_joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

}  // namespace drystone
