#include "cli/bench_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <variant>

#include <fmt/format.h>

#include "bench/curve.h"
#include "bench/picture.h"
#include "core/input_error.h"
#include "io/atomic_file.h"
#include "io/result_folder.h"
#include "problems/blocks.h"
#include "problems/read_problem.h"
#include "run/load.h"
#include "run/say.h"
#include "solvers/method_names.h"
#include "solvers/solve.h"

namespace drystone {

namespace {

const std::vector<std::string> bench_files{"curves.csv", "curves.svg"};  // of --out

template <int D>
Solvable assembled(const std::string& name, BlockProblem<D> blocks) {
    const auto problem = std::make_shared<BlockProblem<D>>(std::move(blocks));
    const auto r = std::make_shared<std::vector<Vec<D>>>(problem->b.size());
    return {.name = name,
            .contacts = problem->size(),
            .on_blocks = true,
            .solve =
                [=](const SolverSettings& settings) {
                    r->assign(r->size(), {});
                    return solve_contacts<D>(*problem, settings, 0, *r);
                },
            .residual = [=] { return relative_residual<D>(*problem, std::span<const Vec<D>>(*r)); }};
}

/// What solving the problem of a scene takes.
template <int D>
struct Stage {
    World<D> world;
    ThreadPool pool;

    Stage(World<D> built, int threads) : world(std::move(built)), pool(threads) {}
};

/// The problem of step number command.step. The steps before it are taken as the scene has them; it itself is only
/// begun, since its solution is not wanted.
template <int D>
Solvable through_bodies(const BenchCommand& command, const std::string& path, const Scene& scene,
                        WorldDescription<D> description) {
    const auto stage = std::make_shared<Stage<D>>(build_world(std::move(description), path), command.threads);
    for (long k = 1; k < command.step; ++k) advance(stage->world, scene.settings, stage->pool);
    StepSettings last = scene.settings;
    last.solver = {.method = SolverMethod::nlgs, .max_iterations = 1};
    last.halve = 0;  // unsolved as it is, it shall be of this step
    advance(stage->world, last, stage->pool);
    const std::string name =
        fmt::format("{} step {}", std::filesystem::path(path).stem().string(), command.step);
    return {.name = name,
            .contacts = stage->world.problem.size(),
            .on_blocks = false,
            .solve =
                [=](const SolverSettings& settings) {
                    World<D>& world = stage->world;
                    world.impulse.assign(world.impulse.size(), {});
                    world.moment.assign(world.moment.size(), {});
                    return solve_contacts<D>(world.problem, {settings, 0, stage->pool}, *world.scratch, {world.impulse, world.moment});
                },
            .residual =
                [=] {
                    const World<D>& world = stage->world;
                    return relative_residual<D>(world.problem, std::span<const Vec<D>>(world.impulse),
                                                std::span<const Spin<D>>(world.moment));
                }};
}

Solvable load(const BenchCommand& command, const std::string& path) {
    const std::filesystem::path file(path);
    if (file.extension() != ".toml") {
        const LocalForm local = condensed(read_problem(path), path);
        return local.dimension == 2 ? assembled<2>(file.stem().string(), to_blocks<2>(local))
                                    : assembled<3>(file.stem().string(), to_blocks<3>(local));
    }
    Scene scene = read_scene(path, command.overrides, command.laws);
    auto description = std::move(scene.world);
    return std::visit([&](auto& world) { return through_bodies(command, path, scene, std::move(world)); },
                      description);
}

std::vector<SolverMethod> chosen(const BenchCommand& command) {
    std::vector<SolverMethod> methods;
    if (command.methods.empty()) {
        for (const MethodName& one : method_names) methods.push_back(one.method);
    }
    for (const std::string& name : command.methods) {
        const std::optional<SolverMethod> method = method_named(name);
        if (!method) {
            std::string known;
            for (const MethodName& one : method_names)
                known += (known.empty() ? "" : ", ") + std::string(one.name);
            throw InputError("--methods " + name, "is no method; there are " + known);
        }
        methods.push_back(*method);
    }
    return methods;
}

void say_now(const std::string& text) {
    say(text);
    std::fflush(stdout);
}

}  // namespace

ExitStatus bench_solvers(const BenchCommand& command) {
    const std::vector<SolverMethod> methods = chosen(command);
    std::vector<Solvable> problems;
    for (const std::string& path : command.problems) problems.push_back(load(command, path));
    if (command.out) expect_result_folder(*command.out, bench_files, command.force);

    std::vector<Curve> curves;
    say_now(in_csv({}));
    for (const Solvable& problem : problems) {
        for (const SolverMethod method : methods) {
            const MethodName& name = description_of(method);
            if (!(problem.on_blocks ? name.on_blocks : name.on_bodies)) {
                if (!command.methods.empty())
                    warn(fmt::format("{}: {} has no form for this problem\n", problem.name, name.name));
                continue;
            }
            curves.push_back(time_to_residual(problem, method, {.seconds = command.limit}));
            const std::string rows = in_csv({curves.back()});
            say_now(rows.substr(rows.find('\n') + 1));
        }
    }
    if (!command.out) return ExitStatus::done;
    const ResultFolder folder = prepare_result_folder(*command.out, bench_files, command.force);
    write_atomically(*command.out + "/curves.csv", in_csv(curves));
    write_atomically(*command.out + "/curves.svg", in_svg(curves));
    return ExitStatus::done;
}

}  // namespace drystone
