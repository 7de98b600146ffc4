// 10^4 spheres of 4.5 to 5.5 mm fall from a loose lattice into a box and settle: half a second, friction 0.5, restitution 0.3.
//
//     build/bin/bench_settling 10000 1             spheres, threads
//     build/bin/bench_settling 10000 1 START.csv   also writes where they begin: x, y, z, radius, and in the first line the box's width
//
// euler, h = 5e-4 s, tolerance 1e-3, every step converged. benchmarks/peers/liggghts_settling.py runs the same with LIGGGHTS's springs,
// softened to 5 MPa. Prints seconds by stage and where the spheres ended.

#include <cstdlib>

#include "settled.h"

namespace drystone {
namespace {

struct Outcome {
    StageSeconds spent;
    long sweeps = 0, contacts = 0;
    int unconverged = 0;
};

Outcome run(World<3>& world, int steps, ThreadPool& pool) {
    StepSettings settings = settings_to(1e-3);
    settings.step = 5e-4;
    settings.integrator = Integrator::euler;
    settings.solver.max_iterations = 10000;
    Outcome out;
    for (int k = 0; k < steps; ++k) {
        const StepReport r = advance(world, settings, pool);
        out.spent.detect += r.seconds.detect;
        out.spent.assemble += r.seconds.assemble;
        out.spent.solve += r.seconds.solve;
        out.spent.advance += r.seconds.advance;
        out.sweeps += r.solve.iterations;
        out.contacts += r.contacts;
        out.unconverged += !r.solve.converged;
    }
    return out;
}

void write_start(const Block<3>& block, const char* path) {
    std::ofstream out(path);
    out << fmt::format("{:.17g}\n", block.width);
    for (std::size_t i = 0; i < block.position.size(); ++i) {
        const Vec<3>& x = block.position[i];
        out << fmt::format("{:.17g},{:.17g},{:.17g},{:.17g}\n", x[0], x[1], x[2], block.radius[i]);
    }
}

void measure(int n, int threads, const char* start_file) {
    constexpr int steps = 1000;
    ThreadPool pool(threads);
    const Block<3> block = loose<3>(n);
    if (start_file) write_start(block, start_file);
    WorldDescription<3> description = boxed<3>(block.position, block.radius, {{block.width, block.width, block.width}});
    description.interactions = {
        {Interaction::any, Interaction::any, Coulomb{.friction = 0.5, .restitution_normal = 0.3}}};
    World<3> world = make_world(std::move(description));
    const auto start = std::chrono::steady_clock::now();
    const Outcome out = run(world, steps, pool);
    const double seconds = seconds_since(start);
    double height = 0.0;
    for (const Vec<3>& x : world.bodies.position) height += x[2] / n;
    fmt::print("spheres,threads,seconds,detect_s,assemble_s,solve_s,advance_s,sweeps_a_step,contacts_a_step,unconverged,rebuilds,"
               "height_m,kinetic_J\n");
    fmt::print("{},{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.1f},{:.0f},{},{},{:.6f},{:.3e}\n", n, threads, seconds, out.spent.detect,
               out.spent.assemble, out.spent.solve, out.spent.advance, static_cast<double>(out.sweeps) / steps,
               static_cast<double>(out.contacts) / steps, out.unconverged, world.neighbours.rebuilds(), height,
               world.energy.kinetic);
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    if (argc < 3) {
        fmt::print(stderr, "usage: bench_settling SPHERES THREADS [START.csv]\n");
        return 2;
    }
    drystone::measure(std::atoi(argv[1]), std::atoi(argv[2]), argc > 3 ? argv[3] : nullptr);
}
