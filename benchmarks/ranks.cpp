// Spheres in a box on several ranks: seconds a step and a sweep, and where they go; docs/scaling.md.
//
//     mpirun -n 4 build/bin/bench_ranks 100000 10            spheres in all, steps
//     mpirun -n 4 build/bin/bench_ranks 100000 10 1e-4 50    tolerance; 50: exactly so many sweeps a step
//     mpirun -n 2 build/bin/bench_ranks 2000 20 1e-6 0 compare    the same steps on rank 0 alone, and how far apart they end
//     mpirun -n 4 build/bin/bench_ranks 100000 10 1e-4 0 same     [solver] reproducible = true; prints a fingerprint of the end
//     mpirun -n 4 build/bin/bench_ranks 100000 10 1e-4 0 show     rank 0 gathers the whole world at the end, as for a frame: how long that takes
//     mpirun -n 4 build/bin/bench_ranks stream                    what the memory gives to that many ranks at once, and to one
//
// Begun without mpirun it is one process with as many threads as DRYSTONE_THREADS says.

#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

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

/// a = b + s c over arrays that no cache holds [GB/s], by every rank at once or by rank 0 while the others wait.
double stream(ranks::Team& team, bool alone) {
    constexpr std::size_t n = std::size_t{1} << 24;
    std::vector<double> a(n, 1.0), b(n, 2.0), c(n, 3.0);
    double best = 0.0;
    for (int k = 0; k < 6; ++k) {
        team.any(false);  // all begin together
        if (alone && team.rank() > 0) continue;
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + 0.5 * c[i];
        best = std::max(best, 3.0 * 8.0 * n / seconds_since(start) * 1e-9);
        b[static_cast<std::size_t>(k)] = a[n - 1 - static_cast<std::size_t>(k)];
    }
    return best;
}

int measure_memory() {
    ranks::Team team;
    const double one = stream(team, true);
    std::array<double, 1> sum = {stream(team, false)};
    team.sum(sum);
    if (team.rank() == 0) fmt::print("stream ranks {} one alone {:.1f} GB/s, all at once {:.1f} GB/s, each {:.1f}\n", team.size(), one, sum[0], sum[0] / team.size());
    return 0;
}

/// Of places and velocities, every bit of them.
std::uint64_t fingerprint(const World<3>& world) {
    std::uint64_t hash = 14695981039346656037u;
    const auto add = [&](double x) { hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 1099511628211u; };
    for (std::size_t i = 0; i < world.bodies.position.size(); ++i) {
        for (int k = 0; k < 3; ++k) add(world.bodies.position[i][k]), add(world.bodies.velocity[i].v[k]), add(world.bodies.velocity[i].w[k]);
    }
    return hash;
}

/// What ranks tell each other in a sweep, over all of them.
void print_parcels(const ranks::SharedSolveScratch<3>& s, const ranks::Halo<3>& halo, ranks::Team& team) {
    std::array<double, 5> sums = {static_cast<double>(halo.shared().size()), static_cast<double>(s.phases.numbers_sent()),
                                  static_cast<double>(s.phases.parcels_sent()), static_cast<double>(halo.neighbours().size()),
                                  static_cast<double>(s.chosen.size())};
    std::array<double, 5> most = sums;
    team.sum(sums);
    team.largest(most);
    if (team.rank() > 0) return;
    const double n = team.size();
    fmt::print("a rank, mean and most: shared bodies {:.0f} {:.0f}, kB a sweep {:.1f} {:.1f}, parcels a sweep {:.1f} {:.0f}, neighbours {:.1f} {:.0f}, contacts {:.0f} "
               "{:.0f}; colours {}\n",
               sums[0] / n, most[0], 8e-3 * sums[1] / n, 8e-3 * most[1], sums[2] / n, most[2], sums[3] / n, most[3], sums[4] / n, most[4], s.told.colours);
}

