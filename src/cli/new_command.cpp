#include "cli/new_command.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "cli/starters.h"
#include "core/input_error.h"
#include "io/atomic_file.h"
#include "run/say.h"
#include "scene/nearest.h"

namespace drystone {

namespace {

/// The first line of its text without the "# ": "heap: spheres dropped on ...".
std::string_view first_words(const Starter& starter) {
    return starter.text.substr(2, starter.text.find('\n') - 2);
}

std::string list_of_starters() {
    std::string text;
    for (const Starter& starter : starters()) {
        const std::string_view words = first_words(starter);
        text += fmt::format("{:<10} {}\n", starter.name, words.substr(words.find(": ") + 2));
    }
    return text;
}

const Starter& find_starter(const std::string& name) {
    const auto all = starters();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Starter& one) { return one.name == name; });
    if (found != all.end()) return *found;
    std::vector<std::string> names;
    for (const Starter& one : all) names.emplace_back(one.name);
    throw InputError("drystone new",
                     fmt::format("there is no starter scene \"{}\"{}", name, suggestion(name, names)));
}

}  // namespace

ExitStatus write_starter(const NewCommand& command) {
    if (command.list) {
        say(list_of_starters());
        return ExitStatus::done;
    }
    if (command.name.empty())
        throw InputError("drystone new", "which one? there are:\n" + list_of_starters());
    const Starter& starter = find_starter(command.name);
    const std::string file = command.file.value_or(command.name + ".toml");
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, error)))
        throw InputError(file,
                         "is there already, and is not overwritten: drystone new NAME FILE writes elsewhere");
    try {
        write_atomically(file, starter.text);
    } catch (const FileError& failure) {
        if (is_of_machine(failure.code())) throw;
        throw InputError("", failure.what());
    }
    say(fmt::format("{}: {}\nrun it with: drystone run {}\n", file, first_words(starter), file));
    return ExitStatus::done;
}

}  // namespace drystone
