#include "cli/compare_command.h"

#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "compare/words.h"
#include "core/input_error.h"
#include "io/atomic_file.h"

namespace drystone {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> methods_of(const CompareCommand& command) {
    std::vector<std::string> methods = command.methods;
    if (methods.empty())
        for (const ComparedMethod& one : compared_methods()) methods.push_back(one.name);
    std::set<std::string> seen;
    for (const std::string& name : methods) {
        compared_method(name);  // or refuses it
        if (!seen.insert(name).second) throw InputError("--methods " + name, "is there twice");
    }
    return methods;
}

void refuse_folder(const std::string& folder, bool force) {
    std::error_code error;
    if (folder.empty()) throw InputError("--out", "the folder has no name");
    if (fs::exists(folder, error) && !fs::is_directory(folder, error))
        throw InputError(folder, "is not a folder");
    if (!force && fs::is_directory(folder, error) && !fs::is_empty(folder, error))
        throw InputError(folder, "the folder is not empty; choose another, or give --force");
}

void make_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder)) throw InputError(folder, "this folder cannot be made");
}

}  // namespace

ExitStatus compare(const CompareCommand& command) {
    const std::vector<std::string> methods = methods_of(command);
    if (command.out) refuse_folder(*command.out, command.force);
    const ComparedScene scene{.path = command.scene,
                              .overrides = command.overrides,
                              .laws = command.laws,
                              .threads = command.threads,
                              .stops = interrupted};
    catch_interrupts();
    std::vector<Answer> answers;
    for (const std::string& method : methods) {
        answers.push_back(answer_by(method, scene));
        if (answers.back().interrupted) {
            std::fputs("interrupted: nothing was written\n", stderr);
            return ExitStatus::interrupted;
        }
    }
    const Comparison comparison = lay_side_by_side(scene, std::move(answers));
    std::string text = command.json ? in_json(comparison) : in_words(comparison);
    if (command.out) {
        make_folder(*command.out);
        write_atomically(*command.out + "/contacts.csv", in_csv(comparison));
        write_atomically(*command.out + "/compare.svg", in_svg(comparison));
        write_atomically(*command.out + "/compare.json", in_json(comparison));
        if (!command.json)
            text += fmt::format("  in {}: contacts.csv, compare.json, compare.svg\n", *command.out);
    }
    std::fputs(text.c_str(), stdout);
    return comparison.converged() ? ExitStatus::done : ExitStatus::not_converged;
}

}  // namespace drystone
