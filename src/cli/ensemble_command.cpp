#include "cli/ensemble_command.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "ensemble/files.h"
#include "ensemble/picture.h"
#include "ensemble/words.h"
#include "io/atomic_file.h"
#include "io/checkpoint.h"
#include "io/result_folder.h"
#include "run/load.h"
#include "run/say.h"
#include "run/stages.h"
#include "step/state.h"

namespace drystone {

namespace {

const std::vector<std::string> ensemble_files{"ensemble.svg", "ensemble.json", "contacts.csv", "joints.csv",
                                     "samples.h5"};

/// "0.01:100" into the settings.
EnsembleSettings settings_of(const EnsembleCommand& command) {
    EnsembleSettings settings = command.settings;
    if (command.starts.empty()) return settings;
    const std::string& text = command.starts;
    const char *begin = text.data(), *end = begin + text.size();
    const auto [colon, first] = std::from_chars(begin, end, settings.smallest);
    const bool one = first == std::errc() && colon != end && *colon == ':';
    const auto [stop, second] = std::from_chars(one ? colon + 1 : end, end, settings.largest);
    if (!one || second != std::errc() || stop != end || !(settings.smallest > 0.0) ||
        !(settings.largest >= settings.smallest) || !std::isfinite(settings.largest))
        throw InputError("--starts " + text,
                         "write --starts LOW:HIGH, two numbers above 0, the smaller first, e.g. 0.01:100");
    return settings;
}

template <int D>
void write_files(const EnsembleCommand& command, const Ensemble<D>& ensemble, const World<D>& world) {
    const std::string& folder = *command.out;
    const ResultFolder results = prepare_result_folder(folder, ensemble_files, command.force);
    write_samples(folder + "/samples.h5", ensemble);
    write_atomically(folder + "/contacts.csv", in_csv(ensemble, ensemble.contacts));
    write_atomically(folder + "/joints.csv", in_csv(ensemble, ensemble.joints));
    write_atomically(folder + "/ensemble.svg", in_svg(ensemble, world));
    write_atomically(folder + "/ensemble.json", in_json(ensemble, command.subject));
}

/// The sampling itself, of a world that stands where it is asked for.
template <int D>
ExitStatus sample_world(const EnsembleCommand& command, const EnsembleSettings& settings, const Scene& scene,
                        World<D>& world, ThreadPool& pool) {
    const Ensemble<D> ensemble = sample_forces(world, scene.settings, settings, pool);
    if (command.out) write_files(command, ensemble, world);
    std::string text =
        command.json ? in_json(ensemble, command.subject) : in_words(ensemble, command.subject);
    if (command.out && !command.json)
        text += fmt::format("  in {}: ensemble.svg, ensemble.json, contacts.csv, joints.csv, samples.h5\n",
                            *command.out);
    say(text);
    const bool all = ensemble.counted.size() == ensemble.runs.size();
    return all ? ExitStatus::done : ExitStatus::not_converged;
}

template <int D>
ExitStatus sample_scene(const EnsembleCommand& command, const EnsembleSettings& settings, const Scene& scene,
                        WorldDescription<D> description) {
    World<D> world = build_world(std::move(description), command.subject);
    ThreadPool pool(command.threads.value_or(scene.threads));
    const long steps = command.at ? number_of_steps(*command.at, scene.settings.step) : 0;
    long loose = 0;
    for (long k = 0; k < steps; ++k) {
        const StepReport report = advance(world, scene.settings, pool);
        loose += !report.solve.converged;
        if (!report.finite)
            throw InputError(command.subject,
                             fmt::format("step {} of the way to {} s gave numbers that are not finite", k + 1,
                                         *command.at));
    }
    if (loose > 0)
        warn(fmt::format("warning: {} of the {} steps to {} s did not reach the scene's tolerance\n", loose,
                         steps, *command.at));
    return sample_world(command, settings, scene, world, pool);
}

template <int D>
ExitStatus sample_checkpoint(const EnsembleCommand& command, const EnsembleSettings& settings,
                             const Scene& scene, const CheckpointFile& checkpoint,
                             WorldDescription<D> description) {
    World<D> world = build_world(std::move(description), command.subject + "/scene.toml");
    ThreadPool pool(command.threads.value_or(scene.threads));
    put_state(checkpoint.state(world), world, pool);
    return sample_world(command, settings, scene, world, pool);
}

}  // namespace

ExitStatus sample(const EnsembleCommand& command) {
    const EnsembleSettings settings = settings_of(command);
    if (std::filesystem::is_directory(command.subject)) {
        if (command.at || !command.overrides.empty())
            throw InputError(command.subject,
                             "is the folder of a run: its last checkpoint is the state, and --at and --set "
                             "are for scenes");
        const CheckpointFile checkpoint = open_checkpoint(command.subject, DRYSTONE_VERSION);
        Scene scene = scene_of_run(command.subject, checkpoint.mark, command.laws);
        scene.settings = settings_in(scene, checkpoint.mark.stages);
        require_able(Solves::ensemble, scene, command.subject);
        if (command.out) expect_result_folder(*command.out, ensemble_files, command.force);
        return std::visit(
            [&](auto& world) {
                return sample_checkpoint(command, settings, scene, checkpoint, std::move(world));
            },
            scene.world);
    }
    Scene scene = read_scene(command.subject, command.overrides, command.laws);
    require_able(Solves::ensemble, scene, command.subject);
    for (const std::string& warning : scene.warnings) warn("warning: " + warning + '\n');
    if (command.out) expect_result_folder(*command.out, ensemble_files, command.force);
    return std::visit([&](auto& world) { return sample_scene(command, settings, scene, std::move(world)); },
                      scene.world);
}

}  // namespace drystone
