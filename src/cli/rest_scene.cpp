#include "cli/rest_scene.h"

#include <algorithm>

#include <fmt/format.h>

namespace drystone {

namespace {

// An error of the size of `stands_below` must not come from the solver.
constexpr double tolerance = 1e-8;
constexpr int max_iterations = 200000;

/// Whether --set changed it.
bool is_set(const std::vector<std::string>& overrides, const std::string& key) {
    return std::any_of(overrides.begin(), overrides.end(), [&](const std::string& text) {
        const std::string path = text.substr(0, text.find('='));
        return path == key || path == "solver";
    });
}

}  // namespace

Scene read_at_rest(const SceneCommand& command, Solves who, const std::vector<std::string>& overrides) {
    Scene scene = read_scene(command.scene, overrides, command.laws);
    require_able(who, scene, command.scene);
    SolverSettings& solver = scene.settings.solver;
    if (!is_set(overrides, "solver.tolerance")) solver.tolerance = tolerance;
    if (!is_set(overrides, "solver.method")) solver.method = SolverMethod::automatic;
    if (!scene.settings.able().contact_problem)
        throw InputError("--set", fmt::format("{} judges rigid bodies: {} has no contact problem to judge by", abilities_of(who).name,
                                              scene.settings.able().name));
    if (!is_set(overrides, "solver.max_iterations")) solver.max_iterations = max_iterations;
    if (!is_set(overrides, "solver.fixed_iterations")) solver.fixed_iterations = 0;
    return scene;
}

}  // namespace drystone
