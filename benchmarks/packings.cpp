// Packings at rest in a box: contact updates per second, steps per second, bytes, per stage.
//
//     ./dev bench                          all sizes, one thread and two
//     build/bin/bench_packings 3 10000 1   dimension, bodies, threads
//
// A block of up to 2500 disks or 10^4 spheres is dropped and settled for real (and kept beside the program for its next run);
// larger packings are copies of it side by side.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "settled.h"

namespace drystone {
namespace {

/// Read bandwidth of the memory, best of five passes over 256 MiB [B/s].
double memory_bandwidth(ThreadPool& pool) {
    std::vector<double> data(std::size_t{32} << 20, 1.0), partial;
    double best = 0.0, total = 0.0;
    for (int pass = 0; pass < 5; ++pass) {
        const auto start = std::chrono::steady_clock::now();
        total += pool.sum_in_order(
            data.size(), std::size_t{1} << 16, partial, [&](std::size_t begin, std::size_t end) {
                double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
                for (std::size_t i = begin; i < end; i += 8) {
                    a += data[i], b += data[i + 1], c += data[i + 2], d += data[i + 3];
                    e += data[i + 4], f += data[i + 5], g += data[i + 6], h += data[i + 7];
                }
                return a + b + c + d + e + f + g + h;
            });
        best = std::max(best, static_cast<double>(data.size() * sizeof(double)) / seconds_since(start));
    }
    return total > 0.0 ? best : 0.0;
}

template <int D>
void measure(int n, int threads, double tolerance, const std::filesystem::path& program) {
    ThreadPool pool(threads), both(0);
    const double bandwidth = memory_bandwidth(pool);
    const Block<D> block = settled<D>(std::min(n, D == 2 ? 2500 : 10000), program, both);
    World<D> world = tile(block, n);
    // Copies lean on each other where walls stood, so tiled packings are not quite at rest: a hundred sweeps a step
    // are enough to time them, and the residual says what they reached.
    StepSettings settings = settings_to(tolerance);
    if (world.bodies.size() > 20000) settings.solver.max_iterations = 100;
    const int warm_up = n >= 1000000 ? 2 : 20, steps = n >= 1000000 ? 5 : n >= 100000 ? 10 : 40;
    for (int k = 0; k < warm_up; ++k) advance(world, settings, pool);

    StageSeconds spent;
    double worst = 0.0, updates = 0.0, sweeps = 0.0;
    std::vector<double> step_seconds;
    for (int k = 0; k < steps; ++k) {
        const auto start = std::chrono::steady_clock::now();
        const StepReport r = advance(world, settings, pool);
        step_seconds.push_back(seconds_since(start));
        spent.detect += r.seconds.detect;
        spent.assemble += r.seconds.assemble;
        spent.solve += r.seconds.solve;
        spent.advance += r.seconds.advance;
        worst = std::max(worst, r.solve.residual);
        updates += static_cast<double>(r.solve.contact_updates);
        sweeps += r.solve.iterations;
    }

    std::sort(step_seconds.begin(), step_seconds.end());
    const double rate = sweep_rate(world, pool);
    const double bytes =
        sizeof(RoundGroup<D>) / 8 + sizeof(Vec<D>);  // a contact read and its impulse written
    const double body_bytes = 2.0 * sizeof(SweepBody<D>) * static_cast<double>(n) / world.contacts.size();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    fmt::print("{},{},{},{},{:.1f},{:.2e},{:.2f},{:.2f},{:.4f},{:.1f},{:.1f},{:.3f},{:.2f},{:.0f}\n", D, n,
               threads, world.contacts.size(), sweeps / steps, worst, rate / 1e6, updates / spent.solve / 1e6,
               step_seconds[step_seconds.size() / 2],
               (spent.detect + spent.assemble) / steps / (world.contacts.size() / rate), bytes + body_bytes,
               rate * (bytes + body_bytes) / bandwidth, bandwidth / 1e9,
               static_cast<double>(usage.ru_maxrss) / 1024);
    std::fflush(stdout);
}

}  // namespace
}  // namespace drystone

int main(int argc, char** argv) {
    if (argc < 4) {
        fmt::print(stderr, "usage: bench_packings DIMENSION BODIES THREADS [TOLERANCE]\n");
        return 2;
    }
    const int dimension = std::atoi(argv[1]), n = std::atoi(argv[2]), threads = std::atoi(argv[3]);
    const double tolerance = argc > 4 ? std::atof(argv[4]) : 1e-4;
    fmt::print(
        "dimension,bodies,threads,contacts,sweeps_a_step,worst_residual,sweep_Mupdates_s,solve_Mupdates_s,"
        "step_s,detect_and_assemble_in_sweeps,bytes_an_update,fraction_of_bandwidth,bandwidth_GB_s,memory_"
        "MiB\n");
    dimension == 2 ? drystone::measure<2>(n, threads, tolerance, argv[0])
                   : drystone::measure<3>(n, threads, tolerance, argv[0]);
}
