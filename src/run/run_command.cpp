#include "run/run_command.h"

#include <utility>

#include "run/begin_run.h"
#include "run/load.h"
#include "run/terminal.h"

namespace drystone {

namespace {

template <int D>
ExitStatus run_in(const RunCommand& command, Scene& scene, WorldDescription<D> description,
                  const Stopwatch& watch) {
    if (!scene.settings.able().contact_problem && command.dump_problems > 0)
        throw InputError("--dump-problems",
                         std::string(scene.settings.able().name) + " has no contact problems");
    World<D> world = begin_world(std::move(description), scene, command.scene);
    ThreadPool pool(command.threads.value_or(scene.threads));
    Terminal terminal;
    Run<D> run = begin_run(command, scene, world, terminal, pool.size());
    run.watch = watch;
    return carry_out(run, pool, {.quiet = command.quiet, .no_report = command.no_report});
}

}  // namespace

ExitStatus run(const RunCommand& command) {
    const Stopwatch watch;
    Scene scene = load_scene(command.scene, command.overrides, command.laws);
    auto description = std::move(scene.world);
    return std::visit([&](auto& world) { return run_in(command, scene, std::move(world), watch); },
                      description);
}

}  // namespace drystone
