#include "run/load.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/probe_writer.h"

namespace drystone {

Scene load_scene(const std::string& path, const std::vector<std::string>& overrides, const LawReaders& laws) {
    Scene scene = read_scene(path, overrides, laws);
    warn_of_runs(scene);
    return scene;
}

void warn_of_runs(Scene& scene) {
    const double end = static_cast<double>(number_of_steps(scene)) * scene.settings.step;
    if (scene.stages.empty() && std::abs(end - scene.duration) > 1e-6 * scene.settings.step) {
        scene.warnings.push_back(
            fmt::format("the duration of {} s is not a whole number of steps of {} s: the run "
                        "ends at {:.12g} s",
                        scene.duration, scene.settings.step, end));
    }
    const bool supported = std::visit([](const auto& world) { return !world.supports.empty(); }, scene.world);
    if (supported) scene.warnings.push_back("[[supports]] are for drystone statics: here they hold nothing");
}

void require_able(Solves who, const Scene& scene, const std::string& path) {
    try {
        std::visit([&](const auto& world) { require_able(who, world); }, scene.world);
    } catch (const InputError& error) {
        const std::string said = error.what();
        throw InputError(said.starts_with(path) ? "" : path, said);
    }
}

Scene scene_of_run(const std::string& folder, const RunMark& mark, const LawReaders& laws) {
    expect_unchanged(folder, mark.copies);
    std::vector<std::string> overrides = mark.overrides;
    overrides.insert(overrides.end(), mark.inputs.begin(), mark.inputs.end());
    overrides.insert(overrides.end(), mark.resumed_with.begin(), mark.resumed_with.end());
    Scene scene = load_scene(folder + "/scene.toml", overrides, laws);
    if (scene.dimension != mark.dimension || scene.probes.size() != mark.probe_sizes.size())
        throw InputError(folder + "/scene.toml", "is not the scene of the checkpoint: it was changed since");
    scene.title = mark.title;
    scene.warnings = mark.warnings;
    return scene;
}

RunPlan plan_of(const std::string& path, const Scene& scene) {
    RunPlan plan{.scene = path, .names = files_of(scene.probes)};
    for (const InputFile& file : scene.inputs) plan.inputs.emplace_back(file.key, file.path);
    return plan;
}

long number_of_steps(double duration, double step) { return std::lround(duration / step); }

long number_of_steps(const Scene& scene) { return number_of_steps(scene.duration, scene.settings.step); }

double frames_every(const Scene& scene, const OutputSettings& output, int bodies) {
    constexpr double least = 5.0, most = 100.0, bodies_in_all = 1e6;
    if (output.frames_every >= 0.0) return output.frames_every;
    return scene.duration / std::clamp(bodies_in_all / std::max(bodies, 1), least, most);
}

}  // namespace drystone
