// Spheres in a box on several ranks: seconds a step and a sweep, and where they go; docs/scaling.md.
//
//     mpirun -n 4 build/bin/bench_ranks 100000 10            spheres in all, steps
//     mpirun -n 4 build/bin/bench_ranks 100000 10 1e-4 50    tolerance; 50: exactly so many sweeps a step
//     mpirun -n 2 build/bin/bench_ranks 2000 20 1e-6 0 compare    the same steps on rank 0 alone, and how far apart they end
//
// Begun without mpirun it is one process with as many threads as DRYSTONE_THREADS says.

#include <cstdlib>
#include <cstring>

#include "ranks/rank_step.h"
#include "settled.h"

namespace drystone {
namespace {

/// Blocks of ten thousand spheres at rest side by side; fewer fall.
World<3> spheres(int count, const std::filesystem::path& program) {
    constexpr int many = 10000;
    ThreadPool alone(1);
    if (count >= many) return tile<3>(settled<3>(many, program, alone), count);
    const Block<3> block = loose<3>(count);
    return make_world(boxed<3>(block.position, block.radius, {{block.width, block.width, block.width}}));
}

void compare(World<3> world, const World<3>& whole, const StepSettings& settings, int steps) {
    ThreadPool alone(1);
    for (int k = 0; k < steps; ++k) advance(world, settings, alone);
    double place = 0.0, speed = 0.0;
    for (std::size_t i = 0; i < world.bodies.position.size(); ++i) {
        place = std::max(place, norm(world.bodies.position[i] - whole.bodies.position[i]));
        speed = std::max(speed, norm(world.bodies.velocity[i].v - whole.bodies.velocity[i].v));
    }
    fmt::print("one process: contacts {} kinetic {:.6e} potential {:.9e} balance {:.2e}; apart {:.2e} m, {:.2e} m/s\n", world.contacts.size(),
               world.energy.kinetic, world.energy.potential, world.energy.balance_error(), place, speed);
}

int measure(const std::filesystem::path& program, int count, int steps, const StepSettings& settings, bool compares) {
    ranks::Team team;
    const char* asked = std::getenv("DRYSTONE_THREADS");
    const int threads = asked ? std::atoi(asked) : 1;
    World<3> whole = spheres(count, program);
    const World<3> first = compares && team.rank() == 0 ? whole : World<3>{};
    ranks::RankStep<3> step(whole, settings, team, threads);
    if (team.rank() > 0) {
        step.follow();
        return 0;
    }
    long iterations = 0, failed = 0;
    double least = 1e300, worst = 0.0;
    StageSeconds spent;
    const auto start = std::chrono::steady_clock::now();
    StepReport report;
    ThreadPool alone(1);  // ranks have threads of their own
    for (int k = 0; k < steps; ++k) {
        const auto begin = std::chrono::steady_clock::now();
        report = step.advance(whole, settings, alone);
        least = std::min(least, seconds_since(begin));
        iterations += report.solve.iterations;
        failed += !report.solve.converged;
        worst = std::max(worst, report.solve.residual);
        spent.detect += report.seconds.detect;
        spent.assemble += report.seconds.assemble;
        spent.solve += report.seconds.solve;
        spent.advance += report.seconds.advance;
    }
    const double all = seconds_since(start);
    fmt::print("ranks {} threads {} spheres {} contacts {} steps {} seconds {:.3f} least {:.4f} sweeps {} solve/sweep {:.3f} ms residual {:.2e} failed {} "
               "kinetic {:.6e} potential {:.9e} balance {:.2e} detect {:.3f} assemble {:.3f} solve {:.3f} advance {:.3f}",
               team.size(), threads, count, report.contacts, steps, all, least, iterations, 1e3 * spent.solve / std::max(1L, iterations), worst, failed,
               whole.energy.kinetic, whole.energy.potential, whole.energy.balance_error(), spent.detect, spent.assemble, spent.solve, spent.advance);
    for (const auto& [name, seconds] : step.seconds()) fmt::print(" {} {:.3f}", name, seconds);
    fmt::print(" shared_out {} balanced {}\n", step.domain().shared_out, step.domain().balanced);
    if (!compares) return 0;
    step.bring_back(whole);
    compare(first, whole, settings, steps);
    return 0;
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 10000, steps = argc > 2 ? std::atoi(argv[2]) : 10;
    drystone::StepSettings settings = drystone::settings_to(argc > 3 ? std::atof(argv[3]) : 1e-4);
    settings.solver.fixed_iterations = argc > 4 ? std::atoi(argv[4]) : 0;
    return drystone::measure(argv[0], count, steps, settings, argc > 5 && std::strcmp(argv[5], "compare") == 0);
}
