#include "cli/compare_command.h"

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "compare/cost_map.h"
#include "compare/words.h"
#include "core/input_error.h"
#include "io/atomic_file.h"
#include "io/result_folder.h"
#include "run/interrupt.h"
#include "run/say.h"

namespace drystone {

namespace {

// Of --out: the table, everything, the picture.
const std::vector<std::string> compare_files{"contacts.csv", "compare.json", "compare.svg"};
const std::vector<std::string> files_of_costs{"cost_map.csv", "cost_map.json", "cost_map.svg"};

/// Says what was found, and writes it where `out` is given.
template <class Found>
ExitStatus tell(const CompareCommand& command, const Found& found, const std::vector<std::string>& names) {
    std::string text = command.json ? in_json(found) : in_words(found);
    if (command.out) {
        const ResultFolder folder = prepare_result_folder(*command.out, names, command.force);
        write_atomically(*command.out + "/" + names[0], in_csv(found));
        write_atomically(*command.out + "/" + names[1], in_json(found));
        write_atomically(*command.out + "/" + names[2], in_svg(found));
        if (!command.json) text += fmt::format("  in {}: {}\n", *command.out, fmt::join(names, ", "));
    }
    say(text);
    return found.converged() ? ExitStatus::done : ExitStatus::not_converged;
}

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

CostCase case_named(const std::string& word) {
    for (const CostCase one : {CostCase::stack, CostCase::disks, CostCase::spheres})
        if (name_of(one) == word) return one;
    throw InputError("--case " + word, "there is no such case; there are stack, disks and spheres");
}

/// Sizes for which plain sweeps take seconds.
std::vector<int> default_sizes(CostCase which) {
    if (which == CostCase::stack) return {5, 10, 20, 40};
    return {100, 400, 1600};
}

CostSettings cost_settings(const CompareCommand& command) {
    if (!command.scene.empty())
        throw InputError(
            "--case " + *command.pile,
            "is a pile of its own that can have any size: leave the scene out. Scenes are not resized");
    if (!command.methods.empty() || !command.overrides.empty() || command.threads)
        throw InputError("--case " + *command.pile,
                         "--methods, --set and --threads are for scenes; here one thread is measured");
    CostSettings settings;
    settings.which = case_named(*command.pile);
    settings.sizes = command.sizes.empty() ? default_sizes(settings.which) : command.sizes;
    settings.stiffness = command.stiffness.empty() ? std::vector<double>{1e4, 1e6, 1e8} : command.stiffness;
    settings.accuracy = command.accuracy.value_or(settings.accuracy);
    settings.stops = interrupted;
    const std::set<double> stiffness(settings.stiffness.begin(), settings.stiffness.end());
    const std::set<int> sizes(settings.sizes.begin(), settings.sizes.end());
    if (stiffness.size() < settings.stiffness.size())
        throw InputError("--stiffness", "a value is there twice");
    if (sizes.size() < settings.sizes.size()) throw InputError("--sizes", "a value is there twice");
    return settings;
}

ExitStatus map_of_costs(const CompareCommand& command) {
    const CostSettings settings = cost_settings(command);
    if (command.out) expect_result_folder(*command.out, files_of_costs, command.force);
    catch_interrupts();
    const CostMap map = map_costs(settings);
    if (map.interrupted) {
        warn("interrupted: nothing was written\n");
        return ExitStatus::interrupted;
    }
    return tell(command, map, files_of_costs);
}

}  // namespace

ExitStatus compare(const CompareCommand& command) {
    if (command.pile) return map_of_costs(command);
    if (command.scene.empty())
        throw InputError("drystone compare", "needs a scene, or --case stack, disks or spheres");
    if (!command.sizes.empty() || !command.stiffness.empty() || command.accuracy)
        throw InputError(
            command.scene,
            "scenes are not resized: --sizes, --stiffness and --accuracy go with --case stack, disks or "
            "spheres");
    const std::vector<std::string> methods = methods_of(command);
    if (command.out) expect_result_folder(*command.out, compare_files, command.force);
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
            warn("interrupted: nothing was written\n");
            return ExitStatus::interrupted;
        }
    }
    const Comparison comparison = lay_side_by_side(scene, std::move(answers));
    return tell(command, comparison, compare_files);
}

}  // namespace drystone
