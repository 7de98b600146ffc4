// Grains that fall from a loose lattice into a box and come to rest, at high friction: how many steps do not converge.
//
//     build/bin/bench_pour 3 10000 0.9             dimension, grains, friction
//     build/bin/bench_pour 3 10000 0.9 400 3       steps (400), and how often a step may be halved (0)
//
// moreau, h = 1e-3 s, tolerance 1e-4, `auto`, 10,000 iterations at most, one thread. Prints each step that was left, and a line in the end.

#include <cstdlib>
#include <ctime>

#include "settled.h"

namespace drystone {
namespace {

struct Pour {
    int grains = 0, steps = 400, halve = 0;
    double friction = 0.0;
};

template <int D>
World<D> above_a_box(const Pour& pour) {
    const Block<D> block = loose<D>(pour.grains);
    Vec<D> size;
    for (int k = 0; k < D; ++k) size[k] = block.width;
    WorldDescription<D> description = boxed<D>(block.position, block.radius, size);
    description.interactions = {{Interaction::any, Interaction::any, Coulomb{.friction = pour.friction}}};
    return make_world(std::move(description));
}

template <int D>
void measure(const Pour& pour) {
    ThreadPool pool(1);
    World<D> world = above_a_box<D>(pour);
    StepSettings settings = settings_to(1e-4);
    settings.solver.max_iterations = 10000;
    settings.halve = pour.halve;
    long left = 0, iterations = 0;
    int most = 0;
    double worst = 0.0;
    for (int k = 0; k < pour.steps; ++k) {
        const StepReport r = advance(world, settings, pool);
        iterations += r.solve.iterations;
        most = std::max(most, r.solve.iterations);
        if (r.solve.converged) continue;
        ++left;
        worst = std::max(worst, r.solve.residual);
        fmt::print("# step {}, {} contacts: left at {:.2e} after {} iterations\n", k + 1, r.contacts, r.solve.residual, r.solve.iterations);
        std::fflush(stdout);
    }
    fmt::print("dimension,grains,friction,halve,steps,unconverged,worst,iterations_a_step,most_iterations,contacts,user_s\n");
    fmt::print("{},{},{},{},{},{},{:.2e},{:.1f},{},{},{:.1f}\n", D, pour.grains, pour.friction, pour.halve, pour.steps, left, worst,
               static_cast<double>(iterations) / pour.steps, most, world.contacts.size(),
               static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print(stderr, "usage: bench_pour DIMENSION GRAINS FRICTION [STEPS] [HALVE]\n");
        return 2;
    }
    drystone::Pour pour{.grains = std::atoi(argv[2]), .friction = std::atof(argv[3])};
    if (argc > 4) pour.steps = std::atoi(argv[4]);
    if (argc > 5) pour.halve = std::atoi(argv[5]);
    std::atoi(argv[1]) == 2 ? drystone::measure<2>(pour) : drystone::measure<3>(pour);
}
