#include "run/run_command.h"

#include <filesystem>
#include <utility>

#include "io/earlier_file.h"
#include "io/run_folder.h"
#include "run/begin_from.h"
#include "run/begin_run.h"
#include "run/choose_device.h"
#include "run/load.h"
#include "run/terminal.h"
#include "run/with_ranks.h"

namespace drystone {

namespace fs = std::filesystem;

namespace {

/// A world at time 0: as the scene says, or where another run was. Overlaps are judged.
template <int D>
std::optional<EarlierState<D>> begin_world_from(const RunCommand& command, World<D>& world, Scene& scene) {
    if (!command.from) {
        judge_overlaps(world, scene);
        return std::nullopt;
    }
    const std::string folder = command.out.value_or(default_run_folder(command.scene));
    if (fs::weakly_canonical(folder_of(*command.from)) == fs::weakly_canonical(folder))
        throw InputError("--from " + *command.from, "is the folder that this run is to write: choose another with --out");
    EarlierState<D> earlier = earlier_run(*command.from, world, command.laws);
    const std::vector<char> known = begin_from(*command.from, earlier, world, scene);
    judge_overlaps(world, scene, known);
    return earlier;
}

/// So that the run can go on without the other's folder.
template <int D>
void keep_earlier(const EarlierState<D>& earlier, const std::string& from, Run<D>& run) {
    const std::string path = run.folder + "/from.h5";
    try {
        write_earlier(path, earlier);
        run.copies["from.h5"] = fingerprint_of(path);
        run.held->mark_copies(run.copies);
    } catch (...) {
        run.held->give_up();
        throw;
    }
    run.summary.facts.from = from;
}

template <int D>
ExitStatus run_in(const RunCommand& command, Scene& scene, WorldDescription<D> description, RanksOfRun& ranks) {
    if (!scene.settings.able().contact_problem && command.dump_problems > 0)
        throw InputError("--dump-problems",
                         std::string(scene.settings.able().name) + " has no contact problems");
    const int threads = threads_of(command.threads.value_or(scene.threads), ranks.team);
    std::optional<EarlierState<D>> earlier;
    const auto make = [&](WorldDescription<D> described) {
        World<D> world = build_world(std::move(described), command.scene);
        earlier = begin_world_from(command, world, scene);
        return world;
    };
    if (ranks.team.rank() > 0) {
        ranks.follow<D>(scene, std::move(description), make, threads);
        return ExitStatus::done;
    }
    World<D> world = make(std::move(description));
    ranks.begins_elsewhere = earlier.has_value();
    std::unique_ptr<StepsElsewhere<D>> elsewhere = ranks.lead(scene, world, threads);
    ThreadPool pool(threads);
    std::string device_name = "cpu";
    if (!elsewhere) elsewhere = choose_device(scene, world, device_name);
    if (!ranks.device().empty()) device_name = ranks.device();
    if (elsewhere && command.dump_problems > 0)
        throw InputError("--dump-problems", "contact problems stay where the steps are taken: take --set solver.device=cpu, and one process");
    Terminal terminal;
    Run<D> run = begin_run(command, scene, world, terminal, pool.size());
    if (earlier) keep_earlier(*earlier, *command.from, run);
    run.elsewhere = std::move(elsewhere);
    if (run.elsewhere && !scene.stages.empty()) run.elsewhere->take_over(world);  // the first stage has begun
    run.summary.facts.device = device_name;
    ranks.tell(run.summary.facts);
    run.watch = ranks.watch;
    return carry_out(run, pool, {.quiet = command.quiet, .no_report = command.no_report});
}

}  // namespace

ExitStatus run(const RunCommand& command) {
    return with_ranks([&](RanksOfRun& ranks) {
        Scene scene = load_scene(command.scene, command.overrides, command.laws);
        auto description = std::move(scene.world);
        return std::visit([&](auto& world) { return run_in(command, scene, std::move(world), ranks); }, description);
    });
}

}  // namespace drystone