/// A sweep alone, of the mean rank and of the slowest, and what of it is waiting; what comes before the sweeps.
void print_sweeps(const ranks::SharedSolveScratch<3>& s, long sweeps, ranks::Team& team) {
    const std::array<double, 4> here = {s.seconds.sweeping, s.seconds.waiting, s.seconds.sweeping - s.seconds.waiting, s.seconds.preparing};
    std::array<double, 4> sums = here, most = here;
    double count = static_cast<double>(sweeps);
    team.sum(sums);
    team.largest(most);
    team.largest({&count, 1});
    if (team.rank() > 0) return;
    const double n = team.size(), ms = 1e3 / std::max(1.0, count);
    fmt::print("a sweep [ms], mean and most: {:.3f} {:.3f}, waiting {:.3f} {:.3f}, computing {:.3f} {:.3f}; preparing [s] {:.3f} {:.3f}\n", ms * sums[0] / n, ms * most[0],
               ms * sums[1] / n, ms * most[1], ms * sums[2] / n, ms * most[2], sums[3] / n, most[3]);
}

/// [MB]  What the process has now, and has had at most.
std::array<double, 2> memory_of_process() {
    double pages = 0.0, resident = 0.0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return {1e-6 * resident * static_cast<double>(sysconf(_SC_PAGESIZE)), 1.024e-3 * static_cast<double>(usage.ru_maxrss)};
}

void print_memory(const char* when, ranks::Team& team) {
    const std::vector<double> all = team.all(memory_of_process());
    if (team.rank() > 0) return;
    fmt::print("MB {}, now and at most, by rank:", when);
    for (std::size_t k = 0; k < all.size(); k += 2) fmt::print(" {:.0f}/{:.0f}", all[k], all[k + 1]);
    fmt::print("\n");
}

struct Wishes {
    bool compares = false, fingerprints = false, shows = false;
};

int measure(const std::filesystem::path& program, int count, int steps, const StepSettings& settings, const Wishes& wishes) {
    ranks::Team team;
    const char* asked = std::getenv("DRYSTONE_THREADS");
    const int threads = asked ? std::atoi(asked) : 1;
    World<3> whole = spheres(count, program);
    print_memory("made", team);
    const std::size_t made = whole.bodies.position.size() - 5;  // whole blocks, without the walls
    const World<3> first = wishes.compares && team.rank() == 0 ? whole : World<3>{};
    ranks::RankStep<3> step(whole, settings, team, threads);
    const bool looks = wishes.compares || wishes.fingerprints || wishes.shows;
    print_memory("dealt out", team);
    if (team.rank() > 0) {
        step.follow();
        print_memory("at the end", team);
        print_parcels(step.solving(), step.domain().halo, team);
        print_sweeps(step.solving(), 0, team);
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
               team.size(), threads, made, report.contacts, steps, all, least, iterations, 1e3 * spent.solve / std::max(1L, iterations), worst, failed,
               whole.energy.kinetic, whole.energy.potential, whole.energy.balance_error(), spent.detect, spent.assemble, spent.solve, spent.advance);
    for (const auto& [name, seconds] : step.seconds()) fmt::print(" {} {:.3f}", name, seconds);
    fmt::print(" shared_out {} balanced {}\n", step.domain().shared_out, step.domain().balanced);
    const auto shown = std::chrono::steady_clock::now();
    if (looks) step.bring_back(whole);
    if (wishes.shows) fmt::print("brought back in {:.3f} s\n", seconds_since(shown));
    step.let_go();
    print_memory("at the end", team);
    print_parcels(step.solving(), step.domain().halo, team);
    print_sweeps(step.solving(), iterations, team);
    if (wishes.compares) compare(first, whole, settings, steps);
    if (wishes.fingerprints) fmt::print("fingerprint {:016x}\n", fingerprint(whole));
    return 0;
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "stream") == 0) return drystone::measure_memory();
    const int count = argc > 1 ? std::atoi(argv[1]) : 10000, steps = argc > 2 ? std::atoi(argv[2]) : 10;
    drystone::StepSettings settings = drystone::settings_to(argc > 3 ? std::atof(argv[3]) : 1e-4);
    settings.solver.fixed_iterations = argc > 4 ? std::atoi(argv[4]) : 0;
    const auto asked = [&](const char* word) { return argc > 5 && std::strcmp(argv[5], word) == 0; };
    settings.solver.reproducible = asked("same");
    return drystone::measure(argv[0], count, steps, settings, {asked("compare"), asked("same"), asked("show")});
}
